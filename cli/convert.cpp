// The verb `convert`: a model of another format, or of many files, as one model file, or as a file of another format. A file that
// is translated to a model file keeps its expressions and parameters, and says at its head what was decided where the original
// leaves something open.
#include <fmt/format.h>

#include <filesystem>

#include "bricard/core/json.hpp"
#include "bricard/io/formats.hpp"
#include "bricard/results/atomic_file.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;

namespace {

bool is_yaml(const std::string& path) { return path.ends_with(".yaml") || path.ends_with(".yml"); }

// Files that belong to it: car.laws.c beside car.bricard.yaml. Their names.
std::vector<std::string> write_beside(const ModelText& source, const std::string& out) {
  std::vector<std::string> written;
  const std::string stem = out.substr(0, out.find('.', out.find_last_of('/') + 1));
  for (auto [ending, content] : source.beside) {
    const std::string file = stem + ending;
    std::error_code error;
    if (fs::exists(file, error)) continue;  // it may have been filled in: --force is for the model file alone
    const std::string name = fs::path(file).filename().string();
    for (std::size_t at = 0; (at = content.find('@', at)) != std::string::npos; at += name.size()) content.replace(at, 1, name);
    write_file(file, content);
    written.push_back(file);
  }
  return written;
}

int write_template(const Arguments& arguments) {
  const std::string& out = *arguments.template_file;
  const std::string content = blank_model(out);  // also says what is wrong with its ending
  std::error_code error;
  if (fs::exists(out, error) && !arguments.force)
    throw Error(out, "is there already, and is not written over", "--force does it");
  write_file(out, content);
  if (arguments.json)
    print(Json{{"file", out}}.dump(1) + '\n');
  else if (!arguments.quiet)
    print(out + ": an empty model to fill in\n");
  return done;
}

}  // namespace

int convert(const Arguments& arguments) {
  if (arguments.template_file) return write_template(arguments);
  if (!arguments.out || arguments.out->empty())
    throw Error("", "convert needs the file to write", "for instance bricard convert model.xlsx model.bricard.yaml");
  const std::string& out = *arguments.out;
  const Model model = read_model(arguments.model, arguments.set, arguments.within.value_or(""), nullptr, arguments.reading);
  std::error_code error;
  if (fs::equivalent(arguments.model, out, error)) throw Error(out, "this is the model itself", "name another file");
  if (fs::exists(out, error) && !arguments.force)
    throw Error(out, "is there already, and is not written over", "--force does it");
  const WrittenModel written = written_model(model, out);  // also says what is wrong with its ending
  const ModelText source = source_of(arguments);
  const bool keeps_text = source.is_translated && arguments.set.empty() && is_yaml(out);
  write_file(out, keeps_text ? source.text : written.content);
  std::vector<std::string> notes = source.notes;
  if (!keeps_text) notes.insert(notes.end(), written.notes.begin(), written.notes.end());
  const std::vector<std::string> beside = keeps_text ? write_beside(source, out) : std::vector<std::string>{};
  if (arguments.json) {
    print(Json{{"file", out}, {"notes", notes}, {"beside", beside}}.dump(1) + '\n');
  } else if (!arguments.quiet) {
    for (const std::string& note : notes) print(note + '\n');
    for (const std::string& file : beside) print(file + ": templates of its laws in C\n");
    print(
        fmt::format("{}: {} bodies, {} joints, {} forces\n", out, model.bodies.size(), model.joints.size(), model.forces.size()));
  }
  return done;
}

}  // namespace bricard::cli
