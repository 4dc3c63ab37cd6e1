// A test that runs the program as a user would, in a folder of its own that is gone afterwards.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bricard/core/test_paths.hpp"
#include "bricard/core/test_scratch.hpp"
#include "cli/subprocess.hpp"

namespace bricard::cli {

class ProgramTest : public testing::Test {
 protected:
  const std::filesystem::path& folder() const { return scratch_.path(); }
  std::filesystem::path path(const std::string& name) const { return folder() / name; }
  std::string write(const std::string& name, const std::string& text) const {
    scratch_.write(name, text);
    return name;
  }
  std::string text(const std::string& name) const { return text_of(path(name)); }
  nlohmann::json json(const std::string& name) const { return nlohmann::json::parse(text(name)); }
  nlohmann::json summary(const std::string& run) const { return json(run + "/summary.json"); }

  Setting here() const {
    Setting setting;
    setting.folder = folder();
    return setting;
  }
  Ended bricard(std::vector<std::string> words) const { return bricard(std::move(words), here()); }
  Ended bricard(std::vector<std::string> words, const Setting& setting) const {
    words.insert(words.begin(), program_path);
    return execute(words, setting);
  }

 private:
  ScratchFolder scratch_{testing::UnitTest::GetInstance()->current_test_info()->name()};
};

}  // namespace bricard::cli
