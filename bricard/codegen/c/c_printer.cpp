// One C99 function of a graph: void NAME(const double* in, ..., double* out, ...).
#include <cassert>
#include <cmath>

#include "bricard/codegen/c/c_dialect.hpp"
#include "bricard/codegen/language.hpp"
#include "bricard/codegen/printers.hpp"

namespace bricard {

using Op = Graph::Op;

std::string c_number(double value) {
  if (std::isnan(value)) return "NAN";
  if (std::isinf(value)) return value < 0 ? "-INFINITY" : "INFINITY";
  return exact_number(value);
}

std::string_view c_function(Op op) {
  constexpr std::string_view names[] = {"sin",  "cos",  "tan",  "asin", "acos", "atan", "atan2", "sinh", "cosh",
                                        "tanh", "exp",  "log",  "sqrt", "pow",  "fabs", "floor", "fmod"};
  assert(op >= Op::sin && op <= Op::fmod);
  return names[static_cast<int>(op) - static_cast<int>(Op::sin)];
}

std::string print_c(const Graph& graph, std::string_view function) {
  const Graph pruned = graph.pruned();
  Dialect dialect = c_dialect;
  const Naming naming{[&](int array, int i) { return dialect.element(pruned.inputs()[array].name, i); },
                      [&](int array, int i) { return dialect.element(pruned.outputs()[array].name, i); },
                      [](int curve) { return "curve_" + std::to_string(curve); },
                      [](int surface) { return "surface_" + std::to_string(surface); },
                      [](const Graph::Call& call) { return name_of(call); }};
  const Operations operations = write_operations(pruned, dialect, naming);
  std::string declared, passed;
  const auto argument = [&](std::string_view type, const std::string& name) {
    declared += (declared.empty() ? "" : ", ") + std::string(type) + name;
    passed += (passed.empty() ? "" : ", ") + name;
  };
  for (const Graph::Input& input : graph.inputs()) argument("const double* ", input.name);
  for (const Graph::Output& output : graph.outputs()) argument("double* ", output.name);
  const std::string name(function);
  std::string text = "#include <math.h>\n\n";
  if (operations.parts.size() == 1)
    return text + "void " + name + "(" + (declared.empty() ? "void" : declared) + ") {\n" + indented(operations.parts[0], "  ") + "}\n";
  std::string calls;
  for (std::size_t i = 0; i < operations.parts.size(); ++i) {
    const std::string part = name + "_part_" + std::to_string(i + 1);
    text += "static void " + part + "(" + declared + ", double* w) {\n" + indented(operations.parts[i], "  ") + "}\n\n";
    calls += "  " + part + "(" + passed + ", w);\n";
  }
  return text + "void " + name + "(" + declared + ") {\n  double w[" + std::to_string(std::max(1, operations.work)) + "];\n" + calls + "}\n";
}

}  // namespace bricard
