#include "bricard/codegen/c/c_family.hpp"

#include <algorithm>

#include "bricard/codegen/c/c_dialect.hpp"

namespace bricard {
namespace {

// Where a table is read. A curve has pieces of five numbers: x and c0 .. c3, y = c0 + u (c1 + u (c2 + u c3)) with u from x; the
// first goes on before its x, the last behind its own. A surface has its x, its y, and 16 such coefficients for every cell.
constexpr std::string_view interpolation_text = R"code(// c0 + u (c1 + u (c2 + u c3)), or its derivative of that order.
static double cubic(const double* c, double u, int order) {
  switch (order) {
    case 0:
      return ((c[3] * u + c[2]) * u + c[1]) * u + c[0];
    case 1:
      return (3 * c[3] * u + 2 * c[2]) * u + c[1];
    case 2:
      return 6 * c[3] * u + 2 * c[2];
    case 3:
      return 6 * c[3];
    default:
      return 0 * c[3];
  }
}

// The piece that a number is on, of n + 1 between and beyond n points; each belongs to the piece on its right, the last to both.
static int piece_of(const double* points, int stride, int n, double at) {
  int low = 0, high = n - 2;
  if (!(at >= points[0])) return 0;
  if (at > points[(n - 1) * stride]) return n;
  while (low < high) {
    const int middle = (low + high + 1) / 2;
    if (points[middle * stride] <= at)
      low = middle;
    else
      high = middle - 1;
  }
  return low + 1;
}

)code";

constexpr std::string_view curve_text = R"code(// A curve: pieces of x, c0, c1, c2, c3, the first and the last beyond its ends.
static double curve(const double* pieces, int last, double x, int order) {
  const double* const piece = pieces + 5 * piece_of(pieces + 5, 5, last, x);
  return cubic(piece + 1, x - piece[0], order);
}

)code";

constexpr std::string_view surface_text = R"code(// A surface: its x, its y, and the 16 coefficients of every cell, beyond its ends too.
static double surface(const double* data, int nx, int ny, double x, double y, int order_x, int order_y) {
  const double* const points_y = data + nx;
  const int i = piece_of(data, 1, nx, x), j = piece_of(points_y, 1, ny, y);
  const double* const c = data + nx + ny + 16 * (j * (nx + 1) + i);
  const double u = x - data[i > 0 ? i - 1 : 0], w = y - points_y[j > 0 ? j - 1 : 0];
  double along[4];
  int l;
  for (l = 0; l < 4; ++l) along[l] = cubic(c + 4 * l, u, order_x);
  return cubic(along, w, order_y);
}

)code";

// Arguments that the text does not name.
std::vector<std::string> unread_arguments(const GeneratedFunction& function, const std::vector<std::string>& all) {
  std::vector<std::string> read;
  for (const Graph::Node& node : function.graph.nodes()) {
    if (node.op == Graph::Op::input) {
      const std::string& name = function.graph.inputs()[node.array].name;
      read.push_back(name == "k" ? "p" : name);
    }
    if (node.op == Graph::Op::table || node.op == Graph::Op::grid) read.push_back("p");
  }
  for (const GeneratedArray& array : function.outputs)
    if (array.size() > 0) read.push_back(array.name);
  std::sort(read.begin(), read.end());
  std::vector<std::string> unread;
  for (const std::string& name : all)
    if (!std::binary_search(read.begin(), read.end(), name)) unread.push_back(name);
  return unread;
}

bool takes_number(const GeneratedArray& array) { return array.name == "t"; }

}  // namespace

CFamilyPrinter::CFamilyPrinter(const GeneratedProgram& program, CFamily family)
    : program_(program), family_(std::move(family)), names_(program, family_.keywords) {}

std::string CFamilyPrinter::arrays() const {
  std::string text;
  std::vector<std::string> told{"p", "k"};
  for (const GeneratedFunction& function : program_.model.functions)
    for (const GeneratedArray& array : function.inputs) {
      if (std::find(told.begin(), told.end(), array.name) != told.end()) continue;
      told.push_back(array.name);
      text += wrapped(described(array, 0), "//   ");
    }
  return text;
}

std::string CFamilyPrinter::members() const {
  std::string text;
  const auto add = [&](const std::string& member, const std::string& help) { text += "  double " + member + ";  // " + help + "\n"; };
  const auto sized = [](const std::string& name, std::size_t size) { return name + "[" + std::to_string(std::max<std::size_t>(1, size)) + "]"; };
  for (std::size_t i = 0; i < names_.parameters.size(); ++i) {
    const GeneratedParameter& each = program_.model.parameters[i];
    add(names_.parameters[i], each.help + (each.unit.empty() ? "" : ", " + each.unit));
  }
  for (std::size_t i = 0; i < names_.curves.size(); ++i)
    add(sized(names_.curves[i], 5 * program_.curves[i].curve.pieces().size()), "table " + program_.curves[i].name + ": its pieces");
  for (std::size_t i = 0; i < names_.surfaces.size(); ++i)
    add(sized(names_.surfaces[i], cell_data(program_.surfaces[i].surface).size()), "table " + program_.surfaces[i].name + ": its cells");
  const auto& made = program_.model.setup.outputs;
  add(sized("k", made.empty() ? 0 : static_cast<std::size_t>(made[0].size())), "what " + family_.prefix + "setup makes of them");
  return text;
}

std::string CFamilyPrinter::assignments() const {
  std::string text;
  for (std::size_t i = 0; i < names_.parameters.size(); ++i)
    text += "  " + family_.access + names_.parameters[i] + " = " + c_number(program_.model.parameters[i].value) + ";\n";
  const auto copy = [&](const std::string& member, const std::vector<double>& data) {
    text += "  {\n    static const double data[] = {\n" + listed(data, c_number, "        ") + "};\n    int i;\n    for (i = 0; i < " +
            std::to_string(data.size()) + "; ++i) " + family_.access + member + "[i] = data[i];\n  }\n";
  };
  for (std::size_t i = 0; i < names_.curves.size(); ++i) copy(names_.curves[i], piece_data(program_.curves[i].curve));
  for (std::size_t i = 0; i < names_.surfaces.size(); ++i) copy(names_.surfaces[i], cell_data(program_.surfaces[i].surface));
  return text;
}

std::string CFamilyPrinter::documentation(const GeneratedFunction& function) const {
  std::string text = wrapped(function.help, "// ");
  for (const GeneratedArray& array : function.outputs) text += wrapped(described(array, 0), "//   ");
  return text;
}

CFamilyPrinter::Arguments CFamilyPrinter::arguments_of(const GeneratedFunction& function) const {
  Arguments arguments;
  const auto add = [&](const std::string& declared, const std::string& name) {
    arguments.declared += (arguments.declared.empty() ? "" : ", ") + declared;
    arguments.passed += (arguments.passed.empty() ? "" : ", ") + name;
    arguments.names.push_back(name);
  };
  for (const GeneratedArray& array : function.inputs)
    if (array.name != "p" && array.name != "k")
      add(takes_number(array) ? "double t" : "const double* " + array.name, array.name);
  add(family_.by_reference, "p");
  for (const GeneratedArray& array : function.outputs) add("double* " + array.name, array.name);
  return arguments;
}

std::string CFamilyPrinter::signature(const GeneratedFunction& function) const {
  return "void " + family_.prefix + function.name + "(" + arguments_of(function).declared + ")";
}

Naming CFamilyPrinter::naming(const GeneratedFunction& function) const {
  return {[&](int array, int i) {
            const Graph::Input& input = function.graph.inputs()[array];
            if (input.name == "t") return input.name;
            if (input.name == "p") return family_.access + names_.parameters[i];
            if (input.name == "k") return family_.access + family_.dialect.element("k", i);
            return family_.dialect.element(input.name, i);
          },
          [&](int array, int i) {
            const std::string& name = function.graph.outputs()[array].name;
            return (name == "k" ? family_.access : "") + family_.dialect.element(name, i);
          },
          [&](int place) {
            const auto& curve = program_.curve_of(function.graph, place);
            return family_.access + names_.curve_of(program_, function.graph, place) + ", " +
                   std::to_string(curve.curve.pieces().size() - 1);
          },
          [&](int place) {
            const auto& surface = program_.surface_of(function.graph, place);
            return family_.access + names_.surface_of(program_, function.graph, place) + ", " +
                   std::to_string(surface.surface.x().size()) + ", " + std::to_string(surface.surface.y().size());
          },
          [&](const Graph::Call& call) { return family_.prefix + name_of(call); }};
}

std::string CFamilyPrinter::definition(const GeneratedFunction& function) const {
  const Operations operations = write_operations(function.graph, family_.dialect, naming(function));
  const Arguments arguments = arguments_of(function);
  const auto body = [&](const std::string& lines, const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "  (void)" : ", (void)") + name;
    return (text.empty() ? "" : text + ";\n") + indented(lines, "  ");
  };
  const std::vector<std::string> unread = unread_arguments(function, arguments.names);
  const std::string name = family_.prefix + function.name;
  if (operations.parts.size() == 1)
    return "void " + name + "(" + arguments.declared + ") {\n" + body(operations.parts[0], unread) + "}\n";
  std::string text, calls;
  for (std::size_t i = 0; i < operations.parts.size(); ++i) {
    const std::string part = name + "_part_" + std::to_string(i + 1);
    std::vector<std::string> all = arguments.names;
    all.push_back("w");
    text += "static void " + part + "(" + arguments.declared + ", double* w) {\n" + body(operations.parts[i], all) + "}\n\n";
    calls += "  " + part + "(" + arguments.passed + ", w);\n";
  }
  return text + "void " + name + "(" + arguments.declared + ") {\n  double w[" + std::to_string(std::max(1, operations.work)) + "];\n" +
         calls + "}\n";
}

std::string CFamilyPrinter::setup() const {
  if (program_.model.setup.outputs.empty()) return "  (void)p;\n";
  const Operations operations = write_operations(program_.model.setup.graph, family_.dialect, naming(program_.model.setup));
  std::string text;
  if (operations.parts.size() > 1) text += "  double w[" + std::to_string(std::max(1, operations.work)) + "];\n";
  for (const std::string& part : operations.parts) text += "  {\n" + indented(part, "    ") + "  }\n";
  return text;
}

std::string c_interpolation(bool curves, bool surfaces) {
  if (!curves && !surfaces) return {};
  return std::string(interpolation_text) + (curves ? std::string(curve_text) : "") + (surfaces ? std::string(surface_text) : "");
}

std::string CFamilyPrinter::interpolation() const { return c_interpolation(!names_.curves.empty(), !names_.surfaces.empty()); }

std::string CFamilyPrinter::user_signature(const Graph::Call& call) const {
  std::string text = "double " + family_.prefix + name_of(call) + "(";
  for (int i = 1; i <= call.arguments; ++i) text += (i > 1 ? ", double x" : "double x") + std::to_string(i);
  return text + ")";
}

std::string CFamilyPrinter::user_declarations() const {
  std::string text;
  for (const Graph::Call& call : program_.calls) text += user_signature(call) + ";\n";
  return text;
}

std::string CFamilyPrinter::user_definitions() const {
  std::string text;
  const bool in_namespace = family_.prefix.empty();
  for (const Graph::Call& call : program_.calls) {
    const std::vector<int> by = derivatives_of(call);
    if (by.empty()) {
      std::string unread;
      for (int i = 1; i <= call.arguments; ++i) unread += "  (void)x" + std::to_string(i) + ";\n";
      text += "// The model's function `" + call.name + "`: to be written. Until then everything that reads it is not a number.\n" +
              user_signature(call) + " {\n" + unread + "  return " + (in_namespace ? "std::nan(\"\")" : "NAN") + ";\n}\n\n";
      continue;
    }
    const std::string x = "x" + std::to_string(by.back());
    const auto called = [&](const std::string& at) {
      return family_.prefix + name_of(less_differentiated(call)) + "(" + passed(call, by.back(), at) + ")";
    };
    const std::string space = in_namespace ? "std::" : "";
    text += "// Its derivative by argument " + std::to_string(by.back()) + (by.size() > 1 ? " of that before" : "") +
            ": a central difference, to be replaced where the exact one is known.\n" + user_signature(call) + " {\n  const double h = 6e-6 * " +
            space + "fmax(" + space + "fabs(" + x + "), 0.01);\n  return (" + called(x + " + h") + " - " + called(x + " - h") +
            ") / (2 * h);\n}\n\n";
  }
  return text;
}

}  // namespace bricard
