// Tests of the columns of a table: every value, the laws of thinning, broken files by line, memory that does not grow.
#include "page/results/column_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <thread>

#include "bricard/core/error.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
constexpr double inf = std::numeric_limits<double>::infinity();

class ColumnsTest : public testing::Test {
 protected:
  ColumnsTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::temp_directory_path() / ("bricard_columns_" + std::to_string(::getpid()) + "_" + test->name());
    fs::create_directories(folder_);
  }
  ~ColumnsTest() override { fs::remove_all(folder_); }
  fs::path path() const { return folder_ / "table.csv"; }
  Columns read(std::string_view text) const {
    std::ofstream(path(), std::ios::binary) << text;
    return Columns(path());
  }
  // The message of the Error, after the name of the file.
  std::string fault(std::string_view text) const {
    try {
      read(text);
    } catch (const Error& error) {
      const std::string what = error.what(), name = path().string() + ":";
      return what.starts_with(name) ? what.substr(name.size()) : what;
    }
    return "no fault";
  }
  // t = i, square = i^2, wave = sin(i)
  Columns long_table(std::size_t rows) const {
    std::ofstream file(path());
    file.precision(17);
    file << "t,square,wave\n";
    for (std::size_t i = 0; i < rows; ++i) file << i << ',' << i * i << ',' << std::sin(i) << '\n';
    file.close();
    return Columns(path());
  }

 private:
  fs::path folder_;
};

using By = RowStretch::By;
using Values = std::vector<double>;

// A block of rows that was cut anywhere: what is left of a number is a number too, but not the one that was computed.
TEST_F(ColumnsTest, OfOurOwnRowsATornLastOneIsLeftOut) {
  const std::string text = "t,x\n0,1\n1,1.25\n";
  for (std::size_t cut = 4; cut <= text.size(); ++cut) {
    std::ofstream(path(), std::ios::binary) << text.substr(0, cut);
    const Columns columns(path(), LastLine::has_its_end);
    EXPECT_EQ(columns.rows(), cut < 8 ? 0u : cut < text.size() ? 1u : 2u) << cut;
  }
}

// What stands in the file already is not read again: it is overwritten here, and nobody notices. Rows of one block, of many, and
// such that end in the middle of a number.
TEST_F(ColumnsTest, OfAGrowingTableOnlyWhatHasComeIsRead) {
  const auto row = [](std::size_t i) { return std::to_string(i) + "," + std::to_string(7 * i % 1000) + ".5\n"; };
  std::ofstream file(path(), std::ios::binary);
  file << "t,x\n" << std::flush;
  std::optional<Columns> now = Columns::growing(path());
  EXPECT_EQ(now->rows(), 0u);
  std::size_t written = 0, torn = 0;
  for (const std::size_t rows : {1, 2, 2, 4095, 4096, 4097, 20000, 20003}) {
    std::string text;
    for (; written < rows; ++written) text += row(written);
    const std::string next = row(rows);
    file << text.substr(std::min(torn, text.size()));
    torn = text.empty() ? torn : next.size() / 2;
    if (!text.empty()) file << next.substr(0, torn);
    file << std::flush;
    const Columns before = *now;
    now = before.continued(path());
    ASSERT_TRUE(now);
    ASSERT_EQ(now->rows(), rows);
    EXPECT_LE(before.values(0).size(), rows);
    const Values t = now->values(0), x = now->values(1);
    for (std::size_t i = 0; i < rows; ++i)
      ASSERT_TRUE(t[i] == static_cast<double>(i) && x[i] == static_cast<double>(7 * i % 1000) + 0.5) << i << " of " << rows;
    std::fstream(path(), std::ios::in | std::ios::out | std::ios::binary) << "?,?\n?";
  }
  // By another name it is the same table; another file of that name is not.
  fs::rename(path(), path().string() + ".all");
  EXPECT_EQ(now->continued(path().string() + ".all")->rows(), 20003u);
  EXPECT_FALSE(now->continued(path()));
  std::ofstream(path()) << "t,x\n";
  EXPECT_FALSE(now->continued(path()));
  EXPECT_FALSE(Columns(path()).continued(path()));
}

void expect_same(const Values& found, const Values& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << "value " << i << " is " << found[i];
    } else {
      EXPECT_EQ(found[i], expected[i]) << "value " << i;
    }
  }
}

// ---- what is a table

TEST_F(ColumnsTest, GivesTheNumbersThatWereWritten) {
  const Columns table = read("t,crank.x\n0,-1.5\n0.1,2.5e-3\n0.30000000000000004,1e300\n");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"t", "crank.x"}));
  EXPECT_EQ(table.rows(), 3u);
  expect_same(table.values(0), {0, 0.1, 0.30000000000000004});
  expect_same(table.values(1), {-1.5, 2.5e-3, 1e300});
}

TEST_F(ColumnsTest, FindsColumnsByTheirName) {
  const Columns table = read("t,b,a,c\n0,1,2,3\n");
  EXPECT_EQ(table.find("t"), 0);
  EXPECT_EQ(table.find("b"), 1);
  EXPECT_EQ(table.find("a"), 2);
  EXPECT_EQ(table.find("c"), 3);
  EXPECT_EQ(table.find(""), -1);
  EXPECT_EQ(table.find("d"), -1);
}

TEST_F(ColumnsTest, KnowsTheDialects) {
  for (const char* text :
       {"t;x\n1;2\n3;4\n", "t\tx\n1\t2\n3\t4\n", "\xEF\xBB\xBFt,x\r\n1,2\r\n3,4\r\n", " t , \"x\" \n 1, 2 \n3 ,4\n",
        "# measured\nt,x\n\n1,2\n# and so on\n3,4\n", "t,x\n\"1\",\"2\"\n+3,4", "t,x\n1,2\n3,4\n   \n"}) {
    SCOPED_TRACE(text);
    const Columns table = read(text);
    EXPECT_EQ(table.names(), (std::vector<std::string>{"t", "x"}));
    ASSERT_EQ(table.rows(), 2u);
    expect_same(table.values(0), {1, 3});
    expect_same(table.values(1), {2, 4});
  }
}

TEST_F(ColumnsTest, NamesMayBeQuotedOrMissing) {
  const Columns table = read("t,\"force, z [N]\",\"the \"\"right\"\" one\",\n0,1,2,\n");
  EXPECT_EQ(table.names(), (std::vector<std::string>{"t", "force, z", "the \"right\" one", "column 4"}));  // its unit is told apart
  EXPECT_TRUE(std::isnan(table.values(3)[0]));
}

TEST_F(ColumnsTest, NumbersThatAreNotFinite) {
  const Columns table = read("t,x,y\n0,nan,inf\n1,,-inf\n2,NaN,1e999\n3, ,1e-999\n");
  expect_same(table.values(1), {NAN, NAN, NAN, NAN});
  expect_same(table.values(2), {inf, -inf, inf, 0});
}

TEST_F(ColumnsTest, ATableMayHaveNoRows) {
  const Columns table = read("t,x\n");
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_TRUE(table.values(1).empty());
  EXPECT_EQ(table.count({0, 10, 5, By::envelope}), 0u);
}

TEST_F(ColumnsTest, ALastLineThatIsStillWrittenIsLeftOut) {
  for (const char* last : {"2", "2,", "2,5", "2,5,", "2,5,-", "2,5,7e", "2,5,7e-"}) {
    SCOPED_TRACE(last);
    const Columns table = read(std::string("t,x,y\n1,2,3\n") + last);
    EXPECT_EQ(table.rows(), 1u);
    expect_same(table.values(2), {3});
  }
  EXPECT_EQ(read("t,x,y\n1,2,3\n4,5,6").rows(), 2u);
}

// ---- what is not

TEST_F(ColumnsTest, BrokenFilesAreRefusedWithLineAndReason) {
  EXPECT_EQ(fault("t,x\n0,1\n1,abc\n2,3\n"), "3:3: error: a number is expected, found `abc`");
  EXPECT_EQ(fault("t,x\n\n0,1\n1 2,3\n"), "4:1: error: a number is expected, found `1 2`");
  EXPECT_EQ(fault("t,x\n0,1\n1\n"), "3: error: the line has 1 values, the first line names 2 columns");
  EXPECT_EQ(fault("t,x\n0,1\n1,2,3\n"), "3: error: the line has 3 values, the first line names 2 columns");
  EXPECT_EQ(fault("t,x\n0,1\n1,2,3"), "3: error: the line has 3 values, the first line names 2 columns");
  EXPECT_EQ(fault("t;x\n0,5;1\n"), "2:1: error: a number is expected, found `0,5`; write decimals with a point");
  EXPECT_EQ(fault("t x\n0 1\n"),
            "2:1: error: a number is expected, found `0 1`; separate the columns by comma, semicolon or tab");
  EXPECT_EQ(fault("t,x,t\n0,1,2\n"), "1:5: error: two columns are named `t`");
  EXPECT_EQ(fault("t,x\n0,0x10\n"), "2:3: error: a number is expected, found `0x10`");
  EXPECT_EQ(fault("t,x\n0,+-1\n"), "2:3: error: a number is expected, found `+-1`");
  EXPECT_NE(fault("0,1\n2,3\n").find("the first line has numbers"), std::string::npos);
  EXPECT_NE(fault("").find("the table is empty"), std::string::npos);
  EXPECT_NE(fault("\n# nothing\n").find("the table is empty"), std::string::npos);
  EXPECT_NE(fault(std::string("t,x\n0,1\n\0,2\n", 12)).find("\\x00"), std::string::npos);
}

TEST_F(ColumnsTest, OnlyFilesAreTables) {
  EXPECT_THROW(Columns(path() / "missing.csv"), Error);
  try {
    Columns folder(path().parent_path());
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("is a folder"), std::string::npos);
  }
  EXPECT_THROW(Columns("/dev/zero"), Error);
}

TEST_F(ColumnsTest, LinesAndColumnsAreBounded) {
  EXPECT_EQ(fault("t,x\n" + std::string(20'000'000, '1')),
            "2: error: the line is longer than 16 MB; a row of names is expected, then rows of numbers");
  std::string header = "t";
  for (int i = 1; i <= 200'000; ++i) header += ",c" + std::to_string(i);
  EXPECT_EQ(fault(header + "\n"), "1: error: the table has more than 200000 columns");
}

TEST_F(ColumnsTest, ManyColumns) {
  std::ofstream file(path());
  constexpr int columns = 30'000, rows = 40;  // more than one block of 17 rows
  for (int c = 0; c < columns; ++c) file << (c ? ",c" : "c") << c;
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) file << (c ? "," : "\n") << r * columns + c;
  file << '\n';
  file.close();
  const Columns table(path());
  ASSERT_EQ(table.rows(), 40u);
  EXPECT_EQ(table.find("c29999"), 29999);
  for (const int c : {0, 1, 17, 29999}) {
    const Values values = table.values(c);
    for (int r = 0; r < rows; ++r) ASSERT_EQ(values[r], r * columns + c);
  }
}

// ---- stretches and thinning

TEST_F(ColumnsTest, StretchesOverBlocksAreExact) {
  constexpr std::size_t rows = 20'000;  // five blocks
  const Columns table = long_table(rows);
  ASSERT_EQ(table.rows(), rows);
  for (const auto& [from, to] : {std::pair<std::size_t, std::size_t>{0, rows},
                                 {4095, 4097},
                                 {100, 12'345},
                                 {rows - 1, rows + 50},
                                 {7, 7},
                                 {9, 3},
                                 {rows, rows + 1}}) {
    const Values square = table.values(1, {from, to}), wave = table.values(2, {from, to});
    const std::size_t end = std::max(std::min(to, rows), from), n = from < rows ? end - from : 0;
    ASSERT_EQ(square.size(), n);
    ASSERT_EQ(table.count({from, to}), n);
    for (std::size_t i = 0; i < n; ++i) {
      ASSERT_EQ(square[i], static_cast<double>((from + i) * (from + i)));
      ASSERT_EQ(wave[i], std::sin(from + i));
    }
  }
}

TEST_F(ColumnsTest, CountIsWhatIsDelivered) {
  const Columns table = long_table(10'007);
  for (const By by : {By::every, By::envelope})
    for (const std::size_t points : {1, 2, 3, 7, 1000, 9999, 10'006, 10'007, 20'000})
      for (const std::size_t from : {0, 5, 4096, 10'005})
        for (int column = 0; column < 3; ++column) {
          const RowStretch stretch{from, 10'007, points, by};
          const std::size_t n = table.values(column, stretch).size();
          ASSERT_EQ(n, table.count(stretch)) << points << " points from " << from;
          ASSERT_LE(n, std::max<std::size_t>(points, 2));
          ASSERT_GE(n + 1, std::min<std::size_t>(points, 10'007 - from));
        }
}

TEST_F(ColumnsTest, EveryTakesRowsAtEvenDistanceWithBothEnds) {
  const Columns table = long_table(10'001);
  expect_same(table.values(0, {0, 10'001, 5, By::every}), {0, 2500, 5000, 7500, 10'000});
  expect_same(table.values(1, {1000, 2001, 3, By::every}), {1e6, 2.25e6, 4e6});
  const Values uneven = table.values(0, {0, 10'001, 777, By::every});
  EXPECT_EQ(uneven.front(), 0);
  EXPECT_EQ(uneven.back(), 10'000);
  for (std::size_t i = 1; i < uneven.size(); ++i) EXPECT_NEAR(uneven[i] - uneven[i - 1], 10'000.0 / 776, 1);
}

TEST_F(ColumnsTest, EnvelopeKeepsLowestAndHighestOfEachPart) {
  // parts of three rows
  const Columns table = read("t,x\n0,5\n1,1\n2,3\n3,2\n4,2\n5,2\n6,-1\n7,4\n8,nan\n9,nan\n10,nan\n11,nan\n");
  expect_same(table.values(1, {0, 12, 8, By::envelope}), {5, 1, 2, 2, -1, 4, NAN, NAN});
  expect_same(table.values(0, {0, 12, 8, By::envelope}), {0, 2, 3, 5, 6, 8, 9, 11});
  expect_same(read("t,x\n0,nan\n1,3\n2,1\n").values(1, {0, 3, 2, By::envelope}), {3, 1});
}

TEST_F(ColumnsTest, ASpikeSurvivesTheEnvelopeOnly) {
  std::ofstream file(path());
  file << "t,x\n";
  for (int i = 0; i < 50'000; ++i) file << i << ',' << (i == 31'415 ? 7 : i == 31'416 ? -9 : 0) << '\n';
  file.close();
  const Columns table(path());
  const Values thin = table.values(1, {0, 50'000, 200, By::envelope});
  EXPECT_EQ(*std::max_element(thin.begin(), thin.end()), 7);
  EXPECT_EQ(*std::min_element(thin.begin(), thin.end()), -9);
  const auto high = std::find(thin.begin(), thin.end(), 7), low = std::find(thin.begin(), thin.end(), -9);
  EXPECT_EQ(low - high, 1);  // in the order in which they stand
  EXPECT_EQ((high - thin.begin()) / 2, 31'415 / 500);
}

TEST_F(ColumnsTest, WhoHasEnoughStopsTheReading) {
  const Columns table = long_table(50'000);
  for (const RowStretch& stretch : {RowStretch{}, RowStretch{0, 50'000, 20'000, By::every}}) {
    int calls = 0;
    table.read(1, stretch, [&](std::span<const double>) { return ++calls < 2; });
    EXPECT_EQ(calls, 2);
  }
}

TEST_F(ColumnsTest, ManyThreadsMayRead) {
  const Columns table = long_table(30'000);
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int k = 0; k < 4; ++k)
    threads.emplace_back([&, k] {
      for (int round = 0; round < 20; ++round) {
        const Values values = table.values(k % 3);
        for (std::size_t i = 0; i < values.size(); ++i)
          if (values[i] != (k % 3 == 0 ? i : k % 3 == 1 ? i * i : std::sin(i))) ++wrong;
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// ---- bounds

// Largest memory of this process since the last call, bytes.
std::size_t peak_memory() {
  std::size_t peak = 0;
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (word == "VmHWM:") status >> peak;
  std::ofstream("/proc/self/clear_refs") << 5;
  return 1024 * peak;
}

// 200 000 rows of 50 columns: 80 MB as numbers.
TEST_F(ColumnsTest, MemoryDoesNotGrowWithTheRows) {
  {
    std::string rows;
    for (int r = 0; r < 100; ++r)
      for (int c = 0; c < 50; ++c) rows += (c ? "," : "") + std::to_string(c + r) + ".5" + (c == 49 ? "\n" : "");
    std::ofstream file(path());
    for (int c = 0; c < 50; ++c) file << (c ? ",c" : "c") << c;
    file << '\n';
    for (int i = 0; i < 2000; ++i) file << rows;
  }
  peak_memory();
  const std::size_t before = peak_memory();
  if (before == 0) GTEST_SKIP() << "this system does not tell the memory of a process";
  const Columns table(path());
  ASSERT_EQ(table.rows(), 200'000u);
  std::size_t seen = 0;
  table.read(49, {}, [&](std::span<const double> values) {
    seen += values.size();
    return true;
  });
  EXPECT_EQ(seen, 200'000u);
  EXPECT_LT(static_cast<double>(peak_memory()) - static_cast<double>(before), 20e6);
}

TEST_F(ColumnsTest, NothingStaysInTheTemporaryFolder) {
  const fs::path folder = path().parent_path() / "temporary";
  fs::create_directories(folder);
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before ? before : "";
  setenv("TMPDIR", folder.c_str(), 1);
  const Columns table = long_table(100);
  EXPECT_TRUE(fs::is_empty(folder));
  setenv("TMPDIR", (folder / "missing").c_str(), 1);
  EXPECT_THROW(long_table(100), Error);
  before ? setenv("TMPDIR", kept.c_str(), 1) : unsetenv("TMPDIR");
}

TEST_F(ColumnsTest, TablesCanBeMoved) {
  Columns a = read("t,x\n0,1\n");
  Columns b = std::move(a);
  expect_same(b.values(1), {1});
  a = read("t,y,x\n0,1,2\n5,6,7\n");
  b = std::move(a);
  EXPECT_EQ(b.find("x"), 2);
  expect_same(b.values(2), {2, 7});
}

}  // namespace
}  // namespace bricard::page
