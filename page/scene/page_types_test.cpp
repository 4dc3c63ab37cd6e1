// The types of the page that are in the tree are those of the program.
#include "page/scene/page_types.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "bricard/core/test_paths.hpp"

namespace bricard::page {
namespace {

TEST(PageTypes, TheCommittedFileIsWhatTheProgramWrites) {
  std::stringstream text;
  text << std::ifstream(source_dir + "/web/src/data/generated.ts").rdbuf();
  EXPECT_EQ(text.str(), page_types()) << "run `bricard reference --page-types web/src/data/generated.ts`";
}

}  // namespace
}  // namespace bricard::page
