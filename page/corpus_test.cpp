#include "bricard/core/test_corpus.hpp"
#include "page/results/fuzz_columns.hpp"
#include "page/results/fuzz_run_folder.hpp"
#include "page/server/fuzz_requests.hpp"

namespace bricard::page {
namespace {

TEST(Corpus, OfColumns) { Corpus("page/results/corpus/columns", broken_by::columns).expect_unbroken(8); }
TEST(Corpus, OfRunFolders) { Corpus("page/results/corpus/run_folder", broken_by::run_folder).expect_unbroken(6); }
TEST(Corpus, OfRequests) { Corpus("page/server/corpus/requests", broken_by::requests).expect_unbroken(12); }

}  // namespace
}  // namespace bricard::page
