#include "page/results/run_folder.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <unordered_map>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "page/json.hpp"
#include "page/results/path_fault.hpp"
#include "page/scene/scene.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
constexpr const char* partial_rows = "results.partial.csv";

// JSON that somebody else may have changed.
Json parse(const fs::path& path, const std::string& text) {
  Json json = parse_json(text);
  if (json.is_discarded()) refuse(path, "the file is not JSON, or nested too deep", "run the model again");
  return json;
}

// Those of a run that is under way, or was killed, are not complete.
fs::path rows_of(const fs::path& folder) {
  std::error_code error;
  const fs::path all = folder / "results.csv", partial = folder / partial_rows;
  return !fs::exists(all, error) && fs::exists(partial, error) ? partial : all;
}

bool is_inside(const fs::path& folder, const fs::path& file) {
  std::error_code error;
  const fs::path outer = fs::weakly_canonical(folder, error), inner = fs::weakly_canonical(file, error);
  return !error && std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

struct RunFolder::Kept {
  std::mutex mutex;
  std::optional<Columns> columns;
  std::optional<Model> model;
  std::optional<Json> scene;  // where it is made elsewhere
  std::optional<std::unordered_map<std::string, std::string>> units;
};

RunFolder::RunFolder(fs::path path, fs::path meshes, SceneOf scene_of)
    : path_(std::move(path)), meshes_(std::move(meshes)), scene_of_(std::move(scene_of)), kept_(std::make_shared<Kept>()) {
  const std::string folder = path_.string();
  std::error_code error;
  if (!fs::exists(path_, error))
    refuse(path_, error && error != std::errc::no_such_file_or_directory ? error.message() : "there is no such folder",
           fmt::format("run it first: bricard run MODEL --out {}", folder));
  is_table_ = fs::is_regular_file(path_, error);
  if (is_table_ && folder.ends_with(".yaml"))
    refuse(path_, "is a model and not a folder of results", fmt::format("run it first: bricard run {} --out DIR", folder));
  if (!is_table_ && !fs::is_regular_file(rows_of(path_), error))
    refuse(path_, "there are no results in it", fmt::format("run it first: bricard run MODEL --out {}", folder));
}

std::string RunFolder::name() const {
  std::error_code error;
  fs::path path = fs::weakly_canonical(path_, error);
  if (error || path.filename().empty()) path = path_;
  std::string name = path.filename().string();
  for (const std::string_view ending : {".out", ".csv"})
    if (name.size() > ending.size() && name.ends_with(ending)) name.resize(name.size() - ending.size());
  return name;
}

std::string RunFolder::created() const {
  std::error_code error;
  const auto written = fs::last_write_time(is_table_ ? path_ : rows_of(path_), error);
  if (error) return "";
  const auto time = std::chrono::system_clock::to_time_t(std::chrono::file_clock::to_sys(written));
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(time));
}

const Columns& RunFolder::columns() const {
  const std::lock_guard lock(kept_->mutex);
  if (kept_->columns) return *kept_->columns;
  const fs::path rows = is_table_ ? path_ : rows_of(path_);
  const bool is_coming = !is_table_ && rows.filename() == partial_rows;
  return kept_->columns.emplace(is_coming   ? Columns::growing(rows)
                                : is_table_ ? Columns(rows)
                                            : Columns(rows, LastLine::has_its_end));
}

std::shared_ptr<const RunFolder> RunFolder::continued(const fs::path& path) const {
  auto now = std::make_shared<RunFolder>(path, meshes_, scene_of_);
  const std::lock_guard lock(kept_->mutex);
  if (kept_->columns) now->kept_->columns = kept_->columns->continued(rows_of(path));
  if (path == path_) {
    now->kept_->model = kept_->model;
    now->kept_->scene = kept_->scene;
    now->kept_->units = kept_->units;
  }
  return now;
}

const Model* RunFolder::model() const {
  const fs::path file = path_ / "model.bricard.yaml";
  std::error_code error;
  if (is_table_ || !fs::is_regular_file(file, error)) return nullptr;
  const std::lock_guard lock(kept_->mutex);
  if (!kept_->model) kept_->model = read_yaml(file.string(), {}, path_.string());
  return &*kept_->model;
}

// A pure number has the unit "1" in summary.json; here it has none.
std::string RunFolder::unit(std::string_view column) const {
  if (is_table_) {
    const int at = columns().find(column);
    return at < 0 ? "" : columns().unit(at);
  }
  const std::lock_guard lock(kept_->mutex);
  if (!kept_->units) {
    kept_->units.emplace();
    const Json all = summary();
    const Json::json_pointer place("/units/columns");
    if (all.is_object() && all.contains(place) && all[place].is_object())
      for (const auto& [name, unit] : all[place].items())
        if (unit.is_string() && unit != "1") kept_->units->emplace(name, unit.get<std::string>());
  }
  const auto found = kept_->units->find(std::string(column));
  return found == kept_->units->end() ? "" : found->second;
}

Json RunFolder::summary() const {
  const auto text = file("summary.json");
  return text ? parse(path_ / "summary.json", *text) : Json(nullptr);
}

Json RunFolder::source() const {
  const auto text = file("source.json");
  return text ? parse(path_ / "source.json", *text) : Json(nullptr);
}

Json RunFolder::scene() const {
  if (!scene_of_ || is_table_) return read_scene();
  {
    const std::lock_guard lock(kept_->mutex);
    if (kept_->scene) return *kept_->scene;
  }
  Json made = scene_of_(path_);
  const std::lock_guard lock(kept_->mutex);
  return *(kept_->scene = std::move(made));
}

// The text that was run has the lines and parameters that its author knows; without it those of model.bricard.yaml hold.
Json RunFolder::read_scene() const {
  const Model* const model = this->model();
  if (!model) return nullptr;
  const Json from = source();
  if (from.is_object() && from.contains("text") && from["text"].is_string() && from["text"] != "") {
    try {
      return page::scene(*model, from["text"].get<std::string>());
    } catch (const Error&) {  // not the text of a model
    }
  }
  return page::scene(*model, read_file((path_ / "model.bricard.yaml").string()));
}

Json RunFolder::detail() const {
  const Columns& table = columns();
  Json all = Json::array(), files = Json::array();
  for (const std::string& name : table.names()) all.push_back({{"name", name}, {"unit", unit(name)}});
  std::error_code error;
  for (const std::string_view name : readable_files)
    if (!is_table_ && fs::is_regular_file(path_ / name, error)) files.push_back(name);
  const std::optional<Family> family = this->family();
  const std::size_t axis = family ? family->varied.size() : 0;  // of each curve
  Json json{{"rows", table.rows()},
            {"axis", axis < table.names().size() ? table.names()[axis] : ""},
            {"columns", std::move(all)},
            {"files", std::move(files)}};
  if (family) json["family"] = json_of(*family);
  return json;
}

std::optional<Family> RunFolder::family() const { return is_table_ ? std::nullopt : family_of(summary(), columns().rows()); }

std::optional<std::string> RunFolder::file(std::string_view name) const {
  std::error_code error;
  if (is_table_ || std::find(readable_files.begin(), readable_files.end(), name) == readable_files.end()) return std::nullopt;
  if (!fs::is_regular_file(path_ / name, error)) return std::nullopt;
  return read_file((path_ / name).string());
}

std::vector<std::string> RunFolder::assets() const {
  std::vector<std::string> names;
  const auto add = [&](const std::string& file) {
    if (!file.empty() && std::find(names.begin(), names.end(), file) == names.end()) names.push_back(file);
  };
  if (const Model* const model = scene_of_ ? nullptr : this->model())
    for (const Body& body : model->bodies)
      for (const Geometry& shape : body.geometry) add(shape.file);
  const Json drawn = scene_of_ ? scene() : Json(nullptr);
  if (!drawn.is_object() || !drawn.contains("bodies")) return names;
  for (const Json& body : drawn["bodies"])
    for (const Json& shape : body.value("geometry", Json::array())) add(shape.value("file", ""));
  return names;
}

std::optional<std::string> RunFolder::asset(std::string_view name) const {
  const std::vector<std::string> known = assets();
  if (std::find(known.begin(), known.end(), name) == known.end()) return std::nullopt;
  std::error_code error;
  const fs::path here = fs::weakly_canonical(path_, error);
  for (const fs::path& folder : meshes_.empty() ? std::vector{here, here.parent_path()} : std::vector{meshes_}) {
    const fs::path file = folder / name;
    if (fs::is_regular_file(file, error) && is_inside(folder, file)) return read_file(file.string());
  }
  return std::nullopt;
}

}  // namespace bricard::page
