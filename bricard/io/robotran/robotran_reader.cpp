#include "bricard/io/robotran/robotran_reader.hpp"

#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/io/robotran/model_writer.hpp"
#include "bricard/io/xml_file.hpp"

namespace bricard {

bool is_robotran(std::string_view bytes) { return xml_root(bytes) == "mbsDescR7"; }

ModelText read_robotran(const std::string& bytes, const std::string& file, const ReadingWishes&) {
  Told told;
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
