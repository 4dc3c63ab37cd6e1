// Edit distances worked out by hand; numbers that read back the same.
#include "bricard/core/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"

namespace bricard {
namespace {

TEST(EditDistance, CountsInsertionsDeletionsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("crank", "crank"), 0);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("revolut", "revolute"), 1);
  EXPECT_EQ(edit_distance("carnk", "crank"), 1);
  EXPECT_EQ(edit_distance("Crank", "crank"), 0);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("ca", "abc"), 3);  // optimal string alignment, not the unrestricted distance 2
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3);
  EXPECT_GT(edit_distance("kitten", "sitting", 2), 2);
  EXPECT_EQ(edit_distance("abcdef", "badcfe", 3), 3) << "swaps of neighbors";
}

// The whole table (Boytsov 2011, optimal string alignment), without a band and without an early end.
int whole_table(const std::string& a, const std::string& b) {
  std::vector<std::vector<int>> d(a.size() + 1, std::vector<int>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      d[i][j] = static_cast<int>(i == 0 ? j : i);
      if (i == 0 || j == 0) continue;
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

// Up to `most` the distance is exact, and else it is more than that.
TEST(EditDistance, IsThatOfTheWholeTable) {
  std::mt19937 random(5);
  const auto word = [&] {
    std::string text(random() % 9, ' ');
    for (char& c : text) c = static_cast<char>('a' + random() % 3);
    return text;
  };
  for (int i = 0; i < 3000; ++i) {
    const std::string a = word(), b = word();
    const int exact = whole_table(a, b);
    for (int most = 0; most <= 9; ++most) {
      const int found = edit_distance(a, b, most);
      if (exact <= most) {
        ASSERT_EQ(found, exact) << a << ' ' << b << ' ' << most;
      } else {
        ASSERT_GT(found, most) << a << ' ' << b;
      }
    }
  }
}

TEST(Nearest, FindsTheMisspeltWord) {
  const std::vector<std::string> words = {"revolute", "prismatic", "fixed", "free"};
  EXPECT_EQ(nearest("revolut", words), "revolute");
  EXPECT_EQ(nearest("Prismatik", words), "prismatic");
  EXPECT_EQ(nearest("fiexd", words), "fixed");
  EXPECT_EQ(nearest("banana", words), "");
  EXPECT_EQ(nearest("fixet", std::vector<std::string>{"fixes", "fixed"}), "fixes") << "of equally near ones the first";
  EXPECT_EQ(nearest("", words), "");
  EXPECT_EQ(nearest("x", std::vector<std::string>{"y"}), "");
  EXPECT_EQ(nearest(std::string(100'000, 'a'), words), "");
  EXPECT_EQ(nearest("r", std::vector<std::string>{}), "");
}

TEST(Nearest, MakesAHint) {
  EXPECT_EQ(did_you_mean("mas", std::vector<std::string>{"mass"}), "did you mean `mass`?");
  EXPECT_EQ(did_you_mean("q", std::vector<std::string>{"mass"}), "");
}

TEST(Quoted, IsReadable) {
  EXPECT_EQ(quoted("abc"), "`abc`");
  EXPECT_EQ(quoted(std::string_view("a\0\n", 3)), "`a\\x00\\x0a`");
  EXPECT_EQ(quoted(std::string(1000, 'a')), "`" + std::string(60, 'a') + "...`");
  EXPECT_EQ(quoted(std::string(59, 'a') + "\xC3\xA9" + "b"), "`" + std::string(59, 'a') + "...`");  // é is not cut in two
}

TEST(ToText, ReadsBackTheSame) {
  EXPECT_EQ(to_text(0.1), "0.1");
  EXPECT_EQ(to_text(-3), "-3");
  EXPECT_EQ(to_text(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(to_text(std::nan("")), "nan");
  EXPECT_EQ(to_text(-HUGE_VAL), "-inf");
  for (const double x : {1.0 / 3, 1e-300, 5e-324, 6.02214076e23, 0.1 + 0.2, std::numeric_limits<double>::max()})
    EXPECT_EQ(std::strtod(to_text(x).c_str(), nullptr), x);
}

TEST(Error, LeavesUnknownPartsOut) {
  const Fault whole{{"a.yaml", 3, 7}, "joints.main.axis", "the axis has zero length", "give [0, 0, 1]"};
  EXPECT_EQ(to_string(whole), "a.yaml:3:7: error: joints.main.axis: the axis has zero length; give [0, 0, 1]");
  EXPECT_EQ(to_string(Fault{{"a.yaml", 3, 0}, "", "bad", ""}), "a.yaml:3: error: bad");
  EXPECT_EQ(to_string(Fault{{}, "mass", "bad", ""}), "error: mass: bad");
  EXPECT_STREQ(Error({whole, {{}, "", "bad", ""}}).what(), (to_string(whole) + "\nerror: bad").c_str());
  EXPECT_EQ(Error("mass", "bad", "good").faults().at(0).hint, "good");
}

}  // namespace
}  // namespace bricard
