// The laws of basic constraints (constraint.hpp), over the list and at random pairs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "bricard/elements/constraints/constraints.hpp"
#include "bricard/elements/pair_cases.hpp"

namespace bricard {
namespace {

// A pair for each of the constraint's, all equal: every row is a function of its own pair.
template <class C, class S>
std::vector<Row<S>> rows_of(const C& constraint, const Pair<S>& m) {
  std::array<Pair<S>, C::pairs.size()> pairs;
  pairs.fill(m);
  const auto rows = constraint.function(pairs);
  return {rows.begin(), rows.end()};
}

TEST(Constraints, RowsAgreeWithDualNumbersAtEveryPose) {
  Constraints::for_each([]<class C>() {
    SCOPED_TRACE(std::string(C::type));
    RandomPairs random;
    for (const C& constraint : samples_of<C>()) {
      for (int i = 0; i < 50; ++i) {
        const auto rows = [&]<class S>(const Pair<S>& m) { return rows_of(constraint, m); };
        EXPECT_LT(deviation_of_rows(random.pair(), random.axes(), rows), 1e-12);
      }
    }
  });
}

TEST(Constraints, FunctionsAreWhatTheirNamesSay) {
  RandomPairs random;
  const Pair<double> m = random.pair(), other{m.A, m.B, random.vector(), m.v, m.w};
  EXPECT_DOUBLE_EQ(Distance{}.function(std::array{m})[0].value, m.r.norm());
  EXPECT_DOUBLE_EQ(Dot1{}.function(std::array{m})[0].value, m.A.col(2).dot(m.B.col(2)));
  EXPECT_DOUBLE_EQ(Dot2{}.function(std::array{m})[0].value, m.A.col(2).dot(m.r));
  for (const Coordinate& coordinate : Coordinate::samples()) {  // second less first, both seen from ground
    const auto rows = coordinate.function(std::array{m, other});
    const int axis = static_cast<int>(coordinate.coordinate);
    EXPECT_NEAR(rows[0].value + rows[1].value, m.A.col(axis).dot(m.r - other.r), 1e-14);
  }
}

// What a kind says of itself without its type: its function of the pairs that it asks for, in order.
TEST(Constraints, AreEvaluatedWithoutTheirType) {
  Constraints::for_each([]<class C>() {
    SCOPED_TRACE(std::string(C::type));
    RandomPairs random;
    for (const C& constraint : samples_of<C>()) {
      std::array<Pair<double>, C::pairs.size()> pairs;
      for (auto& each : pairs) each = random.pair();
      double sum = 0;
      for (const auto& row : constraint.function(pairs)) sum += row.value;
      EXPECT_DOUBLE_EQ(ConstraintInfo::of<C>.function(&constraint, pairs), sum);
      EXPECT_EQ(ConstraintInfo::of<C>.pairs, static_cast<int>(pairs.size()));
    }
  });
}

TEST(ExpressionConstraint, TellsWhichOfItsFunctionsIsOfRates) {
  ExpressionConstraint of_positions;
  EXPECT_FALSE(of_positions.is_of_rates(of_positions.equal_zero));
  const ExpressionConstraint of_rates{{}, Function("hinge.speed")};
  EXPECT_TRUE(of_rates.is_of_rates(*of_rates.rate_zero));
  EXPECT_FALSE(of_rates.is_of_rates(of_rates.equal_zero));
}

}  // namespace
}  // namespace bricard
