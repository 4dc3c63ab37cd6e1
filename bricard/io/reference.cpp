// The pages of the kinds of elements and of the methods, and the index.
#include "bricard/io/reference.hpp"

#include <type_traits>

#include "bricard/analyses/run.hpp"
#include "bricard/elements/sensors/sensors.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/io/reference_page.hpp"
#include "bricard/io/reference_uses.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "bricard/system/coordinates/names.hpp"

namespace bricard {

namespace {

std::string count(int n, const std::string& one, const std::string& many) {
  return std::to_string(n) + ' ' + (n == 1 ? one : many);
}

std::string planar_fact(bool planar) {
  return planar ? "Planar models (`dimension: 2`): yes." : "Planar models (`dimension: 2`): no.";
}

// `type` first; what any element has, last.
void order_keys(std::vector<Key>& keys, const KindInfo& kind) {
  keys.insert(keys.begin(), {"type", '`' + std::string(kind.type) + '`', "the kind", {}, "required"});
  std::stable_partition(keys.begin(), keys.end(), [](const Key& key) { return key.name != "cut" && key.name != "active"; });
}

PageParts page_of(const char* folder, const KindInfo& kind) {
  PageParts page{folder, std::string(kind.type), std::string(kind.help), std::string(kind.equation)};
  page.note = kind.note;
  page.example = kind.example;
  return page;
}

// The page's columns are those of the first element of the kind in its example.
template <class Element, class ColumnsOf>
void show_columns(PageParts& page, const KindInfo& kind, const Model& model, const std::vector<Element>& elements,
                  ColumnsOf&& columns_of) {
  for (const Element& element : elements) {
    if (!page.element.empty() || &element.kind.info() != &kind) continue;
    page.element = element.name;
    page.columns = columns_of(model, element);
  }
}

std::vector<std::string> joint_facts(const JointInfo& kind) {
  std::vector<std::string> facts;
  if (kind.uses.joints)
    facts.push_back("1 constraint row, on coordinates of other joints.");
  else
    facts.push_back(count(6 - kind.freedoms, "constraint row", "constraint rows") + ", " +
                    count(kind.freedoms, "free motion", "free motions") + ".");
  std::string names;
  for (const CoordinateName& each : kind.names)
    names += (names.empty() ? "`" : ", `") + std::string(each.name) + "` (rate `" + std::string(each.rate) + "`)";
  if (!names.empty())
    facts.push_back("Coordinates of the second body relative to the first, zero in the design position: " + names + ".");
  if (kind.uses.planar && kind.names_in_plane.data() != kind.names.data()) {
    names.clear();
    for (const CoordinateName& each : kind.names_in_plane)
      names += (names.empty() ? "`" : ", `") + std::string(each.name) + "` (rate `" + std::string(each.rate) + "`)";
    facts.push_back("In a planar model: " + names + ".");
  }
  if (!kind.uses.joints)
    facts.push_back(kind.in_tree
                        ? "In relative coordinates it may carry the spanning tree; where it closes a loop it has its rows."
                        : "In relative coordinates it closes a loop with its rows.");
  facts.push_back(planar_fact(kind.uses.planar));
  return facts;
}

// After `initial`, what it may hold.
void add_start_keys(std::vector<Key>& keys, const JointInfo& kind) {
  std::vector<Key> inner;
  for (const CoordinateName& each : kind.names)
    for (const std::string_view name : {each.name, each.rate}) {
      const char* meaning = name == each.name ? "this coordinate at the start" : "its rate";
      inner.push_back({"initial." + std::string(name), "number", meaning, {find_coordinate_key(name)->dimension()}});
    }
  const auto initial = std::find_if(keys.begin(), keys.end(), [](const Key& key) { return key.name == "initial"; });
  if (initial != keys.end()) keys.insert(initial + 1, inner.begin(), inner.end());
}

ReferencePage joint_page(const JointInfo& kind) {
  PageParts page = page_of("joints", kind);
  page.facts = joint_facts(kind);
  add_keys<Joint>(page.keys, [&](std::string_view key) { return joint_use(kind, key); });
  add_start_keys(page.keys, kind);
  if (!kind.without_axis2.empty())
    std::find_if(page.keys.begin(), page.keys.end(), [](const Key& key) { return key.name == "axis2"; })->otherwise =
        kind.without_axis2;
  add_kind_keys(page.keys, JointKind(kind));
  order_keys(page.keys, kind);
  page.meaning = kind.reactions;
  page.friction = kind.rubs;
  if (!kind.rubs.empty()) page.meaning += " With `friction` two more columns follow, `friction` and `stuck`.";
  const Model model = read_yaml_text(page.example, page.title);
  show_columns(page, kind, model, model.joints, joint_columns);
  return make_page(page);
}

ReferencePage constraint_page(const ConstraintInfo& kind) {
  PageParts page = page_of("constraints", kind);
  page.facts = {"1 constraint row.", planar_fact(true)};
  Constraint defaults;
  defaults.kind = ConstraintKind(kind);
  add_keys(
      page.keys, [&](std::string_view key) { return constraint_use(kind, key); }, {}, defaults);
  for (Key& key : page.keys)
    if (key.name == "value") key.otherwise = kind.value_is_designed ? "as designed" : "0";
  add_kind_keys(page.keys, defaults.kind);
  order_keys(page.keys, kind);
  page.meaning = kind.reactions;
  const Model model = read_yaml_text(page.example, page.title);
  show_columns(page, kind, model, model.constraints, constraint_columns);
  return make_page(page);
}

ReferencePage force_page(const ForceInfo& kind) {
  PageParts page = page_of("forces", kind);
  page.facts = {planar_fact(kind.planar)};
  add_keys<Force>(page.keys, [&](std::string_view key) { return force_use(kind, key); });
  if (kind.acts_on_angle()) page.facts.push_back("Give `joint`, or `bodies` and `axis`.");
  add_kind_keys(page.keys, ForceKind(kind));
  order_keys(page.keys, kind);
  page.meaning = kind.columns;
  const Model model = read_yaml_text(page.example, page.title);
  show_columns(page, kind, model, model.forces, force_columns);
  return make_page(page);
}

template <class Kind>
ReferencePage sensor_page() {
  PageParts page{"sensors", std::string(Kind::type), std::string(Kind::help), std::string(Kind::equation)};
  page.facts = {planar_fact(true)};
  add_keys<Sensor>(page.keys);
  page.meaning = Kind::columns;
  page.example = Kind::example;
  const Model model = read_yaml_text(page.example, page.title);
  page.element = model.sensors[0].name;
  page.columns = sensor_columns(model, model.sensors[0]);
  return make_page(page);
}

// A model in which a page of methods names one of them.
std::string example_of_method(const std::string& options) {
  return "bricard: 1\nname: Double pendulum\nbodies:\n"
         "  upper: {mass: 1, inertia: [1e-3, 0.02, 0.02], position: [0.25, 0, 0]}\n"
         "  lower: {mass: 1, inertia: [1e-3, 0.02, 0.02], position: [0.75, 0, 0]}\njoints:\n"
         "  shoulder: {type: revolute, bodies: [ground, upper], at: [0, 0, 0], axis: [0, 1, 0]}\n"
         "  elbow:    {type: revolute, bodies: [upper, lower], at: [0.5, 0, 0], axis: [0, 1, 0]}\n"
         "analysis: {type: dynamics, duration: 0.5, output_step: 25 ms, " +
         options + "}\n";
}

using Rows = std::vector<std::vector<std::string>>;

ReferencePage coordinates_page() {
  Rows rows;
  for (const CoordinateSetInfo& set : coordinate_set_list()) {
    const std::string models = set.dimension == 0 ? "all" : set.dimension == 2 ? "planar" : "spatial";
    rows.push_back({'`' + std::string(set.name) + '`', std::string(set.help), models, set.everywhere ? "none" : "some"});
  }
  PageParts page{"methods", "coordinates", "what the positions of the bodies are computed with"};
  page.note = markdown_table({"`coordinates`", "unknowns", "models", "singular positions"}, rows) + "\nWith `auto` they are `" +
              std::string(relative_coordinates) + "`. Results do not depend on the choice.";
  page.example = example_of_method("coordinates: absolute");
  return make_page(page);
}

std::string kind_word(ProblemKind kind) {
  return kind == ProblemKind::ode ? "ordinary differential equations" : "differential-algebraic equations";
}

ReferencePage formulations_page() {
  Rows rows, grid;
  for (const Formulation& each : formulations) {
    std::string takes = each.keeps_redundant ? "`redundant: keep`" : "";
    if (each.takes_nonideal) takes += ", `nonideal`";
    rows.push_back({'`' + std::string(each.name) + '`', std::string(each.help), kind_word(each.yields),
                    each.stabilizes ? "by itself" : "by a stabilization", takes});
  }
  for (const LegalCombination& each : legal_combinations())
    grid.push_back({'`' + each.formulation + '`', '`' + each.stabilization + '`', '`' + each.integrator + '`'});
  PageParts page{"methods", "formulations", "how the equations of motion are put to an integrator"};
  page.equation = "M(q) a + Phi_vᵀ lambda = Q(t, q, v)        Phi(t, q) = 0        q' = T(q) v";
  page.note =
      markdown_table({"`formulation`", "how", "yields", "keeps the constraints", "takes"}, rows) +
      "\n`redundant: keep`: rows that depend on others stay in the equations, in place of being left out before the run; the "
      "motion is the same. `nonideal: [rub, ..]` names force elements whose generalized forces are the law C of non-ideal "
      "constraints: their forces W = M a - Q do the work δwᵀ W = δwᵀ C in all displacements δw that they allow, so that\n\n"
      "    [E M; Phi_v] a = [E (Q + C); gamma],        E = I - Phi_v⁺ Phi_v\n\n"
      "(Udwadia and Phohomsiri 2006). Of W the reactions of the joints and the columns of these elements are the two parts; "
      "`balance.work_nonideal` in summary.json is what the constraints did.\n"
      "\nCombinations that a run accepts, each with every set of coordinates:\n\n" +
      markdown_table({"`formulation`", "`stabilization`", "`integrator`"}, grid);
  page.note.pop_back();
  page.example = example_of_method("formulation: index3");
  return make_page(page);
}

ReferencePage stabilizations_page() {
  Rows rows;
  for (const Stabilization& each : stabilizations) rows.push_back({'`' + std::string(each.name) + '`', std::string(each.help)});
  PageParts page{"methods", "stabilizations", "how a motion that has left the constraints a little comes back to them"};
  page.equation = "Phi(t, q) = 0        Phi_v v = nu";
  page.note = markdown_table({"`stabilization`", "effect"}, rows);
  page.note.pop_back();
  page.example = example_of_method("coordinates: absolute, stabilization: mass_projection");
  return make_page(page);
}

ReferencePage integrators_page() {
  Rows rows;
  for (const IntegratorEntry& each : integrators())
    rows.push_back({'`' + std::string(each.name) + '`', std::string(each.help), std::to_string(each.order),
                    kind_word(each.accepts), each.fixed_step ? "fixed: `step`" : "by the tolerance"});
  PageParts page{"methods", "integrators", "time integration"};
  page.note = markdown_table({"`integrator`", "method", "order", "accepts", "step"}, rows);
  page.note.pop_back();
  page.example = example_of_method("integrator: rk4, step: 1 ms");
  return make_page(page);
}

constexpr std::string_view index_head = R"(# Reference

Everything that a model file may name, made by `bricard reference` from the program itself: a page for each element with its
equation, keys, columns and an example that runs. The examples are complete model files: save one as `NAME.bricard.yaml` and run it.

Numbers are in SI unless the file chooses other [units](sections/units.md); the last unit column of the pages is for a file with
`units: {length: mm}`. Any number may carry its unit, `35 N/mm`, and may be an expression of [parameters](sections/parameters.md).
Points are global coordinates in the design position, the name of a [point](sections/points.md), or `{in: BODY, at: [x, y, z]}`;
directions also `{from: A, to: B}` or `{in: BODY, axis: [x, y, z]}`. A function may depend on time and on columns of the results.
`active: false` switches an element off. A key without a default may be left out.

## letters

A joint sees marker A on its first body and marker B on its second: A at `at` with its z axis along `axis`, B at `at2` with its z
axis along `axis2`; where the two axes are crossed, B has its x axis along `axis2`.

| letter | is |
|---|---|
| `x_A`, `y_A`, `z_A`, `x_B`, ... | axes of the markers, unit vectors |
| `r` | from A's origin to B's origin |
| `v`, `w` | velocity of B's origin and angular velocity of B, relative to A |
| `lambda` | multiplier of a row; the force on the second body is `-lambda` times the derivative of the row |
| `p`, `m`, `I` | center of mass, mass and inertia of a body |
| `q`, `v`, `a`, `M`, `Q`, `Phi` | coordinates, velocities, accelerations, mass matrix, forces and constraints of the whole mechanism |

A prime is the time derivative. A row is one equation; a joint takes away as many motions as it has rows.

Reactions are forces and torques on the second body at its point of the joint, in global components; those of drivers and joint
forces are not in them.
)";

ReferencePage index_page(const std::vector<ReferencePage>& pages) {
  ReferencePage page{"index.md", "all pages", std::string(index_head), "", {}};
  std::string folder;
  for (const ReferencePage& each : pages) {
    const std::size_t slash = each.path.find('/'), dot = each.path.rfind('.');
    if (each.path.substr(0, slash) != folder) {
      folder = each.path.substr(0, slash);
      page.text += "\n## " + folder + "\n\n";
    }
    page.text += "- [" + each.path.substr(slash + 1, dot - slash - 1) + "](" + each.path + "): " + each.help + '\n';
  }
  return page;
}

}  // namespace

std::vector<ReferencePage> reference_pages() {
  std::vector<ReferencePage> pages = section_pages();
  for (const JointInfo* kind : JointKind::all()) pages.push_back(joint_page(*kind));
  for (const ConstraintInfo* kind : ConstraintKind::all()) pages.push_back(constraint_page(*kind));
  for (const ForceInfo* kind : ForceKind::all()) pages.push_back(force_page(*kind));
  Sensors::for_each([&]<class Kind>() { pages.push_back(sensor_page<Kind>()); });
  pages.push_back(coordinates_page());
  pages.push_back(formulations_page());
  pages.push_back(stabilizations_page());
  pages.push_back(integrators_page());
  pages.insert(pages.begin(), index_page(pages));
  return pages;
}

}  // namespace bricard
