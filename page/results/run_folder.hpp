// A folder that a run has left behind, or a CSV table, as the page sees it. May be used from several threads.
#pragma once
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bricard/model/model.hpp"
#include "page/json.hpp"
#include "page/results/column_file.hpp"
#include "page/results/family.hpp"

namespace bricard::page {

// Small files that the page may read beside results.csv.
inline constexpr std::array<std::string_view, 8> readable_files{"modes.csv",      "mode_shapes.csv", "modes_over_time.csv",
                                                                "root_locus.csv", "linear.json",     "frequency_response.csv",
                                                                "summary.json",   "source.json"};

class RunFolder {
 public:
  // Throws Error that says what is wrong with the folder and what to do (no results there: run the model first).
  // meshes: the folder of the model's file, from which it names its meshes; empty: they are looked for in the folder itself, then
  // in the one that it lies in.
  // scene_of: makes the scene elsewhere; empty: the model is read here.
  using SceneOf = std::function<Json(const std::filesystem::path& folder)>;
  explicit RunFolder(std::filesystem::path path, std::filesystem::path meshes = {}, SceneOf scene_of = {});

  // The folder of a run that is under way, or has just ended, with the rows that have come since; `path`: where it lies now.
  std::shared_ptr<const RunFolder> continued(const std::filesystem::path& path) const;

  const std::filesystem::path& path() const { return path_; }
  bool is_table() const { return is_table_; }  // a CSV file without model
  std::string name() const;                    // of the folder, or of the file, without .out or .csv
  const Columns& columns() const;              // read on first use
  std::string unit(std::string_view column) const;
  std::optional<Family> family() const;  // of a sweep whose curves were kept
  const Model* model() const;            // model.bricard.yaml, read on first use; null of a table, or where it is missing
  std::string created() const;           // 2026-01-31T12:00:00Z

  Json summary() const;  // summary.json, null where it is missing
  Json source() const;   // source.json, null where it is missing: the text that was run, and how
  Json scene() const;    // of model.bricard.yaml, null of a table
  Json detail() const;   // RunDetail of web/src/data/types.ts without its id
  // The text of one of readable_files; nothing where it is missing.
  std::optional<std::string> file(std::string_view name) const;
  // The bytes of a mesh that the model's geometry names; nothing where it is missing or outside of the folders for meshes.
  std::optional<std::string> asset(std::string_view name) const;
  std::vector<std::string> assets() const;  // the names that the geometry has

 private:
  struct Kept;  // what was read once
  Json read_scene() const;

  std::filesystem::path path_, meshes_;
  SceneOf scene_of_;
  bool is_table_ = false;
  std::shared_ptr<Kept> kept_;
};

}  // namespace bricard::page
