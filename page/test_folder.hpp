// For the tests: folders of results, written by hand as a run leaves them.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace bricard::page {

// A folder of its own for each test, removed at the end.
class TestFolder {
 public:
  TestFolder() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    path_ = std::filesystem::temp_directory_path() /
            (std::string("bricard_page_") + test->test_suite_name() + "_" + test->name() + "_" + std::to_string(getpid()));
    std::filesystem::create_directories(path_);
  }
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = path_ / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }

 private:
  std::filesystem::path path_;
};

// As `bricard run` writes it: everything worked in.
inline const std::string pendulum = R"(bricard: 1
name: Pendulum
units: {length: mm}
parameters:
  l: 250
bodies:
  bob: {mass: 2, inertia: [10, 10, 10], position: [250, 0, 0], geometry: [{type: mesh, file: parts/bob.stl}]}
joints:
  pivot: {type: revolute, bodies: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}
sensors:
  tip: {body: bob, at: [500, 0, 0]}
analysis: {type: dynamics, duration: 1}
)";

}  // namespace bricard::page
