// The workbooks of a thesis as they are, beside the curves of MSC Adams that its author exported: both are read where they lie
// beside the checkout (../shared/reference/thesis). Committed are the table and the pictures of differences; the page with the
// curves themselves, overlaid, goes to build/thesis_workbooks/.
#include "bricard/io/formats.hpp"
#include "studies/study.hpp"

using namespace bricard;
using namespace bricard::study;

namespace {

const std::filesystem::path originals = "../shared/reference/thesis";
const std::filesystem::path beside = "build/thesis_workbooks";  // the page with the curves of Adams
constexpr double limit = 60;                                    // s of CPU time
constexpr std::size_t few = 300;                                // points of a picture

struct Case {
  std::string name, book, curve, quantity;
  std::vector<std::pair<std::string, std::string>> columns;  // ours, of Adams
  double scale = 1;                                          // from SI to the unit of the curve
  std::string unit = "m";
  double until = 1e9;
  std::vector<std::pair<std::string, std::string>> set = {};
  std::string thesis = "", remark = "";
};

std::vector<Case> cases() {
  return {
      {"a01",
       "A01_simple_pendulum/model",
       "A01_simple_pendulum/adams",
       "pendulum: center of the sphere",
       {{"Pendulum_Mass.x", "x_mm"}, {"Pendulum_Mass.y", "y_mm"}},
       1000,
       "mm",
       1e9,
       {},
       "0.59 %",
       "Adams has a phase error: the exact end is (190.689, -981.650) mm"},
      {"a02",
       "A02_n_four_bar/model",
       "A02_n_four_bar/adams",
       "four-bars: point B0",
       {{"point_2.x", "B0_x_m"}, {"point_2.y", "B0_y_m"}},
       1,
       "m",
       1e9,
       {},
       "",
       "that of Adams (WSTIFF, I3)"},
      {"a03", "A03_andrews/model", "A03_andrews/adams", "Andrews' squeezer: point E", {{"E.x", "E_x_m"}, {"E.y", "E_y_m"}}},
      {"a04",
       "A04_bricard/model",
       "A04_bricard/adams",
       "Bricard's mechanism: point P3",
       {{"point_4.x", "P3_x_m"}, {"point_4.y", "P3_y_m"}, {"point_4.z", "P3_z_m"}},
       1,
       "m",
       1e9,
       {},
       "",
       "two inertias of the book have swapped digits"},
      {"a05",
       "A05_flyball_governor/model",
       "A05_flyball_governor/adams",
       "governor: height of the sleeve",
       {{"Spring_Damper_Supp.y", "s_y_m"}},
       1,
       "m",
       1e9,
       {},
       "1.88 %",
       "the printed number is of an earlier model"},
      {"a05_damper",
       "A05_flyball_governor/variant_extra_damper/model",
       "A05_flyball_governor/variant_extra_damper/adams",
       "the same with a further damper",
       {{"Spring_Damper_Supp.y", "s_y_m"}}},
      {"undamped",
       "spring_damper/model",
       "spring_damper/adams",
       "mass on a spring, the first second",
       {{"Mass.y", "y_m"}},
       1,
       "m",
       1.0,
       {},
       "",
       "it swings through zero length, after which no two codes agree"},
      {"c100",
       "spring_damper/model",
       "spring_damper/adams_k4000_c100",
       "the same with c = 100",
       {{"Mass.y", "y_m"}},
       1,
       "m",
       1e9,
       {{"c", "100"}}},
      {"c4000",
       "spring_damper/model",
       "spring_damper/adams_k0_c4000",
       "the same with k = 0, c = 4000",
       {{"Mass.y", "y_m"}},
       1,
       "m",
       1e9,
       {{"k", "0"}, {"c", "4000"}}},
  };
}

struct Compared {
  double largest = 0, seconds = 0, end = 0;
  Plot curves, differences;
};

Compared compared(const Case& each) {
  const Model model = read_model((originals / (each.book + ".xlsx")).string(), each.set);
  const std::string path = (originals / (each.curve + ".csv")).string();
  const NumberTable adams = read_csv(path);
  AnalysisOptions options = *model.analysis;
  options.duration = std::min(*options.duration, each.until);
  options.output_step = spacing(adams);
  const Run run = run_within(limit, model, options);
  if (!run.done()) throw Error(each.book, run.message);
  Compared found;
  found.seconds = run.seconds;
  found.end = run.reached;
  found.curves.title = each.quantity;
  found.curves.note = "bricard, and Adams dashed";
  found.differences.title = each.quantity + ": bricard less Adams";
  found.curves.x = found.differences.x = {"t", "s"};
  found.curves.y = found.differences.y = {"", each.unit};
  found.differences.width = found.curves.width = 760;
  found.differences.height = 300;
  const std::size_t rows = std::min(adams.rows(), static_cast<std::size_t>(run.results.rows()));
  const std::size_t stride = std::max<std::size_t>(1, rows / few);
  for (const auto& [ours, theirs] : each.columns) {
    const int column = run.results.column(ours), other = adams.column(theirs);
    if (column < 0 || other < 0) throw Error(each.curve, "there is no column " + theirs + " or " + ours);
    Series own{ours, {}, {}}, adams_curve{theirs, {}, {}}, away{ours, {}, {}};
    own.markers = adams_curve.markers = away.markers = false;
    adams_curve.dashed = true;
    for (std::size_t i = 0; i < rows; ++i) {
      const double t = adams.at(i, 0), a = each.scale * run.results.at(static_cast<int>(i), column), b = adams.at(i, other);
      if (std::abs(run.results.at(static_cast<int>(i), run.results.column("t")) - t) > 1e-6)
        throw Error(each.curve, "its times are not even");
      found.largest = std::max(found.largest, std::abs(a - b));
      if (i % stride != 0) continue;
      for (auto [series, y] : {std::pair{&own, a}, {&adams_curve, b}, {&away, a - b}})
        series->x.push_back(t), series->y.push_back(y);
    }
    adams_curve.like = found.curves.series.size();
    found.curves.series.push_back(own);
    found.curves.series.push_back(adams_curve);
    found.differences.series.push_back(away);
  }
  return found;
}

std::string page(const std::filesystem::path& folder) {
  std::filesystem::create_directories(beside);
  std::string text = head("The workbooks of a thesis beside Adams", "thesis_workbooks",
                          "The workbooks of T. Carvalho's thesis, read unmodified with no option but the output step (and the "
                          "two coefficients of its Appendix A),\n"
                          "beside the curves that its author exported from MSC Adams 2021. Books and curves are read where they "
                          "lie beside the checkout; the command\n"
                          "also makes a page with the curves themselves, overlaid, in `build/thesis_workbooks/`.");
  std::string html = "<!doctype html><meta charset=\"utf-8\"><title>bricard, Adams, thesis</title>\n", pictures;
  text += "| workbook | end, s | largest difference from Adams | thesis prints | CPU time, s | |\n|---|---|---|---|---|---|\n";
  for (const Case& each : cases()) {
    const Compared found = compared(each);
    text += fmt::format("| {} | {} | {} {} | {} | {} | {} |\n", each.quantity, plain(found.end), brief(found.largest), each.unit,
                        each.thesis, brief(found.seconds), each.remark);
    const std::string curves = each.name + ".svg", away = each.name + "_difference.svg";
    write_file(beside / curves, svg(found.curves));
    write_file(beside / away, svg(found.differences));
    html += fmt::format(
        "<h2>{}</h2><p>largest difference {} {}, CPU time {} s{}</p>\n<p><img src=\"{}\"></p><p><img src=\"{}\"></p>\n",
        each.quantity, brief(found.largest), each.unit, brief(found.seconds),
        each.thesis.empty() ? "" : "; the thesis prints " + each.thesis, curves, away);
    const std::string picture = "thesis_workbooks_" + each.name + ".svg";
    write_file(folder / picture, svg(found.differences));
    pictures += fmt::format("![{}: bricard less Adams]({})\n\n", each.quantity, picture);
  }
  write_file(beside / "index.html", html);
  return text +
         "\nThe differences are those of Adams where an independent integration of the same data has them too: the limits of "
         "`verification/workbook_test.cpp`.\n\n" +
         pictures;
}

}  // namespace

int main(int count, char** arguments) {
  if (!std::filesystem::exists(originals)) {
    fmt::print("the workbooks are not beside the checkout: the page stays as it is\n");
    return 0;
  }
  return write_page(count, arguments, "thesis_workbooks", page);
}
