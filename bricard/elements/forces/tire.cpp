#include "bricard/elements/forces/tire.hpp"

#include <algorithm>
#include <string_view>

#include "bricard/core/text.hpp"
#include "bricard/elements/tires/tire_file.hpp"

namespace bricard {

namespace {

constexpr std::array<std::string_view, 4> models{"magic_formula", "fiala", "linear", "table"};
constexpr std::array<std::string_view, 4> sides{"left", "right", "symmetric", "mirrored"};
constexpr std::array<std::string_view, 2> slips{"angle", "tangent"};

template <class Words>
void check_word(const KindCheck& check, const char* key, const std::string& word, const Words& words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return;
  std::string known;
  for (const std::string_view each : words) known += (known.empty() ? "" : ", ") + std::string(each);
  check.fault(key, "expected one of " + known + ", found " + quoted(word), did_you_mean(word, words));
}

// Without what makes left and right differ at zero slip: conicity, ply steer and their moments.
void make_symmetric(MagicFormula& m) {
  for (double MagicFormula::*zero :
       {&MagicFormula::PHY1, &MagicFormula::PHY2, &MagicFormula::PVY1, &MagicFormula::PVY2, &MagicFormula::PEY3, &MagicFormula::RBY3,
        &MagicFormula::RVY1, &MagicFormula::RVY2, &MagicFormula::RHX1, &MagicFormula::QSX1, &MagicFormula::QHZ1, &MagicFormula::QHZ2,
        &MagicFormula::QBZ4, &MagicFormula::QDZ3, &MagicFormula::QDZ6, &MagicFormula::QDZ7, &MagicFormula::QEZ4, &MagicFormula::SSZ1})
    m.*zero = 0;
}

}  // namespace

void Tire::check(const KindCheck& check) const {
  check_word(check, "model", model, models);
  check_word(check, "slip", slip, slips);
  if (!side.empty()) check_word(check, "side", side, sides);
  const auto positive = [&](const std::optional<double>& value, const char* key) {
    if (value && !(*value > 0)) check.fault(key, "must be positive");
  };
  const auto not_negative = [&](const std::optional<double>& value, const char* key) {
    if (value && !(*value >= 0)) check.fault(key, "must not be negative");
  };
  positive(radius, "radius");
  positive(rolling_radius, "rolling_radius");
  positive(vertical_stiffness, "vertical_stiffness");
  positive(relaxation_x, "relaxation_x");
  positive(relaxation_y, "relaxation_y");
  positive(low_speed, "low_speed");
  positive(pressure, "pressure");
  not_negative(vertical_damping, "vertical_damping");
  not_negative(width, "width");
  not_negative(slip_stiffness, "slip_stiffness");
  not_negative(cornering_stiffness, "cornering_stiffness");
  not_negative(sliding_friction, "sliding_friction");
  not_negative(rolling_resistance, "rolling_resistance");
  if (relaxation && deflection_x.has_value() != deflection_y.has_value())
    check.fault(deflection_x ? "deflection_y" : "deflection_x", "give both deflections of the tread, or none of them");
  const bool needs_file = model == "magic_formula" || model == "table";
  if (needs_file && file.path.empty() && !used.value)
    check.fault("file", "the model " + quoted(model) + " needs `file`", model == "table" ? "file: tire.csv" : "file: tire.tir");
  if (!file.path.empty() || needs_file) return;
  if (!radius) check.fault("radius", "without a file `radius` is needed");
  if (!vertical_stiffness) check.fault("vertical_stiffness", "without a file `vertical_stiffness` is needed");
  if (!slip_stiffness || (model == "fiala" && !(*slip_stiffness > 0)))
    check.fault("slip_stiffness", "the model " + quoted(model) + " without a file needs `slip_stiffness`");
  if (!cornering_stiffness || (model == "fiala" && !(*cornering_stiffness > 0)))
    check.fault("cornering_stiffness", "the model " + quoted(model) + " without a file needs `cornering_stiffness`");
}

void Tire::load(const KindLoad& load) {
  std::vector<Fault> faults;
  TireLaw read;
  const std::string_view ending = load.path.size() > 4 ? std::string_view(load.path).substr(load.path.size() - 4) : "";
  if (model == "table" || ending == ".csv") {
    if (model != "table") faults.push_back({{load.path, 0, 0}, "", "a table of forces needs `model: table`", ""});
    read.slip = read_tire_table(load.text, load.path, faults);
  } else {
    read = read_tir(load.text, load.path, faults);
    if (faults.empty() && model == "magic_formula" && !std::holds_alternative<MagicFormula>(read.slip))
      faults.push_back({{load.path, 0, 0}, "", "the file holds a Fiala tire", "model: fiala"});
    if (faults.empty() && model == "fiala" && !std::holds_alternative<Fiala>(read.slip))
      faults.push_back({{load.path, 0, 0}, "", "the file holds a Magic Formula", "model: magic_formula"});
  }
  for (Fault& fault : faults) load.report(std::move(fault));
  if (faults.empty()) loaded.value = std::make_shared<TireLaw>(std::move(read));
}

void Tire::reflect(const Reflection& reflection) {
  if (reflection.handedness > 0) return;
  if (side == "left")
    side = "right";
  else if (side == "right")
    side = "left";
  else if (side != "symmetric")
    side = side.empty() ? "mirrored" : "";
}

std::vector<OwnState> Tire::own_states() {
  if (!relaxation || deflection_x || deflection_y) return {};
  return {{"dx", &deflection_x, "dx_rate"}, {"dy", &deflection_y, "dy_rate"}};
}

bool Tire::is_mirrored() const {
  if (side == "mirrored") return true;
  const std::string measured = used.value && !used.value->measured_side.empty() ? used.value->measured_side : "left";
  return (side == "left" || side == "right") && side != measured;
}

TireLaw Tire::law() const {
  TireLaw law = loaded.value ? *loaded.value : TireLaw{};
  if (model == "linear") {
    if (const MagicFormula* formula = formula_of(law); formula && !slip_stiffness && !cornering_stiffness)
      law.slip = MagicSlope{*formula};
    else
      law.slip = LinearTire{slip_stiffness.value_or(0), cornering_stiffness.value_or(0), camber_stiffness.value_or(0),
                            trail.value_or(0), rolling_resistance.value_or(0)};
  }
  if (model == "fiala") {
    Fiala tire = std::holds_alternative<Fiala>(law.slip) ? std::get<Fiala>(law.slip) : Fiala{};
    tire.slip_stiffness = slip_stiffness.value_or(tire.slip_stiffness);
    tire.cornering_stiffness = cornering_stiffness.value_or(tire.cornering_stiffness);
    tire.sliding_friction = sliding_friction.value_or(tire.sliding_friction);
    tire.rolling_resistance = rolling_resistance.value_or(tire.rolling_resistance);
    tire.width = width.value_or(tire.width);
    law.slip = tire;
  }
  if (auto* formula = std::get_if<MagicFormula>(&law.slip)) {
    formula->by_tangent = slip == "tangent";
    if (side == "symmetric") make_symmetric(*formula);
  }
  law.radius = radius.value_or(law.radius);
  law.width = width.value_or(law.width);
  law.vertical_stiffness = vertical_stiffness.value_or(law.vertical_stiffness);
  law.vertical_damping = vertical_damping.value_or(law.vertical_damping);
  law.rolling_radius = rolling_radius.value_or(law.rolling_radius);
  law.relaxation_x = relaxation_x.value_or(law.relaxation_x);
  law.relaxation_y = relaxation_y.value_or(law.relaxation_y);
  law.low_speed = low_speed.value_or(law.low_speed);
  if (law.stiffness_x <= 0) law.stiffness_x = law.vertical_stiffness;
  if (law.stiffness_y <= 0) law.stiffness_y = law.vertical_stiffness;
  return law;
}

void Tire::lay(std::shared_ptr<const RoadSurface> surface) {
  auto law_used = std::make_shared<TireLaw>(law());
  road.value = surface ? std::move(surface) : std::make_shared<const RoadSurface>();
  const MagicFormula* formula = formula_of(*law_used);
  pressure_used = pressure.value_or(formula ? formula->INFLPRES : 0);
  used.value = std::move(law_used);
  turned = is_mirrored();
}

std::vector<Tire> Tire::samples() {
  std::vector<Tire> all(2);
  for (Tire& each : all) {
    each.model = "fiala";
    each.radius = 1.5;
    each.vertical_stiffness = 1e3;
    each.slip_stiffness = 300;
    each.cornering_stiffness = 200;
    each.width = 0.2;
  }
  all[1].deflection_x = 0.01;
  all[1].deflection_y = 0.02;
  for (Tire& each : all) each.lay(nullptr);
  return all;
}

}  // namespace bricard
