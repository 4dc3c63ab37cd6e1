// The verb `convert`: a model of another format, or of many files, as one model file. A translated file keeps its expressions and
// parameters, and says at its head what was decided where the original leaves something open.
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

int convert(const Arguments& arguments) {
  if (!arguments.out || arguments.out->empty())
    throw Error("", "convert needs the file to write", "for instance bricard convert model.xlsx model.bricard.yaml");
  const std::string& out = *arguments.out;
  const Model model = read_model(arguments.model, arguments.set, arguments.within.value_or(""), nullptr, arguments.reading);
  std::error_code error;
  if (fs::equivalent(arguments.model, out, error)) throw Error(out, "this is the model itself", "name another file");
  if (fs::exists(out, error) && !arguments.force)
    throw Error(out, "is there already, and is not written over", "--force does it");
  const std::string written = written_model(model, out);  // also says what is wrong with its ending
  const ModelText source = source_of(arguments);
  const bool keeps_text = source.is_translated && arguments.set.empty();
  write_file(out, keeps_text ? source.text : written);
  if (arguments.json) {
    print(Json{{"file", out}, {"notes", source.notes}}.dump(1) + '\n');
  } else if (!arguments.quiet) {
    for (const std::string& note : source.notes) print(note + '\n');
    print(
        fmt::format("{}: {} bodies, {} joints, {} forces\n", out, model.bodies.size(), model.joints.size(), model.forces.size()));
  }
  return done;
}

}  // namespace bricard::cli
