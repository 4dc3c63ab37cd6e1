// The verb `tire`: a bench for a tire file. Without --at its ranges and characteristic values, with --out its curves; with --at
// the forces at one slip.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "bricard/core/text.hpp"
#include "bricard/elements/tires/tire_file.hpp"
#include "bricard/io/document.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/plot.hpp"
#include "cli/options.hpp"
#include "cli/page_values.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/plot/picture.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
constexpr double degree = 0.017453292519943295;

// What --at gives, in SI: fz=4000,alpha=3deg,kappa=0.02,gamma=-1 deg,v=60 km/h,pressure=2 bar.
struct At {
  Slip<double> slip{0, 0, 0, 0, 0};
  bool has_load = false;
};
At read_at(const std::string& text, const TireLaw& law) {
  At at;
  const MagicFormula* formula = formula_of(law);
  at.slip.speed = formula ? formula->LONGVL : 16.7;
  const Model si;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equal = item.find('=');
    if (equal == std::string::npos) throw Error("--at", "expected NAME=VALUE, found " + bricard::quoted(item), "fz=4000,alpha=3deg");
    const std::string name = item.substr(0, equal);
    std::string value = item.substr(equal + 1);
    // A unit may stand right behind the number: 3deg.
    const std::size_t unit = value.find_first_not_of("+-.0123456789eE");
    if (unit != std::string::npos && unit > 0 && value[unit] != ' ') value.insert(unit, " ");
    const auto in = [&](Dimension dimension) { return quantity("--at", value, dimension, si); };
    namespace d = dimension;
    if (name == "fz")
      at.slip.load = in(d::force), at.has_load = true;
    else if (name == "alpha")
      at.slip.alpha = in(d::angle);
    else if (name == "gamma")
      at.slip.gamma = in(d::angle);
    else if (name == "kappa")
      at.slip.kappa = in(d::none);
    else if (name == "v")
      at.slip.speed = std::abs(in(d::speed));
    else if (name == "pressure")
      at.slip.pressure = in(d::force / (d::length * d::length));
    else if (name == "friction")
      at.slip.friction = in(d::none);
    else
      throw Error("--at", "unknown name " + bricard::quoted(name),
                  did_you_mean(name, std::vector<std::string>{"fz", "alpha", "gamma", "kappa", "v", "pressure", "friction"}));
  }
  if (!at.has_load) throw Error("--at", "the load is missing", "fz=4000,alpha=3deg");
  if (!(at.slip.load > 0)) throw Error("--at", "the load must be positive");
  return at;
}

// What lies outside of the ranges of the file, in words.
std::vector<std::string> beyond(const TireLaw& law, const Slip<double>& slip) {
  std::vector<std::string> words;
  const auto look = [&](const char* name, const SlipRange& range, double value, double unit, const char* unit_name) {
    if (range.is_known() && (value < range.least || value > range.most))
      words.push_back(fmt::format("{} = {:.6g} {} is outside of the range of the file, {:.6g} to {:.6g} {}: a tire in a model cuts it off there", name,
                                  value / unit, unit_name, range.least / unit, range.most / unit, unit_name));
  };
  look("fz", law.load, slip.load, 1, "N");
  look("kappa", law.kappa, slip.kappa, 1, "");
  look("alpha", law.alpha, slip.alpha, degree, "deg");
  look("gamma", law.gamma, slip.gamma, degree, "deg");
  if (slip.pressure > 0) look("pressure", law.pressure, slip.pressure, 1, "Pa");
  return words;
}

std::string kind_of(const TireLaw& law) {
  if (const auto* m = std::get_if<MagicFormula>(&law.slip)) return m->is_52 ? "Magic Formula 5.2" : "Magic Formula 6.1";
  if (std::holds_alternative<Fiala>(law.slip)) return "Fiala";
  return "table of measured forces";
}

double nominal_load(const TireLaw& law) {
  if (const MagicFormula* m = formula_of(law)) return m->FNOMIN;
  if (const auto* table = std::get_if<TireTable>(&law.slip)) return table->loads[table->loads.size() / 2];
  return 4000;
}

std::vector<double> loads_of(const TireLaw& law) {
  std::vector<double> loads;
  for (const double part : {0.5, 1.0, 1.5, 2.0}) {
    const double load = part * nominal_load(law);
    if (!law.load.is_known() || (load >= law.load.least && load <= law.load.most)) loads.push_back(load);
  }
  return loads;
}

struct Curve {
  double load;
  std::vector<double> slip;
  std::vector<TireForce<double>> force;
};
// Over kappa or alpha, the other being zero.
Curve curve(const TireLaw& law, double load, bool over_kappa) {
  const SlipRange& range = over_kappa ? law.kappa : law.alpha;
  const double most = std::min(range.is_known() ? std::min(-range.least, range.most) : 1.0, over_kappa ? 0.4 : 0.35);
  const MagicFormula* formula = formula_of(law);
  Curve result{load, {}, {}};
  for (int i = -100; i <= 100; ++i) {
    const double slip = most * i / 100;
    result.slip.push_back(slip);
    result.force.push_back(forces_of(law, Slip<double>{over_kappa ? slip : 0, over_kappa ? 0 : slip, 0, load, formula ? formula->LONGVL : 16.7}));
  }
  return result;
}

std::string curves_csv(const TireLaw& law) {
  std::string text = "fz [N],kappa,alpha [deg],fx [N],fy [N],mx [N*m],my [N*m],mz [N*m]\n";
  for (const bool over_kappa : {false, true})
    for (const double load : loads_of(law)) {
      const Curve c = curve(law, load, over_kappa);
      for (std::size_t i = 0; i < c.slip.size(); ++i)
        text += fmt::format("{},{},{},{},{},{},{},{}\n", to_text(load), to_text(over_kappa ? c.slip[i] : 0), to_text(over_kappa ? 0 : c.slip[i] / degree),
                            to_text(c.force[i].fx), to_text(c.force[i].fy), to_text(c.force[i].mx), to_text(c.force[i].my), to_text(c.force[i].mz));
    }
  return text;
}

std::string curves_svg(const TireLaw& law, const std::string& title) {
  const auto plot = [&](const char* name, const char* unit, bool over_kappa, double TireForce<double>::*member) {
    Plot plot;
    plot.x = {over_kappa ? "slip kappa" : "slip angle alpha", over_kappa ? "" : "deg"};
    plot.y = {name, unit};
    for (const double load : loads_of(law)) {
      const Curve c = curve(law, load, over_kappa);
      Series& series = plot.series.emplace_back();
      series.name = fmt::format("{:.4g} N", load);
      series.markers = false;
      for (std::size_t i = 0; i < c.slip.size(); ++i) {
        series.x.push_back(over_kappa ? c.slip[i] : c.slip[i] / degree);
        series.y.push_back(c.force[i].*member);
      }
    }
    plot.height = 380;
    return plot;
  };
  std::vector<Plot> plots{plot("lateral force", "N", false, &TireForce<double>::fy), plot("aligning moment", "N*m", false, &TireForce<double>::mz),
                          plot("longitudinal force", "N", true, &TireForce<double>::fx)};
  plots[0].title = title;
  return stacked_svg(plots);
}

TireLaw read_law(const std::string& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) throw Error({Fault{{path, 0, 0}, "", "there is no such file", ""}});
  std::vector<Fault> faults;
  TireLaw law;
  const std::string text = read_file(path);
  if (path.ends_with(".csv"))
    law.slip = read_tire_table(text, path, faults);
  else
    law = read_tir(text, path, faults);
  if (!faults.empty()) throw Error(std::move(faults));
  if (law.stiffness_x <= 0) law.stiffness_x = law.vertical_stiffness;
  if (law.stiffness_y <= 0) law.stiffness_y = law.vertical_stiffness;
  if (auto* formula = std::get_if<MagicFormula>(&law.slip)) formula->by_tangent = false;
  return law;
}

using Json = nlohmann::ordered_json;

int at_one_slip(const Arguments& arguments, const TireLaw& law, const std::string& text) {
  const At at = read_at(text, law);
  const TireForce<double> f = forces_of(law, at.slip);
  const std::vector<std::string> warnings = beyond(law, at.slip);
  if (arguments.json) {
    Json json{{"at", {{"fz", at.slip.load}, {"kappa", at.slip.kappa}, {"alpha", at.slip.alpha}, {"gamma", at.slip.gamma}, {"v", at.slip.speed}}},
              {"Fx", f.fx}, {"Fy", f.fy}, {"Fz", at.slip.load}, {"Mx", f.mx}, {"My", f.my}, {"Mz", f.mz},
              {"longitudinal_stiffness", f.stiffness_x}, {"cornering_stiffness", f.stiffness_y}, {"warnings", warnings}};
    print(json.dump(1) + "\n");
  } else {
    for (const auto& [name, value, unit] : {std::tuple("Fx", f.fx, "N"), std::tuple("Fy", f.fy, "N"), std::tuple("Fz", at.slip.load, "N"),
                                            std::tuple("Mx", f.mx, "N*m"), std::tuple("My", f.my, "N*m"), std::tuple("Mz", f.mz, "N*m")})
      print(fmt::format("{:<3} {:>14.6f} {}\n", name, value, unit));
  }
  if (!arguments.quiet)
    for (const std::string& warning : warnings) print_error("bricard: warning: " + warning + "\n");
  return done;
}

void print_summary(const TireLaw& law, const std::string& path) {
  print(fmt::format("{}: {}\n", path, kind_of(law)));
  print("  axes at the contact point: x heading, y to the left, z up (TYDEX-W); alpha > 0: fy < 0; gamma > 0: top to the right; kappa > 0 drives\n");
  print(fmt::format("  radius {:.4g} m, vertical stiffness {:.5g} N/m{}\n", law.radius, law.vertical_stiffness,
                    law.measured_side.empty() ? "" : ", measured on the " + law.measured_side));
  const auto range = [&](const char* name, const SlipRange& r, double unit, const char* unit_name) {
    if (r.is_known()) print(fmt::format("  {:<8} {:>10.5g} to {:<10.5g} {}\n", name, r.least / unit, r.most / unit, unit_name));
  };
  range("fz", law.load, 1, "N");
  range("kappa", law.kappa, 1, "");
  range("alpha", law.alpha, degree, "deg");
  range("gamma", law.gamma, degree, "deg");
  range("pressure", law.pressure, 1, "Pa");
  print(fmt::format("  {:>10} {:>14} {:>14} {:>10} {:>10} {:>10} {:>10}\n", "fz [N]", "dFx/dk [N]", "dFy/da [N/rad]", "mu x", "mu y", "sigma x", "sigma y"));
  for (const double load : loads_of(law)) {
    const TireForce<double> f = forces_of(law, Slip<double>{0, 0, 0, load, 16.7});
    const auto length = relaxation_lengths(law, f, load, 0.0);
    print(fmt::format("  {:>10.1f} {:>14.0f} {:>14.0f} {:>10.3f} {:>10.3f} {:>8.3f} m {:>8.3f} m\n", load, f.stiffness_x, f.stiffness_y, f.peak_x / load,
                      f.peak_y / load, length.x, length.y));
  }
}

}  // namespace

int tire(const Arguments& arguments) {
  const std::string& path = arguments.paths.at(0);
  const TireLaw law = read_law(path);
  if (const auto at = page_value(arguments, "at")) return at_one_slip(arguments, law, *at);
  std::optional<std::string> out = page_value(arguments, "out");
  if (out) {
    const std::string ending = picture_ending(*out, {".svg", ".png", ".pdf", ".csv"});
    if (ending == ".csv") {
      write_file(*out, curves_csv(law));
    } else {
      const std::string picture = curves_svg(law, fs::path(path).filename().string() + ", " + kind_of(law));
      write_file(*out, ending == ".svg" ? picture : ending == ".pdf" ? page::pdf(picture) : page::png(picture));
    }
  }
  if (arguments.json) {
    Json json{{"law", kind_of(law)}, {"radius", law.radius}, {"vertical_stiffness", law.vertical_stiffness}};
    if (out) json["out"] = *out;
    print(json.dump(1) + "\n");
  } else if (!arguments.quiet) {
    print_summary(law, path);
    if (out) print(fmt::format("{}\n", *out));
  }
  return done;
}

}  // namespace bricard::cli
