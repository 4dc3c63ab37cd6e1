// Who moves a robot: torques of a delta robot and of a two-link robot on their paths, the same motion with too few and too many
// motors, and a position in which a motor loses its authority.
#include "studies/study.hpp"

using namespace bricard;
using namespace bricard::study;

namespace {

Model robot(const std::string& name) { return read_model("models/mechanisms/" + name + ".bricard.yaml"); }

Results efforts(const Model& model, const std::vector<std::string>& actuators) {
  AnalysisOptions options = *model.analysis;
  options.type = "inverse_dynamics";
  options.inverse_dynamics = InverseDynamicsOptions{actuators};
  Results results = run(model, options);
  if (results.summary.outcome.status != Status::done) throw Error(model.name, results.summary.outcome.message);
  return results;
}

double largest(const Results& results, const std::string& column) {
  double most = 0;
  for (const double each : results.series(column)) most = std::max(most, std::abs(each));
  return most;
}

Plot torques(const Results& results, const std::string& title, const std::vector<std::string>& columns) {
  Plot plot;
  plot.title = title;
  plot.x.label = "time";
  plot.x.unit = "s";
  plot.y.label = "torque";
  plot.y.unit = "N*m";
  for (const std::string& column : columns)
    plot.series.push_back({column, results.series("t"), results.series(column), true, false});
  return plot;
}

std::string warnings(const Results& results) {
  std::string text;
  for (const std::string& warning : results.summary.warnings) text += "> " + in_cell(warning) + "\n>\n";
  return text.empty() ? "No warning.\n\n" : text.substr(0, text.size() - 2);
}

std::string page(const std::filesystem::path& folder) {
  const std::vector<std::string> motors{"arm_1.motor", "arm_2.motor", "arm_3.motor"};
  const Model delta = robot("delta_robot"), arm = robot("two_link_robot");
  const Results exact = efforts(delta, motors), few = efforts(delta, {motors[0], motors[1]}),
                path = efforts(arm, {"shoulder", "elbow"});
  write_file(
      folder / "actuators_delta_robot.svg",
      svg(torques(exact, "Delta robot on a circle", {motors[0] + ".torque", motors[1] + ".torque", motors[2] + ".torque"})));
  write_file(folder / "actuators_two_link_robot.svg",
             svg(torques(path, "Two-link robot on a recorded path", {"shoulder.torque", "elbow.torque"})));

  // A crank that its slider shall turn: the linkage of models/mechanisms/slider_crank.
  const Model crank = robot("slider_crank");
  const Results pushed = efforts(crank, {"guide"}), both = efforts(crank, {"main", "guide"});

  std::string text = head("Actuators of a given motion", "actuators",
                          "Drivers say how a mechanism shall move, actuators are the joints that have to do it: "
                          "[inverse dynamics](../inverse_dynamics.md) finds their efforts.");
  text += fmt::format(
      "## Delta robot\n\nThe platform leaves the middle for a circle of 150 mm, one turn a second. Its three motors need at most "
      "{} "
      "N m, and the drivers that prescribe the platform's place carry nothing.\n\n![](actuators_delta_robot.svg)\n\n",
      plain(std::max({largest(exact, motors[0] + ".torque"), largest(exact, motors[1] + ".torque"),
                      largest(exact, motors[2] + ".torque")})));
  text +=
      fmt::format("With two motors only, up to {} N of what holds the platform is left to the drivers:\n\n{}\n",
                  plain(std::max({largest(few, "along_x.force"), largest(few, "along_y.force"), largest(few, "along_z.force")})),
                  warnings(few));
  text += fmt::format(
      "## Two-link robot\n\nThe tool follows a path from two CSV files. The shoulder needs up to {} N m, the elbow {}.\n\n"
      "![](actuators_two_link_robot.svg)\n\n",
      plain(largest(path, "shoulder.torque")), plain(largest(path, "elbow.torque")));
  text += fmt::format(
      "## A slider that shall turn a crank\n\nIt cannot in its dead points:\n\n{}\nWith a motor at the crank as well:\n\n{}",
      warnings(pushed), warnings(both));
  return text;
}

}  // namespace

int main(int count, char** arguments) { return write_page(count, arguments, "actuators", page); }
