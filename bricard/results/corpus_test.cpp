#include "bricard/core/test_corpus.hpp"
#include "bricard/results/fuzz_csv.hpp"

namespace bricard {
namespace {

TEST(Corpus, OfTablesOfNumbers) { Corpus("bricard/results/corpus/csv", broken_by::csv).expect_unbroken(8); }

}  // namespace
}  // namespace bricard
