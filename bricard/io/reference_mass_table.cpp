// The page of `mass_properties` (mass_table.cpp).
#include "bricard/io/reference_page.hpp"

namespace bricard {

namespace {

constexpr std::string_view example = R"(bricard: 1
name: Pendulum with masses from CAD
mass_properties: {file: models/mechanisms/pendulum_parts.csv, inertia: origin, products: integrals, names: {rod: [tube, end]}}
bodies:
  rod: {}
  bob: {}
joints:
  hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0], initial: {angle: 20 deg}}
  clamp: {type: fixed, bodies: [rod, bob], at: [0, 0, -0.5]}
analysis: {type: dynamics, duration: 1, output_step: 50 ms}
)";

}  // namespace

ReferencePage mass_table_page() {
  PageParts page;
  page.folder = "sections";
  page.title = "mass_properties";
  page.help = "masses, centers and inertias of bodies from a table, as CAD programs export them";
  page.equation =
      "inertia: origin       I = I_o - m (|c|² 1 - c cᵀ),   c: the center of mass from the origin\n"
      "names: {b: [1, 2]}    I = Σ I_i + m_i (|d_i|² 1 - d_i d_iᵀ),   d_i: from the common center to that of the part";
  page.keys = {
      {"file", "path", "a table; its first line names the columns", {}, "required"},
      {"inertia",
       "`center` or `origin`",
       "the point that inertias are about: the center of mass, or the origin of the axes",
       {},
       "required"},
      {"products", "`tensor` or `integrals`",
       "`tensor`: Ixy = -∫xy dm, as in model files; `integrals`: Ixy = +∫xy dm; required where a product is not zero"},
      {"units", "`mass` and `length`", "what numbers count in whose column has no unit; default: units of the file"},
      {"names", "names with names", "the part or the list of parts that a body is made of; default: the part of its own name"}};
  page.note =
      "The columns are `name`, `mass`, `x`, `y`, `z` (the center of mass), `Ixx`, `Iyy`, `Izz` and, where there are products, "
      "`Ixy`, `Iyz`, "
      "`Ixz`, in any order, each with its unit in brackets, `mass [g]`, `Ixx [kg mm^2]`; further columns are passed over. "
      "Everything is global, in the "
      "design position; a body with an orientation of its own gets the inertia in its axes. A body of the table gives no mass, "
      "position and inertia itself. Every part belongs to a body: one that does not is an error, and not a missing mass.";
  page.example = example;
  return make_page(page);
}

}  // namespace bricard
