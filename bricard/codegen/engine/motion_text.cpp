#include "bricard/codegen/engine/motion_text.hpp"

#include "bricard/codegen/c/c_dialect.hpp"
#include "bricard/codegen/c/c_family.hpp"

namespace bricard {
namespace {

constexpr std::string_view head_text = R"code(#include <math.h>

typedef struct {
  double (*value)(const void* code, const double* x);
  const void* code;
} call_of_user;

)code";

constexpr std::string_view held_text = R"code(// On a piece that is held.
static double piece(const double* pieces, int last, double which, double x, int order) {
  const double* const at = pieces + 5 * (int)which;
  (void)last;
  return cubic(at + 1, x - at[0], order);
}

)code";

constexpr std::string_view held_cell_text = R"code(// In a cell that is held.
static double cell(const double* data, int nx, int ny, double which, double x, double y, int order_x, int order_y) {
  const int i = (int)which % (nx + 1), j = (int)which / (nx + 1);
  const double* const points_y = data + nx;
  const double* const c = data + nx + ny + 16 * (j * (nx + 1) + i);
  const double u = x - data[i > 0 ? i - 1 : 0], w = y - points_y[j > 0 ? j - 1 : 0];
  double along[4];
  int l;
  for (l = 0; l < 4; ++l) along[l] = cubic(c + 4 * l, u, order_x);
  return cubic(along, w, order_y);
}

)code";

constexpr std::string_view declared = "const double* restrict x, const double* restrict c, const call_of_user* restrict calls, double* restrict f, double* restrict g";
constexpr std::string_view handed_on = "x, c, calls, f, g";

int numbers_in(const Graph& graph) {
  for (const Graph::Input& input : graph.inputs())
    if (input.name == "c") return input.size;
  return 0;
}

}  // namespace

std::vector<double> table_numbers(const Graph& graph) {
  std::vector<double> numbers;
  const auto add = [&](const std::vector<double>& data) { numbers.insert(numbers.end(), data.begin(), data.end()); };
  for (const Interpolant& curve : graph.curves()) add(piece_data(curve));
  for (const GridInterpolant& surface : graph.surfaces()) add(cell_data(surface));
  return numbers;
}

std::string motion_text(const Graph& graph) {
  std::vector<std::string> curves, surfaces;
  std::size_t at = static_cast<std::size_t>(numbers_in(graph));
  for (const Interpolant& curve : graph.curves()) {
    curves.push_back("c + " + std::to_string(at) + ", " + std::to_string(curve.pieces().size() - 1));
    at += piece_data(curve).size();
  }
  for (const GridInterpolant& surface : graph.surfaces()) {
    surfaces.push_back("c + " + std::to_string(at) + ", " + std::to_string(surface.x().size()) + ", " + std::to_string(surface.y().size()));
    at += cell_data(surface).size();
  }
  std::string text(head_text);
  text += c_interpolation(!curves.empty(), !surfaces.empty());
  if (!curves.empty() || !surfaces.empty()) text += held_text;
  if (!surfaces.empty()) text += held_cell_text;
  for (std::size_t i = 0; i < graph.calls().size(); ++i) {
    const std::string number = std::to_string(i);
    text += "#define call_" + number + "(...) calls[" + number + "].value(calls[" + number + "].code, (const double[]){__VA_ARGS__})\n";
  }
  const Naming naming{[&](int array, int i) { return c_dialect.element(graph.inputs()[array].name, i); },
                      [&](int array, int i) { return c_dialect.element(graph.outputs()[array].name, i); },
                      [&](int curve) { return curves[curve]; },
                      [&](int surface) { return surfaces[surface]; },
                      [&](const Graph::Call& call) {
                        const auto place = std::ranges::find(graph.calls(), call);
                        return "call_" + std::to_string(place - graph.calls().begin());
                      }};
  const Operations operations = write_operations(graph, c_dialect, naming);
  std::string calls;
  for (std::size_t i = 0; i < operations.parts.size(); ++i) {
    const std::string part = "part_" + std::to_string(i + 1);
    text += "static void " + part + "(" + std::string(declared) + ", double* restrict w) {\n" + indented(operations.parts[i], "  ") + "}\n\n";
    calls += "  " + part + "(" + std::string(handed_on) + ", w);\n";
  }
  return text + "void " + motion_function + "(" + std::string(declared) + ") {\n  double w[" +
         std::to_string(std::max(1, operations.work)) + "];\n" + calls + "}\n";
}

}  // namespace bricard
