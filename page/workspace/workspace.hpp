// What the page works with: the models, folders of results and tables that were given, and what it keeps beside them over
// restarts. Of a model dir/x.bricard.yaml this is in dir/x.view/, of a folder of results in its folder view/, or where
// kept_folder.hpp says instead:
//
//   draft.bricard.yaml   edits that are not saved
//   run-1/, run-2/, ...  runs that the page has asked for, each with page.json: its name and parameters
//   memory.json          what the page remembers, beside the first thing that was given
//   token                there too, where the port was asked for: a page that is still open goes on when the program is back
//
// Models, runs and files are known by ids; no path comes from outside. May be used from several threads.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "page/json.hpp"
#include "page/workspace/kept_folder.hpp"

namespace bricard::page {

using Settings = std::map<std::string, std::string>;  // parameters or options, as on the command line

struct ModelEntry {
  std::string id;                // "m0"
  std::string name, file;        // unique; the file's name without folders
  std::filesystem::path path;    // the file; of results: their folder
  std::filesystem::path folder;  // files that the model names lie here
  std::filesystem::path kept;    // x.view, or what stands for it
  bool writable = true;          // false: the copy inside a folder of results, or of another format
  std::string copy;              // its text where it is such a copy, or was translated to one
  Settings set;                  // parameters of the results
};

struct RunEntry {
  std::string id;                // "r0"; "m0r3": run-3 of the model m0
  std::string name;              // unique
  std::string model;             // id, or empty
  std::filesystem::path path;    // of the folder, or of the CSV file
  std::filesystem::path folder;  // of its model, where meshes lie
  bool is_table = false;
  bool made = false;       // by the page: it may be removed
  bool under_way = false;  // its rows are still coming
  Settings set;
  std::string created;  // 2026-01-31T12:00:00Z
  std::string analysis, status, message;
};

class Workspace {
 public:
  // Throws Error that names the path that is wrong. `tell`: what the user should know, said once. `reads`: whether a text can be
  // read with the files in a folder, found out by another process.
  using Reads = std::function<bool(const std::string& text, const std::string& file, const std::filesystem::path& folder,
                                   const Settings& set)>;
  Workspace(const std::vector<std::filesystem::path>& given, std::function<void(const std::string&)> tell, Reads reads);

  // By id; a Refusal where there is none.
  ModelEntry model(const std::string& id) const;
  RunEntry run(const std::string& id) const;
  std::vector<ModelEntry> models() const;
  std::vector<RunEntry> runs() const;  // those with results, or with some already

  // The text of a model; `mark` changes with it.
  std::string text(const ModelEntry& model) const;
  static std::string mark(const std::string& text);
  // Refused where the file is not as `mark` says, or not to be written.
  void save(const ModelEntry& model, const std::string& text, const std::string& mark);
  std::optional<std::string> draft(const ModelEntry& model) const;
  void keep_draft(const ModelEntry& model, const std::optional<std::string>& text);

  // What the page remembers. New values replace those of the same key; null takes one away.
  Json memory() const;
  void remember(const Json& values);

  // The token of the last session; `fresh`, which is kept, where there is none that only this user could read and write.
  std::string lasting_token(const std::string& fresh);

  // A folder for a run to come, which is listed as soon as it has rows, and for good once keep_run has found results in it, all
  // or those that a killed run has left; else it is gone.
  RunEntry reserve_run(const ModelEntry& model, const std::string& name, const Settings& set);
  bool keep_run(const RunEntry& run);
  void remove_run(const std::string& id);

 private:
  void add_model(const std::filesystem::path& path);
  void add_results(const std::filesystem::path& path);
  void add_table(const std::filesystem::path& path);
  void find_runs(const ModelEntry& model);
  std::string model_of_results(const std::filesystem::path& path, RunEntry& run);
  std::filesystem::path note(const KeptFolder& kept);
  std::filesystem::path folder_to_write(const std::filesystem::path& kept);
  std::filesystem::path place_of(const std::filesystem::path& kept) const;
  std::string unique_run_name(const std::string& wanted) const;
  std::vector<RunEntry> under_way() const;
  void renew(RunEntry& run) const;

  mutable std::mutex mutex_;
  std::function<void(const std::string&)> tell_;
  Reads reads_;
  std::vector<ModelEntry> models_;
  mutable std::vector<RunEntry> runs_;
  std::vector<RunEntry> reserved_;
  std::map<std::string, int> last_run_;                               // of a model: the highest N of run-N
  std::map<std::filesystem::path, std::string> to_tell_;              // of folders that are not beside what was given
  std::map<std::filesystem::path, std::filesystem::path> elsewhere_;  // folders that cannot be written, and what stands for them
  mutable std::map<std::string, std::filesystem::file_time_type> read_at_;  // when the summary of a run was written that we know
  std::filesystem::path memory_folder_;
  Json memory_ = Json::object();
};

}  // namespace bricard::page
