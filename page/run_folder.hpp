// A folder that a run has left behind, or a CSV table, as the page sees it.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "page/columns.hpp"

namespace bricard::page {

// Small files that the page may read beside results.csv.
inline constexpr std::array<std::string_view, 8> readable_files{"modes.csv",      "mode_shapes.csv", "modes_over_time.csv",
                                                                "root_locus.csv", "linear.json",     "frequency_response.csv",
                                                                "summary.json",   "source.json"};

class RunFolder {
 public:
  // Throws Error that says what is wrong with the folder and what to do (no results there: run the model first).
  explicit RunFolder(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  bool is_table() const { return is_table_; }  // a CSV file without model
  std::string name() const;                    // of the folder, or of the file
  const Columns& columns() const;              // read on first use
  std::string unit(std::string_view column) const;

  nlohmann::ordered_json summary() const;  // summary.json, null where it is missing
  nlohmann::ordered_json scene() const;    // of model.bricard.yaml, null of a table
  nlohmann::ordered_json detail() const;   // RunDetail of web/src/types.ts without its id
  // The text of one of readable_files; nothing where it is missing.
  std::optional<std::string> file(std::string_view name) const;
  // The bytes of a mesh that the model's geometry names, from the model's folder; nothing where it is missing or outside.
  std::optional<std::string> asset(std::string_view name) const;

 private:
  std::filesystem::path path_;
  bool is_table_ = false;
  mutable std::optional<Columns> columns_;
};

}  // namespace bricard::page
