// The list of file formats, and the choice among them by content and by the ending of a path.
#include "bricard/io/formats.hpp"

#include <algorithm>
#include <fstream>

#include "bricard/io/document.hpp"
#include "bricard/io/mjcf/mjcf_reader.hpp"
#include "bricard/io/robotran/robotran_reader.hpp"
#include "bricard/io/urdf/urdf_reader.hpp"
#include "bricard/io/workbook/workbook_reader.hpp"
#include "bricard/io/workbook/workbook_writer.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/io/yaml_writer.hpp"

namespace bricard {

namespace {

// Null pointer: no format has this ending.
const Format* format_of(const std::string& path) {
  for (const Format& format : formats())
    if (std::any_of(format.endings.begin(), format.endings.end(),
                    [&](std::string_view ending) { return path.ends_with(ending); }))
      return &format;
  return nullptr;
}

[[noreturn]] void refuse(const std::string& path, std::string what, std::string hint = {}) {
  throw Error({Fault{{path, 0, 0}, "", std::move(what), std::move(hint)}});
}

// Of the formats that can do this.
std::string known_endings(bool (*can)(const Format&)) {
  std::string text = "known endings:";
  for (const Format& format : formats())
    for (const std::string_view ending : format.endings)
      if (can(format)) text += ' ' + std::string(ending);
  return text;
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> list{
      {"yaml",
       {".yaml", ".yml"},
       "the model file of bricard",
       nullptr,
       nullptr,
       [](const Model& model) { return WrittenModel{write_yaml(model)}; }},
      {"workbook", {".xlsx"}, "the workbook of the thesis tool", is_workbook, read_workbook, write_workbook, blank_workbook},
      {"robotran", {".mbs"}, "a model of ROBOTRAN (XML, mbsDescR7)", is_robotran, read_robotran, nullptr},
      {"urdf", {".urdf"}, "a robot in URDF", is_urdf, read_urdf, write_urdf},
      {"mjcf", {".xml", ".mjcf"}, "a model of MuJoCo", is_mjcf, read_mjcf, nullptr},
  };
  return list;
}

ModelText read_model_text(const std::string& path, const ReadingWishes& wishes) {
  std::string bytes = read_file(path);
  for (const Format& format : formats())
    if (format.owns && format.owns(bytes)) return format.translate(bytes, path, wishes);
  const Format* const format = format_of(path);
  if (!format) refuse(path, "files with this ending cannot be read", known_endings([](const Format&) { return true; }));
  // The page gives the text that it has made of a workbook the workbook's name.
  if (format->translate && bytes.find("bricard:") == std::string::npos)
    refuse(path, "this is no file of the format " + std::string(format->name) + ": " + std::string(format->help));
  return {std::move(bytes)};
}

Error told_in_cells(const Error& error, const ModelText& text, const std::string& path) {
  if (!text.is_translated) return error;
  std::vector<Fault> faults = error.faults();
  for (Fault& fault : faults) {
    if (fault.place.file != path) continue;
    fault.place.line = fault.place.column = 0;  // of a text that nobody has seen
    if (const std::string cell = text.cell_of(fault.where); !cell.empty()) fault.where = cell + ": " + fault.where;
  }
  return Error(std::move(faults));
}

Model read_model(const std::string& path, const std::vector<std::pair<std::string, std::string>>& overrides,
                 const std::string& within, std::vector<Variable>* variables, const ReadingWishes& wishes,
                 std::vector<Annotation>* annotations) {
  ModelText text = read_model_text(path, wishes);
  try {
    return read_yaml_file(std::move(text.text), path, overrides, within, variables, annotations);
  } catch (const Error& error) {
    throw told_in_cells(error, text, path);
  }
}

bool is_model_file(const std::string& path) { return format_of(path) != nullptr; }

WrittenModel written_model(const Model& model, const std::string& path) {
  const Format* const format = format_of(path);
  if (!format || !format->write)
    refuse(path, "files with this ending cannot be written",
           known_endings([](const Format& each) { return each.write != nullptr; }));
  try {
    return format->write(model);
  } catch (const Error& error) {
    std::vector<Fault> faults = error.faults();
    for (Fault& fault : faults) fault.place.file = path;
    throw Error(std::move(faults));
  }
}

std::vector<std::string> write_model(const Model& model, const std::string& path) {
  WrittenModel written = written_model(model, path);
  std::ofstream stream(path, std::ios::binary);
  stream << written.content;
  stream.close();
  if (!stream) refuse(path, "the file cannot be written");
  return std::move(written.notes);
}

std::string blank_model(const std::string& path) {
  const Format* const format = format_of(path);
  if (!format || !format->blank)
    refuse(path, "there is no template with this ending", known_endings([](const Format& each) {
                                                            return each.blank != nullptr;
                                                          }) + "; `bricard new` writes small model files to start from");
  return format->blank();
}

}  // namespace bricard
