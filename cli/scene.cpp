// The verb `scene`, for the page's server, which reads no model itself: what is drawn of a model, or of a folder of results.
#include "page/scene/scene.hpp"

#include <filesystem>

#include "bricard/io/document.hpp"
#include "bricard/io/formats.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/results/run_folder.hpp"

namespace bricard::cli {

namespace {

// The numbers of the file without --set.
std::vector<Variable> as_written(const Arguments& arguments, const std::string& within, const std::vector<Variable>& now) {
  if (arguments.set.empty()) return now;
  try {
    std::vector<Variable> written;
    read_model(arguments.model, {}, within, &written, arguments.reading);
    return written;
  } catch (const Error&) {  // only what is set makes it right
    return now;
  }
}

}  // namespace

int scene(const Arguments& arguments) {
  std::error_code error;
  page::Json json;
  if (std::filesystem::is_directory(arguments.model, error)) {
    json = page::RunFolder(arguments.model).scene();
  } else {
    const std::string within = arguments.within.value_or("");
    std::vector<Variable> now;
    const Model model = read_model(arguments.model, arguments.set, within, &now, arguments.reading);
    json = page::scene(model, read_model_text(arguments.model, arguments.reading).text);
    json["numbers"] = page::numbers(as_written(arguments, within, now), now);
  }
  print(json.dump(-1, ' ', false, page::Json::error_handler_t::replace) + "\n");
  return done;
}

}  // namespace bricard::cli
