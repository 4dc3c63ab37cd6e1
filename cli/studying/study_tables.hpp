// What the program tells of a study: its progress, and its results from the file.
#pragma once
#include <chrono>
#include <string>

#include "cli/arguments.hpp"
#include "study/study.hpp"

namespace bricard::cli {

// One line of standard error that is written anew, on a terminal; for programs lines `progress 0.25`.
class StudyLine {
 public:
  explicit StudyLine(const Arguments& arguments);
  ~StudyLine();
  StudyLine(const StudyLine&) = delete;
  StudyLine& operator=(const StudyLine&) = delete;
  void show(const std::string& text, double fraction);

 private:
  bool on_terminal_, as_lines_, shown_ = false;
};

// show, export, best, status.
int tell_study(const std::string& what, const Arguments& arguments, const std::string& path);

// " --set k=3", for a shell.
std::string set_words(const bricard::study::Settings& settings);

}  // namespace bricard::cli
