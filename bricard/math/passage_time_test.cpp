#include "bricard/math/passage_time.hpp"

#include <gtest/gtest.h>

namespace bricard {
namespace {

// Values of (t - 2.1)² + 0.3 at uneven times: the vertex is found, wherever they are.
TEST(PassageTime, IsTheVertexOfTheParabola) {
  PassageTime passage;
  for (const double t : {0.0, 0.7, 1.9, 2.4, 2.5, 4.0}) passage.add(t, (t - 2.1) * (t - 2.1) + 0.3);
  EXPECT_NEAR(passage.time(), 2.1, 1e-12);
  EXPECT_NEAR(passage.least(), 0.34, 1e-12);
}

TEST(PassageTime, IsAtTheEndWhereItHasNotBeenPassed) {
  PassageTime passage;
  EXPECT_TRUE(passage.is_empty());
  for (const double t : {1.0, 2.0, 3.0}) passage.add(t, 10 - t);
  EXPECT_EQ(passage.time(), 3);
  passage.forget();
  passage.add(5, 7);
  EXPECT_EQ(passage.time(), 5);
  EXPECT_EQ(passage.least(), 7);
}

// A second, deeper valley counts.
TEST(PassageTime, TheDeepestCounts) {
  PassageTime passage;
  for (const double t : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}) passage.add(t, t < 3 ? (t - 1) * (t - 1) + 1 : (t - 4) * (t - 4));
  EXPECT_NEAR(passage.time(), 4, 1e-12);
}

}  // namespace
}  // namespace bricard
