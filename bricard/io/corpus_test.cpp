#include "bricard/core/test_corpus.hpp"
#include "bricard/io/fuzz_table.hpp"
#include "bricard/io/fuzz_yaml.hpp"

namespace bricard {
namespace {

TEST(Corpus, OfModelFiles) {
  const std::string folder = "bricard/io/corpus/yaml";
  Corpus(folder, [&](const std::string& bytes) {
    return broken_by::yaml(bytes, source_dir + "/" + folder);
  }).expect_unbroken(20, 20000);
}

TEST(Corpus, OfTables) { Corpus("bricard/io/corpus/table", broken_by::table).expect_unbroken(8); }

}  // namespace
}  // namespace bricard
