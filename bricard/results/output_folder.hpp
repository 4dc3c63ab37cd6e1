// The folder that a run leaves behind: results.csv, summary.json, state.json and model.bricard.yaml.
#pragma once
#include <filesystem>
#include <string_view>

#include "bricard/results/results.hpp"

namespace bricard {

class OutputFolder {
 public:
  // Makes the folder and tries to write there, so that trouble shows before a long run and not after it. An Error says why it
  // cannot be used: no permission, a file of that name, or a model.bricard.yaml that no run has left there and that would be
  // lost.
  explicit OutputFolder(std::filesystem::path path);
  // A folder that was made here and never written is taken away again.
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  // Writes all files; warnings of writing join those of the Summary. `model` is the text of model.bricard.yaml.
  void write(Results& results, std::string_view model);

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  bool made_ = false;  // by the constructor, and not yet written
};

}  // namespace bricard
