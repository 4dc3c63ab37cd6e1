// The text of a model file: as it was written, or as another format was translated to it.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bricard {

struct ModelText {
  std::string text;
  // Of a translated file: what was decided or is odd, each with its place there; and where elements and keys stand in it:
  // "joints.main.axis" in "Joints!I13:K13".
  std::vector<std::string> notes = {};
  std::map<std::string, std::string, std::less<>> cells = {};
  bool is_translated = false;
  // Written by `convert` beside the model file: endings (".laws.c") and contents, which may name the file as @.
  std::vector<std::pair<std::string, std::string>> beside = {};

  // Of the longest part of "bodies.rod.inertia" that is known; empty: of none.
  std::string cell_of(std::string_view where) const {
    for (; !where.empty();
         where = where.substr(0, where.find_last_of(".[") == std::string_view::npos ? 0 : where.find_last_of(".[")))
      if (const auto found = cells.find(where); found != cells.end()) return found->second;
    return {};
  }
};

// A model as the contents of a file, and what the file cannot hold, each by its name: nothing is left out without a word.
struct WrittenModel {
  std::string content;
  std::vector<std::string> notes = {};
};

// How a format shall read what its files leave open; empty: by the evidence in the file, or as its page says.
struct ReadingWishes {
  std::string orientation, angles, axes;  // of workbooks
  std::string base, limits;               // of robots: fixed or floating, told or stops
};

}  // namespace bricard
