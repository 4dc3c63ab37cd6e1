#include "bricard/codegen/c/c_run.hpp"

#include "bricard/codegen/c/c_dialect.hpp"
#include "bricard/codegen/c/c_driver.hpp"

namespace bricard {
namespace {

constexpr std::string_view accelerations_by_accel = R"code(  double pivot = 1;
  @accel@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, a, lambda, &pivot);
  if (all_finite(a, NV)) return 1;
  trouble = "the accelerations are not finite: a singular position, or something that moves and has no inertia";)code";

constexpr std::string_view accelerations_by_solving = R"code(  double g[ROOM(KEPT)], mu[ROOM(KEPT)];
  int i;
  @dirdyn@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, M, c);
  @constraints@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, h, J, jdqd, nu);
  if (!prepare()) return 0;
  for (i = 0; i < NV; ++i) a[i] = -c[i];
  for (i = 0; i < KEPT; ++i) g[i] = -jdqd[kept[i]];
  solve_constrained(a, g, mu);
  for (i = 0; i < ROWS; ++i) lambda[i] = 0;
  for (i = 0; i < KEPT; ++i) lambda[kept[i]] = mu[i];)code";

}  // namespace

std::string c_run(const GeneratedProgram& program, const CDriver& driver) {
  const auto function = [&](std::string_view name) { return driver.prefix + std::string(name); };
  std::vector<Replacement> words = run_words(program, c_number, "0");
  words.insert(words.end(), {{"header", driver.header},
                             {"program", driver.program},
                             {"includes", driver.includes},
                             {"parameters", driver.parameters},
                             {"p", driver.p},
                             {"default_parameters", driver.default_parameters}});
  for (const std::string_view name : {"dirdyn", "constraints", "accel", "rates", "inputs", "states", "efforts"})
    words.push_back({name, function(name)});
  words.push_back({"events_function", function("events")});
  words.push_back({"held_function", function("held")});
  words.push_back({"angles_function", function("angles")});
  words.push_back({"columns_function", function("columns")});
  const bool has_accel = find_function(program, "accel") != nullptr;
  words.push_back({"accelerations", filled_in(has_accel ? accelerations_by_accel : accelerations_by_solving, words)});
  return filled_in(c_driver, words);
}

}  // namespace bricard
