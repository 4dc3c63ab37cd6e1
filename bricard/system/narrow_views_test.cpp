// Above system/ nobody looks into a Layout: what others need of it, a System shows in parts (system.hpp). They may pass it on. But for
// codegen/, which is to symbols what system/ is to numbers, and the rows that hard points are varied in, a third reading of them.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "bricard/core/test_paths.hpp"

namespace bricard {
namespace {

TEST(Layout, IsReadInItsOwnRoomOnly) {
  namespace fs = std::filesystem;
  const std::regex looked_into(R"(\blayout(\(\)|_)?(\.|->)[a-z])");
  int files = 0;
  for (const char* folder : {"bricard", "cli", "page", "benchmarks", "studies"})
    for (const fs::directory_entry& each : fs::recursive_directory_iterator(fs::path(source_dir) / folder)) {
      const fs::path& path = each.path();
      if ((path.extension() != ".cpp" && path.extension() != ".hpp") ||
          path.string().find("bricard/system/") != std::string::npos || path.string().find("bricard/codegen/") != std::string::npos ||
          path.string().ends_with("bricard/vehicle/rig_rows.cpp"))
        continue;
      std::ifstream file(path);
      const std::string code{std::istreambuf_iterator<char>(file), {}};
      std::smatch found;
      EXPECT_FALSE(std::regex_search(code, found, looked_into)) << path << ": " << found.str();
      ++files;
    }
  EXPECT_GT(files, 300);
}

}  // namespace
}  // namespace bricard
