#include "bricard/io/robotran/robotran_reader.hpp"

#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/io/robotran/model_writer.hpp"

namespace bricard {

namespace {

constexpr std::size_t head = 4096;  // the root stands at the beginning, behind comments at most

}  // namespace

bool is_robotran(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  const std::size_t first = bytes.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && bytes[first] == '<' &&
         bytes.substr(0, head).find("<mbsDescR7") != std::string_view::npos;
}

ModelText read_robotran(const std::string& bytes, const std::string& file, const ReadingWishes&) {
  robotran::Told told;
  told.file = file;
  const robotran::Description description = robotran::read_description(bytes, told);
  if (!told.faults.empty()) throw Error(std::move(told.faults));
  robotran::ModelWriter writer(description, told);
  const std::string title = description.name.empty() ? std::filesystem::path(file).stem().string() : description.name;
  ModelText made = writer.write(title);
  if (!told.faults.empty()) throw Error(std::move(told.faults));
  return made;
}

}  // namespace bricard
