#include "bricard/io/workbook/workbook_reader.hpp"

#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/workbook/book_text.hpp"

namespace bricard {

namespace {

using namespace workbook;

// One of the words, by its place; -1: none was asked for.
int choice(const std::string& option, const std::string& asked, const std::vector<std::string_view>& words) {
  if (asked.empty()) return -1;
  std::string all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == asked) return static_cast<int>(i);
    all += (all.empty() ? "" : ", ") + std::string(words[i]);
  }
  throw Error(option, quoted(asked) + " is none of " + all, did_you_mean(asked, words));
}

Wanted wanted_by(const ReadingWishes& wishes) {
  Wanted wanted;
  if (const int i = choice("--orientation", wishes.orientation, {"axis_angle", "bryant", "vectors"}); i >= 0)
    wanted.orientation = static_cast<OrientationKind>(i);
  if (const int i = choice("--angles", wishes.angles, {"rad", "deg"}); i >= 0) wanted.degrees = i == 1;
  if (const int i = choice("--axes", wishes.axes, {"auto", "points", "vectors"}); i >= 0) wanted.axes = static_cast<AxesKind>(i);
  return wanted;
}

}  // namespace

bool is_workbook(std::string_view bytes) { return bytes.starts_with("PK\x03\x04") || bytes.starts_with("\xD0\xCF\x11\xE0"); }

ModelText read_workbook(const std::string& bytes, const std::string& file, const ReadingWishes& wishes) {
  if (bytes.starts_with("\xD0\xCF\x11\xE0"))
    throw Error({Fault{{file, 0, 0},
                       "",
                       "this is an encrypted workbook, or one in the old binary format",
                       "save it as .xlsx without a password"}});
  const Wanted wanted = wanted_by(wishes);
  const Book book = read_book(bytes, file);
  Told told;
  told.file = file;
  Rows rows = read_rows(book, told);
  const Decided decided = decide(rows, wanted, told);
  BookText text(rows, decided, book.find("Motions"), told);
  ModelText made = text.write(std::filesystem::path(file).stem().string());
  if (!told.faults.empty()) throw Error(std::move(told.faults));
  return made;
}

}  // namespace bricard
