// Reports are taken apart again: the script element out of the HTML, the JSON out of it, numbers out of base64, and compared with
// the table they came from.
#include "page/report/report_page.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

#include "page/bundle.hpp"
#include "page/json.hpp"
#include "page/test_folder.hpp"

namespace bricard::page {
namespace {

std::string decoded(const std::string& text) {
  std::string bytes;
  unsigned bits = 0;
  int there = 0;
  for (const char c : text) {
    if (c == '=') break;
    const std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    bits = bits << 6 | static_cast<unsigned>(digits.find(c));
    there += 6;
    if (there >= 8) bytes += static_cast<char>(bits >> (there -= 8) & 255);
  }
  return bytes;
}

std::vector<float> numbers(const std::string& base64_text) {
  const std::string bytes = decoded(base64_text);
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
  return values;
}

std::size_t count(std::string_view text, std::string_view word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

// As a browser sees it: the element ends at the first `</script`.
Json data_of(const std::string& html) {
  const std::string start = R"(<script id="bricard-report" type="application/json">)";
  const std::size_t begin = html.find(start) + start.size();
  return Json::parse(html.substr(begin, html.find("</script", begin) - begin));
}

// The column of a run in the report.
std::vector<float> column(const Json& run, const std::string& name) {
  const std::vector<float> all = numbers(run["values"]);
  const std::size_t rows = run["detail"]["rows"];
  EXPECT_EQ(all.size(), rows * run["names"].size());
  for (std::size_t i = 0; i < run["names"].size(); ++i)
    if (run["names"][i] == name) return {all.begin() + i * rows, all.begin() + (i + 1) * rows};
  ADD_FAILURE() << "no column " << name;
  return {};
}

const std::vector<std::string> names{"t",      "bob.x",  "bob.y",   "bob.z",   "bob.e0",  "bob.e1", "bob.e2",   "bob.e3",
                                     "bob.vx", "bob.ax", "bob.alx", "bob.aly", "bob.alz", "bob.ay", "pivot.fx", "tip.ax"};

double value(std::size_t row, std::size_t column) {
  return column == 0 ? 1e-3 * static_cast<double>(row) : std::sin(1e-3 * static_cast<double>(row * column)) * 1234.5678;
}

// A run of any length.
RunFolder make_run(const TestFolder& folder, const std::string& name, std::size_t rows) {
  std::string text;
  for (const std::string& each : names) text += (text.empty() ? "" : ",") + each;
  text += '\n';
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < names.size(); ++c)
      text += fmt::format("{:.17g}{}", value(r, c), c + 1 < names.size() ? ',' : '\n');
  folder.write(name + "/results.csv", text);
  folder.write(name + "/model.bricard.yaml", pendulum);
  folder.write(name + "/summary.json",
               R"({"analysis": "dynamics", "status": "stopped", "message": "as asked", "units": {"columns": {"t": "s"}}})");
  return RunFolder(folder.path() / name);
}

TEST(Report, ReadsBackAsItWas) {
  const TestFolder folder;
  const RunFolder run = make_run(folder, "swing.out", 50);
  folder.write("swing.out/modes.csv", "number,frequency\n1,2.5\n");
  folder.write("swing.out/source.json", R"({"text": "", "set": {"l": "300"}})");
  folder.write("parts/bob.stl", std::string("solid\0bob", 9));
  const Report found = report({run});
  EXPECT_EQ(found.note, "");
  const Json data = data_of(found.html);
  const Json& info = data["project"]["runs"][0];
  EXPECT_EQ(info["id"], "r0");
  EXPECT_EQ(info["name"], "swing");
  EXPECT_EQ(info["status"], "stopped");
  EXPECT_EQ(info["message"], "as asked");
  EXPECT_EQ(info["set"]["l"], "300");
  EXPECT_FALSE(data["project"]["live"]);
  const Json& part = data["runs"]["r0"];
  EXPECT_EQ(part["detail"]["id"], "r0");
  EXPECT_EQ(part["detail"]["rows"], 50);
  EXPECT_EQ(part["names"], Json(names));
  EXPECT_EQ(part["detail"]["columns"][0], Json::parse(R"({"name": "t", "unit": "s"})"));
  for (std::size_t c = 0; c < names.size(); ++c) {
    const std::vector<float> values = column(part, names[c]);
    for (std::size_t r = 0; r < 50; ++r) EXPECT_EQ(values[r], static_cast<float>(value(r, c))) << names[c] << " row " << r;
  }
  EXPECT_EQ(part["scene"]["bodies"][0]["name"], "bob");
  EXPECT_EQ(part["files"]["modes.csv"], "number,frequency\n1,2.5\n");
  EXPECT_FALSE(part["files"].contains("summary.json"));
  EXPECT_EQ(decoded(part["assets"]["parts/bob.stl"]), std::string("solid\0bob", 9));
  // Around the data the page is as it was built.
  const std::size_t slot = bundle().find(report_slot);
  ASSERT_NE(slot, std::string_view::npos);
  EXPECT_EQ(found.html.substr(0, slot), bundle().substr(0, slot));
  EXPECT_TRUE(found.html.ends_with(bundle().substr(slot + report_slot.size())));
}

TEST(Report, NotANumberStaysSo) {
  const TestFolder folder;
  folder.write("r/results.csv", "t,q\n0,nan\n1,1e300\n2,-3\n");
  const Json data = data_of(report({RunFolder(folder.path() / "r")}).html);
  const std::vector<float> q = column(data["runs"]["r0"], "q");
  EXPECT_TRUE(std::isnan(q[0]));
  EXPECT_TRUE(std::isinf(q[1]));  // more than a float can hold
  EXPECT_EQ(q[2], -3);
  EXPECT_TRUE(data["runs"]["r0"]["scene"].is_null());
}

TEST(Report, HostileNamesStayText) {
  const TestFolder folder;
  const std::string hostile = "</script><script>alert(1)</script><!-- ]]> \" \\ &lt;";
  make_run(folder, "r", 3);
  std::string model = pendulum;
  model.replace(model.find("name: Pendulum"), 14, "name: " + Json(hostile).dump());
  folder.write("r/model.bricard.yaml", model);
  folder.write("r/summary.json", Json{{"message", hostile}, {"status", hostile}}.dump());
  folder.write("r/source.json", Json{{"text", "# " + hostile + "\n"}, {"set", {{"l", hostile}}}}.dump());
  folder.write("r/linear.json", hostile);
  folder.write("x/results.csv", "t," + std::string("</script><b>") + "\n0,1\n");
  const Report found = report({RunFolder(folder.path() / "r"), RunFolder(folder.path() / "x")});
  EXPECT_EQ(count(found.html, "</script"), count(bundle(), "</script"));
  EXPECT_EQ(count(found.html, "<script"), count(bundle(), "<script"));
  EXPECT_EQ(count(found.html, "<!--"), count(bundle(), "<!--"));
  const Json data = data_of(found.html);
  EXPECT_EQ(data["runs"]["r0"]["scene"]["name"], hostile);
  EXPECT_EQ(data["project"]["runs"][0]["message"], hostile);
  EXPECT_EQ(data["project"]["runs"][0]["set"]["l"], hostile);
  EXPECT_EQ(data["runs"]["r0"]["files"]["linear.json"], hostile);
  EXPECT_EQ(data["runs"]["r1"]["names"][1], "</script><b>");
}

TEST(Report, LongRunsAreThinnedEvenly) {
  const TestFolder folder;
  const RunFolder run = make_run(folder, "r", 20001);
  folder.write("parts/bob.stl", "solid");
  const std::size_t page = report({make_run(folder, "empty", 2)}).html.size();
  ReportOptions options;
  options.largest = page + 200'000;
  const Report found = report({run}, options);
  EXPECT_LE(found.html.size(), options.largest);
  EXPECT_GT(found.html.size(), page + 180'000);  // the room is used
  const Json part = data_of(found.html)["runs"]["r0"];
  EXPECT_EQ(part["names"].size(), names.size());
  const std::vector<float> t = column(part, "t"), x = column(part, "bob.x");
  EXPECT_GT(t.size(), 2000u);
  EXPECT_EQ(t.front(), 0);
  EXPECT_EQ(t.back(), 20);
  const double step = 20.0 / static_cast<double>(t.size() - 1);
  for (std::size_t i = 0; i < t.size(); ++i) {
    EXPECT_NEAR(t[i], step * static_cast<double>(i), 2e-3);
    const auto row = static_cast<std::size_t>(std::lround(t[i] * 1e3));
    EXPECT_EQ(x[i], static_cast<float>(value(row, 1)));  // rows stay together
  }
  EXPECT_EQ(found.note, fmt::format("{} of 20001 rows of r are in it", t.size()));
}

// Each curve of a sweep by itself: its first and last row stay, and the page is told where they are.
TEST(Report, CurvesOfASweepAreThinnedApart) {
  const TestFolder folder;
  std::string text = "k,t,x\n";
  for (const int k : {10, 20})
    for (int row = 0; row <= 10'000; ++row) text += fmt::format("{},{:.17g},{}\n", k, 1e-3 * row, k * row);
  folder.write("k.out/results.csv", text);
  folder.write("k.out/summary.json",
               R"({"status": "done", "sweep": {"keep": "curves", "varied": [{"name": "k", "unit": "N/m", "values": [10, 20]}],
      "curves": [{"values": [10], "rows": 10001}, {"values": [20], "rows": 10001}]}})");
  folder.write("k.out/model.bricard.yaml", pendulum);
  const RunFolder run(folder.path() / "k.out");
  ReportOptions options;
  options.largest = report({make_run(folder, "empty", 2)}).html.size() + 50'000;
  const Json part = data_of(report({run}, options).html)["runs"]["r0"];
  const std::vector<float> k = column(part, "k"), t = column(part, "t"), x = column(part, "x");
  ASSERT_LT(k.size(), 20'000u);
  const Json& curves = part["detail"]["family"]["curves"];
  ASSERT_EQ(curves.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t from = curves[i]["from"], to = curves[i]["to"];
    EXPECT_EQ(t[from], 0);
    EXPECT_EQ(t[to - 1], 10);
    for (std::size_t row = from; row < to; ++row) {
      EXPECT_EQ(k[row], 10 * (i + 1));
      EXPECT_NEAR(x[row], 1e3 * k[row] * t[row], 1e-2);
    }
  }
  EXPECT_EQ(curves[1]["to"], k.size());
}

TEST(Report, ColumnsThatNothingDrawsGoBeforeTooManyRows) {
  const TestFolder folder;
  const RunFolder run = make_run(folder, "r", 5000);
  const std::size_t page = report({make_run(folder, "empty", 2)}).html.size();
  const auto names_within = [&](std::size_t bytes) {
    ReportOptions options;
    options.largest = page + bytes;
    const Report found = report({run}, options);
    EXPECT_LE(found.html.size(), options.largest);
    const Json part = data_of(found.html)["runs"]["r0"];
    EXPECT_EQ(part["detail"]["columns"].size(), part["names"].size());
    for (const char* never : {"t", "bob.x", "bob.e3", "pivot.fx"}) EXPECT_EQ(column(part, never).size(), part["detail"]["rows"]);
    std::string all;
    for (const Json& each : part["names"]) all += each.get<std::string>() + ' ';
    return all;
  };
  EXPECT_NE(names_within(60'000).find("bob.ax"), std::string::npos);  // 600 rows of 16 columns take 51 kB
  const std::string fewer = names_within(40'000);
  EXPECT_EQ(fewer.find("bob.a"), std::string::npos) << fewer;
  EXPECT_EQ(fewer.find("tip.ax"), std::string::npos) << fewer;
  EXPECT_NE(fewer.find("bob.vx"), std::string::npos) << fewer;
  EXPECT_EQ(names_within(20'000).find("bob.v"), std::string::npos);
}

TEST(Report, SeveralRunsHaveTheirOwnNames) {
  const TestFolder folder;
  const Json data = data_of(report({make_run(folder, "a/swing.out", 4), make_run(folder, "b/swing.out", 6)}).html);
  EXPECT_EQ(data["project"]["runs"][0]["name"], "swing");
  EXPECT_EQ(data["project"]["runs"][1]["name"], "swing (2)");
  EXPECT_EQ(data["project"]["runs"][1]["id"], "r1");
  EXPECT_EQ(data["runs"]["r1"]["detail"]["rows"], 6);
  EXPECT_EQ(column(data["runs"]["r1"], "t").back(), 5e-3F);
}

TEST(Report, WhatIsLeftOutIsTold) {
  const TestFolder folder;
  const RunFolder run = make_run(folder, "r", 4);
  EXPECT_NE(report({run}).note.find("the mesh `parts/bob.stl` is left out (not found)"), std::string::npos);
  folder.write("parts/bob.stl", std::string(1'200'000, 'x'));
  const Report found = report({run});
  EXPECT_NE(found.note.find("the mesh `parts/bob.stl` is left out (1.2 MB)"), std::string::npos) << found.note;
  EXPECT_TRUE(data_of(found.html)["runs"]["r0"]["assets"].empty());
  ReportOptions options;
  options.largest = 1000;
  EXPECT_NE(report({run}, options).note.find("it is larger than"), std::string::npos);
}

}  // namespace
}  // namespace bricard::page
