// The verb `plot`: columns of a run as curves in an SVG, PNG or PDF file, or their numbers in a CSV file.
#include <fmt/format.h>

#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/core/json.hpp"
#include "bricard/results/atomic_file.hpp"
#include "cli/page_values.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/plot/picture.hpp"
#include "page/results/run_folder.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;

page::PictureRun picture_run(const page::RunFolder& folder) {
  return {folder.name(), &folder.columns(), [&folder](std::string_view column) { return folder.unit(column); }, folder.family()};
}

// Of the model where a run tells it, or of the folder or file.
std::string title_of(const page::RunFolder& folder) {
  const Json summary = folder.is_table() ? nullptr : folder.summary();
  const std::string model = summary.is_object() ? summary.value("model", "") : "";
  return model.empty() ? folder.name() : model;
}

fs::path default_picture(const page::RunFolder& folder) {
  return folder.is_table() ? fs::path(folder.path()).replace_extension(".svg") : folder.path() / "plot.svg";
}

}  // namespace

int plot(const Arguments& arguments) {
  const std::optional<std::string> given = page_value(arguments, "out");
  const std::string ending = given ? picture_ending(*given, {".svg", ".png", ".pdf", ".csv"}) : ".svg";
  const std::optional<std::pair<int, int>> size = page_size(arguments, 200, 10'000);

  const page::RunFolder folder(arguments.paths[0]);
  const fs::path out = given ? fs::path(*given) : default_picture(folder);
  page::PictureOptions options;
  options.columns.assign(arguments.paths.begin() + 1, arguments.paths.end());
  options.over = page_value(arguments, "over").value_or("");
  options.title = page_value(arguments, "title").value_or(title_of(folder));
  if (size) std::tie(options.width, options.height) = *size;

  std::optional<page::RunFolder> other;
  std::optional<page::PictureRun> second;
  if (const auto with = page_value(arguments, "with")) second = picture_run(other.emplace(*with));
  page::PictureRun run = picture_run(folder);
  if (second && second->name == run.name) run.name = folder.path().string(), second->name = other->path().string();
  if (ending == ".csv") {
    if (second) throw Error("--with", "a CSV file has the columns of one run", "write one file for each run");
    write_file(out, page::curves_csv(run, options));
  } else {
    const std::string picture = stacked_svg(page::panes(run, second ? &*second : nullptr, options));
    write_file(out, ending == ".svg"   ? picture
                    : ending == ".pdf" ? page::pdf(picture)
                    : size             ? page::png(picture, size->first, size->second)
                                       : page::png(picture));
  }
  if (arguments.json) {
    print(nlohmann::json{{"picture", out.string()}}.dump() + "\n");
  } else if (!arguments.quiet) {
    print(fmt::format("{}\n", out.string()));
  }
  return done;
}

}  // namespace bricard::cli
