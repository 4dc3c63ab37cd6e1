#include "bricard/codegen/c/c_run.hpp"

#include "bricard/codegen/c/c_dialect.hpp"
#include "bricard/codegen/c/c_driver.hpp"

namespace bricard {
std::string c_run(const GeneratedProgram& program, const CDriver& driver) {
  const auto function = [&](std::string_view name) { return driver.prefix + std::string(name); };
  std::vector<TemplateWord> words = run_words(program, c_number, "0");
  words.insert(words.end(), {{"header", driver.header},
                             {"program", driver.program},
                             {"includes", driver.includes},
                             {"parameters", driver.parameters},
                             {"p", driver.p},
                             {"default_parameters", driver.default_parameters}});
  for (const std::string_view name : {"dirdyn", "constraints", "accel", "rates", "inputs", "states", "efforts", "slopes"})
    words.push_back({name, function(name)});
  words.push_back({"events_function", function("events")});
  words.push_back({"held_function", function("held")});
  words.push_back({"angles_function", function("angles")});
  words.push_back({"columns_function", function("results")});
  return filled_in(c_driver, words);
}

}  // namespace bricard
