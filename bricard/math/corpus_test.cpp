#include "bricard/core/test_corpus.hpp"
#include "bricard/math/fuzz_expression.hpp"

namespace bricard {
namespace {

TEST(Corpus, OfExpressions) { Corpus("bricard/math/corpus/expression", broken_by::expression).expect_unbroken(10); }

}  // namespace
}  // namespace bricard
