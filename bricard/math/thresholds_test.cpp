// Small numbers stand in thresholds.hpp and nowhere else above math/, each with its reason, used, and where it was fitted on
// benchmarks told in docs/methods.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/test_paths.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The code without what stands in comments and texts; lines stay lines.
std::string bare(const std::string& code) {
  std::string out;
  const auto skip_to = [&](std::size_t from, std::string_view end) {
    const std::size_t found = code.find(end, from), to = found == std::string::npos ? code.size() : found + end.size();
    out += std::string(static_cast<std::size_t>(std::count(code.begin() + from, code.begin() + to, '\n')), '\n');
    return to;
  };
  for (std::size_t i = 0; i < code.size();) {
    const bool in_word = i > 0 && std::isalnum(static_cast<unsigned char>(code[i - 1]));
    if (code.compare(i, 2, "//") == 0) {
      i = std::min(code.find('\n', i), code.size());
    } else if (code.compare(i, 2, "/*") == 0) {
      i = skip_to(i, "*/");
    } else if (code.compare(i, 2, "R\"") == 0 && !in_word) {
      const std::size_t open = code.find('(', i);
      i = skip_to(i, ')' + code.substr(i + 2, open - i - 2) + '"');
    } else if (code[i] == '"' || (code[i] == '\'' && !in_word)) {  // in a number ' separates digits
      const char quote = code[i++];
      while (i < code.size() && code[i] != quote) i += code[i] == '\\' ? 2 : 1;
      ++i;
    } else {
      out += code[i++];
    }
  }
  return out;
}

// A number with a negative exponent, like 1e-9 or 0.5E-3.
bool has_small_number(const std::string& line) {
  const auto is = [&](std::size_t i, auto test) { return i < line.size() && test(static_cast<unsigned char>(line[i])); };
  const auto digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  for (std::size_t i = 1; i < line.size(); ++i) {
    if ((line[i] != 'e' && line[i] != 'E') || line.compare(i + 1, 1, "-") != 0 || !is(i + 2, digit)) continue;
    std::size_t first = i;
    while (is(first - 1, [&](unsigned char c) { return digit(c) || c == '.' || c == '\''; })) --first;
    if (is(first, digit) && !is(first - 1, [](unsigned char c) { return std::isalnum(c) || c == '_'; })) return true;
  }
  return false;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all{""};
  for (const char c : text)
    if (c == '\n')
      all.emplace_back();
    else
      all.back() += c;
  return all;
}

// Numbers that are no thresholds.
struct Exempt {
  std::string_view file, text, why;
};
constexpr Exempt exempt[] = {
    {"bricard/model/analysis.hpp", "double relative = 1e-6;", "the default of a key, as documented"},
    {"bricard/analyses/many/compare.cpp", "default_tolerances[]", "the default of an option, as documented"},
    {"bricard/vehicle/maneuver.hpp", "double tolerance = 1e-6;", "the default of a key, as documented"},
    {"bricard/model/road.cpp", "16e-6 * std::pow(4.0", "the published spectrum of road classes, m^3"},
    {"cli/bench.cpp", "return {1e-6, 1e-9};", "the default of an option, as documented"},
    {"cli/beside/render.cpp", "\"speed\", 1e-9, 1e9", "what an option may be"},
};

// Sources of the rooms above math/, but for tests and what only they read, as paths from the root.
std::vector<std::string> sources() {
  std::vector<std::string> found;
  for (const char* room : {"bricard", "page", "cli"})
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(source_dir) / room)) {
      const std::string path = entry.path().lexically_relative(source_dir).generic_string(),
                        name = entry.path().filename().string();
      if (!name.ends_with(".cpp") && !name.ends_with(".hpp")) continue;
      if (name.ends_with("_test.cpp") || name.starts_with("test_") || name.starts_with("fuzz_")) continue;
      if (path.starts_with("bricard/core/") || path.starts_with("bricard/math/")) continue;
      found.push_back(path);
    }
  std::sort(found.begin(), found.end());
  return found;
}

struct Constant {
  std::string name, reason, value;
};

std::vector<Constant> constants() {
  std::vector<Constant> all;
  for (const std::string& line : lines(read(fs::path(source_dir) / "bricard/math/thresholds.hpp"))) {
    constexpr std::string_view start = "inline constexpr double ";
    if (!line.starts_with(start)) continue;
    const std::size_t comment = line.find("//");
    all.push_back({line.substr(start.size(), line.find_first_of(" [", start.size()) - start.size()),
                   comment == std::string::npos ? "" : line.substr(comment + 2), line.substr(line.find('=') + 1)});
  }
  return all;
}

TEST(Thresholds, SmallNumbersAreSeenInCodeOnly) {
  EXPECT_TRUE(has_small_number("if (x < 1e-9) return;"));
  EXPECT_TRUE(has_small_number("1.E-12"));
  EXPECT_TRUE(has_small_number("0.9e-3 + x"));
  EXPECT_FALSE(has_small_number("0x1e-3 + case1e-2 + 1e3 + e-2 + size - 1"));
  const std::string code = "a; // 1e-9\n\"1e-9\" b; /* 1e-9\n 1e-9 */ R\"x(1e-9\n)\" )x\" c; '\"' 1'000e-9; '\\'' d;";
  EXPECT_EQ(bare(code), "a; \n b; \n \n c;  1'000e-9;  d;");
}

TEST(Thresholds, StandInOneHeader) {
  int files = 0;
  for (const std::string& path : sources()) {
    ++files;
    const std::string code = read(fs::path(source_dir) / path);
    const std::vector<std::string> written = lines(code), found = lines(bare(code));
    ASSERT_EQ(written.size(), found.size()) << path;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!has_small_number(found[i])) continue;
      EXPECT_TRUE(std::ranges::any_of(
          exempt, [&](const Exempt& e) { return path == e.file && written[i].find(e.text) != std::string::npos; }))
          << path << ':' << i + 1 << ": " << written[i]
          << "\n  a number this small needs a name and a reason in bricard/math/thresholds.hpp";
    }
  }
  EXPECT_GT(files, 300);
}

TEST(Thresholds, HaveAReasonAndAReader) {
  std::string all;
  for (const std::string& path : sources()) all += bare(read(fs::path(source_dir) / path));
  EXPECT_GT(constants().size(), 50u);
  for (const auto& [name, reason, value] : constants()) {
    EXPECT_GT(reason.size(), 10u) << name;
    const bool is_list = value.find('{') != std::string::npos;
    EXPECT_TRUE(is_list || std::strtod(value.c_str(), nullptr) > 0) << name << " is not positive";
    const auto read_here = [&](std::size_t at) {
      const std::size_t end = at + std::string("threshold::").size() + name.size();
      return end >= all.size() || !(std::isalnum(static_cast<unsigned char>(all[end])) || all[end] == '_');
    };
    bool is_read = false;
    for (std::size_t at = 0; !is_read && (at = all.find("threshold::" + name, at)) != std::string::npos; ++at)
      is_read = read_here(at);
    EXPECT_TRUE(is_read) << name << " is read by nobody";
  }
}

TEST(Thresholds, ThatWereFittedAreToldAsSuch) {
  const std::string methods = read(fs::path(source_dir) / "docs/methods.md");
  const std::size_t section = methods.find("## Fitted on benchmarks");
  ASSERT_NE(section, std::string::npos);
  int fitted = 0;
  for (const auto& [name, reason, value] : constants()) {
    const bool told = methods.find("`" + name + "`", section) != std::string::npos;
    EXPECT_EQ(told, reason.find("Fitted on") != std::string::npos) << name;
    fitted += told;
  }
  EXPECT_GT(fitted, 0);
}

}  // namespace
}  // namespace bricard
