#include "bricard/codegen/c/c_run.hpp"

#include "bricard/codegen/c/c_dialect.hpp"
#include "bricard/codegen/c/c_driver.hpp"

namespace bricard {
namespace {

constexpr std::string_view by_accel = R"code(  double pivot = 1;
  @accel@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, a, lambda, &pivot);
  if (all_finite(a, NV) && pivot > 0) return 1;
  trouble = "the accelerations are not finite: a singular position, a force that is not a number, or a body without inertia";
  return 0;)code";

constexpr std::string_view by_solving = R"code(  double g[ROOM(KEPT)], mu[ROOM(KEPT)];
  int i;
  @dirdyn@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, M, c);
  @slopes@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, J, jdqd);
  if (!prepare(independent)) return 0;
  for (i = 0; i < NV; ++i) a[i] = -c[i];
  for (i = 0; i < INDEPENDENT; ++i) g[i] = jdqd[independent[i]];
  solve_constrained(independent, a, g, mu);
  for (i = 0; i < ROWS; ++i) lambda[i] = 0;
  for (i = 0; i < INDEPENDENT; ++i) lambda[independent[i]] = mu[i];
  return all_finite(a, NV);)code";

}  // namespace

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
  words.push_back({"accelerations", filled_in(find_function(program, "accel") ? by_accel : by_solving, words)});
  return filled_in(c_driver, words);
}

}  // namespace bricard
