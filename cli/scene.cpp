// The verb `scene`, for the page's server, which reads no model itself: what is drawn of a model, or of a folder of results.
#include <filesystem>

#include "bricard/io/formats.hpp"
#include "cli/model_scene.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/results/run_folder.hpp"

namespace bricard::cli {

int scene(const Arguments& arguments) {
  std::error_code error;
  page::Json json;
  if (std::filesystem::is_directory(arguments.model, error)) {
    json = page::RunFolder(arguments.model).scene();
  } else {
    std::vector<Variable> now;
    const Model model = read_model(arguments.model, arguments.set, arguments.within.value_or(""), &now, arguments.reading);
    json = model_scene(arguments, model, read_model_text(arguments.model, arguments.reading).text, now);
  }
  print(json.dump(-1, ' ', false, page::Json::error_handler_t::replace) + "\n");
  return done;
}

}  // namespace bricard::cli
