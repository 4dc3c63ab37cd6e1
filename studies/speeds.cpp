// What changes with speed: the height of a governor's sleeve, the eigenvalues of a rolling wheel, the answer of a chain to a
// shaker over its frequency. Each beside its closed form.
#include "bricard/analyses/many/sweep.hpp"
#include "bricard/elements/elements.hpp"
#include "studies/study.hpp"

using namespace bricard;
using namespace bricard::study;

namespace {

std::string path_of(const std::string& model) { return "models/" + model + ".bricard.yaml"; }

Control varying(const std::string& model) {
  Control control;
  control.vary = [model](const std::vector<std::pair<std::string, double>>& values) {
    std::vector<std::pair<std::string, std::string>> overrides;
    for (const auto& [name, value] : values) overrides.emplace_back(name, fmt::format("{:.17g}", value));
    return read_model(path_of(model), overrides);
  };
  return control;
}

Results swept(const std::string& model, const AnalysisOptions& options, const std::string& values) {
  Results results = sweep(parse_sweep(values, UnitSystem{}), options, varying(model));
  if (results.summary.outcome.status != Status::done) throw Error(model, results.summary.outcome.message);
  return results;
}

const std::string& file_of(const Results& results, const std::string& name) {
  for (const ResultFile& file : results.files)
    if (file.name == name) return file.text;
  throw Error(name, "the run has not left it");
}

// Steady heights of the sleeve, with the spring as it is: m w² h = (m + M) g + k (free - 2 h), z = 0.5 - 2 h.
std::string governor(const std::filesystem::path& folder) {
  const std::string model = "mechanisms/governor_speed";
  AnalysisOptions options = *read_model(path_of(model)).analysis;
  options.equilibrium->find.clear();
  options.equilibrium->so_that.clear();
  const Results results = swept(model, options, "speed=16:40:0.5");
  const std::vector<double> speed = results.series("speed"), z = results.series("sleeve.z");
  double off = 0;
  for (std::size_t i = 0; i < z.size(); ++i)
    off = std::max(off, std::abs(z[i] - (0.5 - 2 * (2.5 * 9.81 + 400 * 0.4) / (0.5 * speed[i] * speed[i] + 2 * 400))));
  Plot plot;
  plot.title = "Governor in steady rotation";
  plot.x.label = "speed";
  plot.x.unit = "rad/s";
  plot.y.label = "height of the sleeve";
  plot.y.unit = "m";
  plot.series.push_back({"sleeve.z", speed, z, true, false});
  write_file(folder / "speeds_governor.svg", svg(plot));
  return fmt::format(
      "## Governor\n\n`bricard equilibrium` in steady motion, at {} speeds: the sleeve rises as the balls swing out. Largest "
      "difference "
      "from the closed form: {} m.\n\n![Height of the sleeve over the speed](speeds_governor.svg)\n\n",
      z.size(), power(off));
}

// The speed at which a growing mode vanishes, to half a step.
std::string wheel(const std::filesystem::path& folder) {
  const std::string model = "mechanisms/rolling_wheel";
  const AnalysisOptions options = *read_model(path_of(model)).analysis;
  const Results disc = swept(model, options, "v=0:3:0.02");
  write_file(folder / "speeds_wheel.svg", file_of(disc, "root_locus.svg"));
  double last = 0;  // that falls
  std::stringstream rows(file_of(disc, "root_locus.csv"));
  std::string row;
  std::getline(rows, row);
  while (std::getline(rows, row)) {
    double v = 0, mode = 0, real = 0;
    char comma = 0;
    std::stringstream(row) >> v >> comma >> mode >> comma >> real;
    if (real > 1e-6) last = std::max(last, v);
  }
  return fmt::format(
      "## Rolling wheel\n\n`bricard modes` of upright rolling, from standstill to 3 m/s. Up to {:.2f} m/s a mode grows, from "
      "{:.2f} m/s on "
      "none does; a disc is stable above sqrt(g a/3) = {:.4f} m/s.\n\n![Eigenvalues over the speed](speeds_wheel.svg)\n\n",
      last, last + 0.02, std::sqrt(9.81 * 0.5 / 3));
}

std::string chain(const std::filesystem::path& folder) {
  const Results results = run(read_model(path_of("examples/chain_modes")));
  write_file(folder / "speeds_chain.svg", file_of(results, "bode.svg"));
  double off = 0;
  for (int i = 0; i < 3; ++i)
    off = std::max(off, std::abs(results.summary.modes[i].frequency - 10 / M_PI * std::sin((i + 1) * M_PI / 8)));
  return fmt::format(
      "## Chain of three masses\n\nThe response to a shaker at the first mass. Largest difference of the natural frequencies "
      "from "
      "sqrt(k/m)/pi sin(i pi/8): {} Hz.\n\n![Amplitude and phase over the frequency](speeds_chain.svg)\n",
      power(off));
}

std::string page(const std::filesystem::path& folder) {
  std::string text =
      head("What changes with speed", "speeds",
           "[Equilibrium](../equilibrium.md) and [modes](../modes.md), over a speed or a frequency, beside closed forms.");
  return text + governor(folder) + wheel(folder) + chain(folder);
}

}  // namespace

int main(int count, char** arguments) { return write_page(count, arguments, "speeds", page); }
