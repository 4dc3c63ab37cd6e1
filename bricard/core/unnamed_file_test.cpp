// A file that nobody finds and that is gone when it is closed.
#include "bricard/core/unnamed_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <optional>

#include "bricard/core/error.hpp"

namespace bricard {
namespace {

TEST(UnnamedFile, HoldsWhatIsWrittenAndHasNoName) {
  const std::string folder = std::filesystem::temp_directory_path() / ("bricard_unnamed_" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const int file = unnamed_file(folder);
  ASSERT_GE(file, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
  ASSERT_EQ(write(file, "numbers", 7), 7);
  char text[8] = {};
  EXPECT_EQ(pread(file, text, 7, 0), 7);
  EXPECT_STREQ(text, "numbers");
  struct stat about;
  ASSERT_EQ(fstat(file, &about), 0);
  EXPECT_EQ(about.st_nlink, 0u);
  close(file);
  std::filesystem::remove_all(folder);
  try {
    unnamed_file(folder);
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find(folder), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("TMPDIR"), std::string::npos) << error.what();
  }
}

TEST(UnnamedFile, TemporaryFolderIsTheOneOfTheUser) {
  const char* const now = std::getenv("TMPDIR");
  const std::optional<std::string> before = now ? std::optional<std::string>(now) : std::nullopt;
  setenv("TMPDIR", "/some/where", 1);
  EXPECT_EQ(temporary_folder(), "/some/where");
  setenv("TMPDIR", "", 1);
  EXPECT_EQ(temporary_folder(), "/tmp");
  unsetenv("TMPDIR");
  EXPECT_EQ(temporary_folder(), "/tmp");
  if (before) setenv("TMPDIR", before->c_str(), 1);
}

}  // namespace
}  // namespace bricard
