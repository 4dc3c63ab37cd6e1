// The folder DIR that a run leaves behind: results.csv, summary.json, state.json, model.bricard.yaml and what its analysis adds.
//
// While the run lasts everything goes to DIR.partial: rows as they come to results.partial.csv, beside a summary.json with the
// status `partial`. That is what a killed run leaves. When all is there, DIR.partial becomes DIR in one step
// (replace_folder.hpp).
#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "bricard/results/row_file.hpp"

namespace bricard {

class OutputFolder final : public RowSink {
 public:
  // Makes DIR.partial and tries to write there, so that trouble shows before a long run and not after it. An Error says why DIR
  // cannot be used: no permission, a file of that name, another run that is writing there, or files and no summary.json of a
  // run, unless `force`.
  explicit OutputFolder(std::filesystem::path path, bool force = false);
  // Without write(): rows that have come stay in DIR.partial; without any it is taken away again.
  ~OutputFolder() override;
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // What is known before the run, to stand beside its rows. `record`: the patterns that select columns.
  struct Beginning {
    std::string name, analysis;  // of the model, of the run
    std::string model;           // text of model.bricard.yaml
    std::vector<ResultFile> files;
    std::vector<std::string> record;
  };
  void prepare(Beginning beginning);

  // The rows of a run as they come (Control::rows). An Error where the disk is full; those before it are kept.
  void begin(const std::vector<ResultColumn>& columns, const UnitSystem& units) override;
  void row(std::span<const double> values) override { rows_->row(values); }
  bool failed() const { return rows_ && rows_->failed(); }

  // The run is over: its rows, where they have not come one by one, and all other files; then DIR is whole. Warnings of writing
  // join those of the Summary. `model` is the text of model.bricard.yaml.
  void write(Results& results, std::string_view model);

  const std::filesystem::path& path() const { return path_; }
  const std::filesystem::path& partial() const { return partial_; }
  const std::vector<ResultColumn>& columns() const { return rows_->columns(); }  // that were written

 private:
  void put(const std::string& name, std::string_view text);

  std::filesystem::path path_, place_, partial_;  // as given; without links; beside it
  std::set<std::string> replaced_;                // names of files in DIR that runs have left there
  Beginning beginning_;
  std::map<std::string, std::string> texts_;  // files in DIR.partial that are of this run, but rows and summary
  std::optional<RowFile> rows_;
  int lock_ = -1;
  bool is_written_ = false;
};

// The files in a folder that the last run has left there, as its summary.json says; nothing where the folder is not ours.
std::optional<std::set<std::string>> files_of_run(const std::filesystem::path& folder);

}  // namespace bricard
