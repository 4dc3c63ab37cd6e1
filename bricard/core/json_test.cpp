#include "bricard/core/json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <ctime>
#include <map>
#include <random>
#include <string>

#include "bricard/core/json_text.hpp"

namespace bricard::test {
namespace {

Json many(int count) {
  Json json = Json::object();
  for (int i = 0; i < count; ++i) json["key " + std::to_string(i)] = i;
  return json;
}

// nlohmann::ordered_json is the reference: same text, whatever the number of entries.
TEST(Json, KeepsTheOrderOfKeysThroughAFile) {
  for (const int count : {0, 1, 16, 17, 33, 500}) {
    const std::string text = many(count).dump();
    EXPECT_EQ(text, nlohmann::ordered_json::parse(text).dump());
    EXPECT_EQ(Json::parse(text).dump(), text);
    EXPECT_EQ(Json::parse(text), many(count));
  }
}

TEST(Json, FindsEveryKeyAlsoAfterOthersAreErased) {
  Json json = many(100);
  for (int i = 0; i < 100; i += 3) EXPECT_EQ(json.erase("key " + std::to_string(i)), 1u);
  const Json copy = json;
  for (int i = 0; i < 100; ++i) {
    const std::string key = "key " + std::to_string(i);
    ASSERT_EQ(copy.contains(key), i % 3 != 0) << key;
    if (i % 3 != 0) {
      EXPECT_EQ(copy[key], i);
    }
  }
  EXPECT_FALSE(copy.contains("key"));
}

TEST(Json, AKeyThatComesTwiceHasOneEntryWithTheLastValue) {
  Json json = many(50);
  json["key 7"] = "new";
  EXPECT_EQ(json.size(), 50u);
  EXPECT_EQ(json["key 7"], "new");
  EXPECT_EQ(Json::parse(R"({"a": 1, "b": 2, "a": 3})").dump(), R"({"a":3,"b":2})");
}

// A summary of 60 000 bodies: comparing with every key before would take a thousand times what a sorted map takes.
TEST(Json, ManyKeysCostNoMoreThanInASortedMap) {
  const int count = 60'000;
  const auto seconds = [](const auto& fill) {
    const std::clock_t start = std::clock();
    fill();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  };
  std::map<std::string, Json> sorted;
  const double of_map = seconds([&] {
    for (int i = 0; i < count; ++i) sorted["key " + std::to_string(i)] = i;
  });
  Json json;
  const double of_json = seconds([&] {
    json = many(count);
    json = Json::parse(json.dump());
  });
  EXPECT_EQ(json.size(), sorted.size());
  EXPECT_LT(of_json, 20 * of_map);
}

// The text is that of the tree which nlohmann makes of the same values; only digits of numbers may differ, where theirs are not
// the fewest.
TEST(JsonText, WritesWhatATreeOfValuesWouldDump) {
  const std::string names[] = {"plain",       "with \"quotes\" and \\", "line\nand\ttab\r\b\f\x01", "\xc3\xbc \xe2\x82\xac", "",
                               "\xff no text"};
  const double numbers[] = {0, -0.0, 1, -3, 0.1, 1e-5, 1.5e-7, 123456.789, 1e14, 1e16, 1e17, 1e300, 5e-324, NAN, INFINITY};
  Json tree = Json::object();
  JsonText text(2);
  text.object([&] {
    for (const std::string& name : names) {
      tree[name] = name;
      text.put(name, name);
    }
    tree["truth"] = {true, false};
    text.put("truth", std::vector<bool>{true, false});
    tree["none"] = nullptr;
    text.put("none", std::optional<int>());
    tree["some"] = -7;
    text.put("some", std::optional(-7));
    tree["numbers"] = numbers;
    text.put("numbers", numbers);
    tree["empty"] = Json::object();
    text.object("empty", [] {});
    tree["also empty"] = Json::array();
    text.put("also empty", std::vector<std::string>{});
    tree["list"] = Json::array({Json{{"a", 1}}, Json::object()});
    text.list("list", [&] {
      text.object([&] { text.put("a", 1); });
      text.object([] {});
    });
  });
  text.end();
  EXPECT_EQ(text.text(), tree.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

TEST(JsonText, NumbersAreReadBackToTheLastDigit) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) {
    const double number = std::ldexp(std::uniform_real_distribution(-1.0, 1.0)(random), static_cast<int>(random() % 200) - 100);
    JsonText text(1);
    text.object([&] { text.put("x", number); });
    const Json read = Json::parse(text.text());
    ASSERT_TRUE(read["x"].is_number_float()) << text.text();
    ASSERT_EQ(read["x"].get<double>(), number) << text.text();
  }
}

// What is handed over in pieces is the same text.
TEST(JsonText, HandsOverPieces) {
  std::string whole;
  int pieces = 0;
  JsonText text(1, [&](std::string_view piece) {
    whole += piece;
    ++pieces;
  });
  Json tree = Json::object();
  text.object([&] {
    for (int i = 0; i < 20000; ++i) {
      const std::string key = "key " + std::to_string(i);
      tree[key] = Json{{"i", i}};
      text.object(key, [&] { text.put("i", i); });
    }
  });
  text.end();
  EXPECT_GT(pieces, 3);
  EXPECT_EQ(whole, tree.dump(1) + "\n");
}

}  // namespace
}  // namespace bricard::test
