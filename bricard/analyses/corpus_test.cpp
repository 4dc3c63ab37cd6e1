#include "bricard/analyses/assembly/fuzz_state.hpp"
#include "bricard/analyses/dynamics/fuzz_snapshot.hpp"
#include "bricard/core/test_corpus.hpp"

namespace bricard {
namespace {

TEST(Corpus, OfStates) { Corpus("bricard/analyses/assembly/corpus/state", broken_by::state).expect_unbroken(6); }
TEST(Corpus, OfSnapshots) { Corpus("bricard/analyses/dynamics/corpus/snapshot", broken_by::snapshot).expect_unbroken(4); }

}  // namespace
}  // namespace bricard
