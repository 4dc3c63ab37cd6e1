#include "bricard/core/fuzz_units.hpp"
#include "bricard/core/test_corpus.hpp"

namespace bricard {
namespace {

TEST(Corpus, OfUnits) { Corpus("bricard/core/corpus/units", broken_by::units).expect_unbroken(6); }

}  // namespace
}  // namespace bricard
