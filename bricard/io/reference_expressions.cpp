// The page of the language: operators, functions, names, and what may be used where.
#include "bricard/core/text.hpp"
#include "bricard/io/reference_page.hpp"
#include "bricard/math/expression_functions.hpp"

namespace bricard {
namespace {

constexpr std::string_view example = R"yaml(bricard: 1
name: Load that is lowered onto a stop
parameters: {m: 20, k: 2e5, depth: 1 mm}
inputs: {pull: "m*9.80665*step(t, 0.2, 1, 0.6, 0.9)"}
bodies:
  load: {mass: m, inertia: [1, 1, 1], position: [0, 0, 0.05]}
joints:
  guide: {type: prismatic, bodies: [ground, load], at: [0, 0, 0.05], axis: [0, 0, 1]}
forces:
  rope: {type: force, body: load, components: [0, 0, "pull - clamp(50*load.vz, -40, 40)"]}
  stop: {type: joint_force, joint: guide, force: "impact(load.z, load.vz, 0, k, 1.5, 800, depth)"}
outputs:
  measured: "load.z + 1 mm*noise(7, 0.1)"
  way: "0.05 - load.z"
  power: "rope.fz*load.vz"
  touches: "if(load.z < 0, 1, 0)"
analysis: {type: dynamics, duration: 2, output_step: 20 ms}
)yaml";

std::string functions() {
  std::vector<std::vector<std::string>> rows;
  for (const ExpressionFunction& each : expression_functions()) {
    const std::string call = std::string(each.name) + '(' + std::string(each.arguments) + ')';
    const std::string shown = each.example.empty() ? "" : '`' + std::string(each.example) + "` = " + to_text(each.value);
    rows.push_back({'`' + call + '`', std::string(each.says), shown});
  }
  return markdown_table({"function", "is", "example"}, rows);
}

std::string operators() {
  return markdown_table({"operator", "is"},
                        {{"`^`", "power; `2^3^2` is `2^(3^2)`, `-2^2` is -4"},
                         {"`*` `/`", "product, quotient"},
                         {"`+` `-`", "sum, difference"},
                         {"`<` `<=` `>` `>=` `==` `!=`", "1 where it holds, else 0; not chained: `a < b and b < c`"},
                         {"`not`", "1 for 0, else 0"},
                         {"`and`", "1 where both are other than 0"},
                         {"`or`", "1 where one of them is"}});
}

std::string places() {
  return markdown_table(
      {"where", "may be used"},
      {{"everywhere", "`pi`, parameters, coordinates of points (`A.x`)"},
       {"every function",
        "also `missing`: a law that is still to be written; it counts as 0, and every run names the functions that use it"},
       {"`drivers`, `value` of constraints", "also `t`; drivers also states whose derivatives read time, inputs and such states"},
       {"`equal_zero` of constraints", "also columns of positions: `B.x`, `J.angle`, `S.z`"},
       {"`inputs`", "`t`"},
       {"`forces`, `states`",
        "also `t`, inputs, states, columns of velocities (`B.vx`, `J.speed`), columns of other forces (`F.length`)"},
       {"derivatives of states", "also accelerations and reactions (`B.ax`, `J.fx`)"},
       {"`events`, `outputs`, `next` of states", "every column"}});
}

}  // namespace

ReferencePage expression_page() {
  PageParts page{"sections", "expressions", "any number may be an expression"};
  page.facts = {
      "It computes with plain numbers in the file's units: columns enter as they are printed, `5 mm` is converted first, the "
      "result is in "
      "the unit of the key.",
      "Angles of `sin` to `atan2` are radians in every file, of `sind` to `atan2d` degrees. Where a file has the other unit, the "
      "result of `asin`, `acos`, `atan`, `atan2` and their kin in degrees is refused as an angle.",
      "Units must fit. What a number counts in is followed through the expression and computes nothing: `+`, `-`, comparisons, "
      "`min`, `max`, `clamp`, `hypot`, `mod` and the branches of `if` take one unit, products and quotients combine, `sqrt` "
      "halves, `^` needs an exponent that is a number, `der` divides by time; `sin`, `exp`, `log` and their kin take numbers. "
      "Known are columns, coordinates of points, `5 mm`, parameters with a unit, tables with `units`, states whose `initial` has "
      "one, and inputs and outputs that follow from these. A bare number fits anything, also as a factor: of `2*x` nothing is "
      "known. `t` and functions of numbers alone (`0.2*sin(t)`) fit every place.",
      "Units are compared as numbers: a radian is 1, so that r*angle is a length in a file in rad; in one in deg divide by `1 "
      "rad`. In a file in mm, kg and N a mass times an acceleration is no force: multiply by 0.001. `number(x)` is x without its "
      "unit.",
      "A blank and unit names after a number are its unit: `35 N/mm`. Elsewhere a name is a parameter, a column or, before `(`, "
      "a function.",
      "Derivatives are formed by the program. Where a function switches (`if`, comparisons, `min`, `max`, `clamp`, `abs`, "
      "`sign`, `floor`, "
      "`ceil`, `mod`, `noise`, knots of linear tables and grids), the moment is located and a step ends there.",
      "`der` is known of time, positions, velocities, inputs, states, results of force elements and expressions of them. That of "
      "a "
      "velocity, of a quaternion or of a force follows from the accelerations: outputs, events and `next` of states may use it, "
      "and derivatives of states that of motions. Accelerations, reactions and energies have none.",
      "`delay` of a motion is remembered along the run: steps are no longer than the shortest delay and end where kinks come "
      "back. Of "
      "a function of time it is that function of max(t - T, 0).",
      "A function in code (section `functions`) is called by its name.",
      "`noise(seed, T)` is the number k = floor(t/T) hashed with the seed by splitmix64 and made normal by Box and Muller: a "
      "function of time, so that it does not depend on steps, runs or machines, but for the last digit of their logarithm and "
      "cosine.",
      "An output may be used where all its parts may. What refers to itself is an error that names the circle.",
      "Quote expressions that hold `,` or start with `*`, `[`, `{` or `\"`."};
  page.note = "Operators, the strongest first:\n\n" + operators() + "\nFunctions:\n\n" + functions() + "\nNames:\n\n" + places() +
              "\nThe names of columns are on the pages of the elements.";
  page.example = example;
  return make_page(page);
}

}  // namespace bricard
