// The suite itself: references are read as they stand, differences are found, every case has its files and its columns.
#include "benchmarks/suite/suite.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bricard/core/error.hpp"
#include "verification/exact.hpp"

namespace bricard::suite {
namespace {

const Case& find(std::string_view name) {
  for (const Case& each : cases())
    if (each.name == name) return each;
  throw std::out_of_range("no case");
}

TEST(Suite, EveryCaseHasItsModelAndAReferenceOfItsColumns) {
  for (const Case& each : cases()) {
    if (each.windows > 40) continue;
    const Reference reference = reference_of(each);
    EXPECT_FALSE(reference.source.empty()) << each.name;
    EXPECT_EQ(reference.times.size(), 10u) << each.name;
    AnalysisOptions options = options_of(reference, {});
    for (std::size_t i = 0; i < 10; ++i)
      EXPECT_NEAR(reference.times[i], *options.output_step * static_cast<double>(i + 1), 1e-12) << each.name;
    options.duration = options.output_step = 1e-9;
    const Results results = run(model_of(each), options);
    for (const std::string& column : reference.columns) EXPECT_GE(results.column(column), 0) << each.name << " " << column;
  }
}

// The stored numbers against elliptic functions by the arithmetic-geometric mean.
TEST(Suite, StoredReferencesAreTheExactSolutions) {
  for (const int windows : {0, 2, 40, 400}) {
    const Reference reference = reference_of(find(windows == 0    ? "a01"
                                                  : windows == 2  ? "a02"
                                                  : windows == 40 ? "a02_40"
                                                                  : "a02_400"));
    for (std::size_t i = 0; i < reference.times.size(); ++i) {
      const exact::Plane at = windows == 0 ? exact::pendulum(reference.times[i]) : exact::four_bars(windows, reference.times[i]);
      EXPECT_NEAR(reference.values[2 * i], at.x, 1e-13);
      EXPECT_NEAR(reference.values[2 * i + 1], at.y, 1e-13);
    }
  }
}

TEST(Suite, TheLargestDifferenceCounts) {
  const Reference reference = parse_reference("# from a book\nt,a,b\n1,10,20\n2,11,21\n", "r.csv");
  EXPECT_EQ(reference.source, "from a book");
  Results results;
  results.columns = {{"t", {}}, {"b", {}}, {"a", {}}};  // in another order, with a row between
  results.values = {0, 0, 0, 1, 20.25, 10, 1.5, 7, 7, 2, 21, 10.5};
  EXPECT_DOUBLE_EQ(difference(results, reference), 0.5);
  results.values = {0, 0, 0, 1, 20.25, 10};
  EXPECT_TRUE(std::isinf(difference(results, reference)));  // it did not arrive
  results.values = {1, 20, 10, 2, NAN, 11};
  EXPECT_TRUE(std::isinf(difference(results, reference)));
  results.columns[1].name = "c";
  EXPECT_THROW(difference(results, reference), Error);
}

TEST(Suite, ABrokenReferenceIsRefused) {
  EXPECT_THROW(parse_reference("t,a\n1,2,3\n", "r.csv"), Error);
  EXPECT_THROW(parse_reference("a,t\n1,2\n", "r.csv"), Error);
  EXPECT_THROW(parse_reference("t,a\n", "r.csv"), Error);
}

}  // namespace
}  // namespace bricard::suite
