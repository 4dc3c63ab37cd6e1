#include "bricard/core/json.hpp"

#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <string>

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

}  // namespace
}  // namespace bricard::test
