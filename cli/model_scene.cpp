#include "cli/model_scene.hpp"

#include "bricard/core/error.hpp"

namespace bricard::cli {
namespace {

// The numbers of the file without --set.
std::vector<Variable> as_written(const Arguments& arguments, const std::vector<Variable>& now) {
  if (arguments.set.empty()) return now;
  try {
    std::vector<Variable> written;
    read_model(arguments.model, {}, arguments.within.value_or(""), &written, arguments.reading);
    return written;
  } catch (const Error&) {  // only what is set makes it right
    return now;
  }
}

}  // namespace

page::Json model_scene(const Arguments& arguments, const Model& model, const std::string& text,
                       const std::vector<Variable>& now) {
  page::Json json = page::scene(model, text);
  json["numbers"] = page::numbers(as_written(arguments, now), now);
  return json;
}

}  // namespace bricard::cli
