// The verb `new`: a small, commented model to start from.
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "benchmarks/suite/embedded.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "cli/starters.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view starters = "models/starters/";

}  // namespace

std::vector<std::string> starter_kinds() {
  std::vector<std::string> kinds;
  for (const suite::EmbeddedFile& file : suite::embedded_files())
    if (file.name.starts_with(starters))
      if (const std::string kind(file.name.substr(starters.size(), file.name.rfind('/') - starters.size()));
          kinds.empty() || kinds.back() != kind)
        kinds.push_back(kind);
  return kinds;
}

int new_model(const Arguments& arguments) {
  const std::vector<std::string> kinds = starter_kinds();
  if (arguments.cases.empty()) throw Error("", "new needs a kind of model", fmt::format("there are: {}", fmt::join(kinds, ", ")));
  const std::string& kind = arguments.cases.front();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    const std::string hint = did_you_mean(kind, kinds);
    throw Error("", "there is no kind of model " + bricard::quoted(kind),
                hint.empty() ? fmt::format("there are: {}", fmt::join(kinds, ", ")) : hint);
  }
  const fs::path folder = arguments.cases.size() > 1 ? fs::path(arguments.cases[1]) : fs::path(".");
  std::vector<std::pair<fs::path, std::string_view>> files;
  for (const suite::EmbeddedFile& file : suite::embedded_files())
    if (file.name.starts_with(std::string(starters) + kind + "/"))
      files.emplace_back(folder / fs::path(file.name).filename(), file.text);
  for (const auto& [path, text] : files)
    if (fs::exists(path)) throw Error(path.string(), "is there already, and is not written over", "name another folder");
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (const auto& [path, text] : files)
    if (std::ofstream out(path); !(out << text) || !out.flush()) throw Error(path.string(), "cannot be written");
  if (arguments.quiet) return done;
  std::string said;
  for (const auto& [path, text] : files) said += path.string() + "\n";
  const std::string model = (folder / (kind + ".bricard.yaml")).string();
  print(said + "next: bricard run " + model + "\n      bricard view " + model + "\n");
  return done;
}

}  // namespace bricard::cli
