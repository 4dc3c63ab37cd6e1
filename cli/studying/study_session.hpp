// A study file with its model, as the command line gives them.
#pragma once
#include <filesystem>
#include <memory>

#include "cli/arguments.hpp"
#include "study/conduct.hpp"
#include "study/work_folder.hpp"

namespace bricard::cli {

// Everything that a process needs to do runs of the study.
class StudySession {
 public:
  StudySession(const Arguments& arguments, const std::string& path, const std::atomic<bool>* interrupt);
  StudySession(const StudySession&) = delete;
  StudySession& operator=(const StudySession&) = delete;

  const bricard::study::Study& study() const { return study_; }
  const bricard::study::Evaluation& evaluation() const { return *evaluation_; }
  bricard::study::Work& work() { return *work_; }
  // What one study is known by: everything that its table depends on.
  std::string plan() const { return plan_; }

  // For workers on other nodes: how they find the study, and whether they have the same.
  std::string words() const;
  // The command line of one run, without the program and the settings of its point.
  std::vector<std::string> run_words() const;

 private:
  bool allow_code_;
  std::string plan_;
  Arguments model_arguments_;
  Model model_;
  bricard::study::ModelAccess access_;
  bricard::study::Study study_;
  std::unique_ptr<bricard::study::Evaluation> evaluation_;
  std::unique_ptr<bricard::study::Work> work_;
};

// From the words of a conductor; throws Error where this node's files or program are others.
std::unique_ptr<StudySession> session_of_worker(const std::string& words, const std::atomic<bool>* interrupt);

// The file of results that a study file or its own path names.
std::filesystem::path results_told_of(const Arguments& arguments, const std::string& path);
// Where the results go: --out, or bump_steer.study.sqlite for bump_steer.study.yaml.
std::filesystem::path results_of(const Arguments& arguments, const std::string& study);
// The folder of the study's workers, beside the results; those of all studies that had these results.
std::filesystem::path work_folder_of(const std::filesystem::path& results, const std::string& plan);
std::vector<std::filesystem::path> work_folders_of(const std::filesystem::path& results);
double lost_after(const Arguments& arguments);

// `--on mpi`, under mpirun: in the program that links MPI. Returns what the program does.
int study_on_mpi(const Arguments& arguments, const std::string& path);

// The rest of the verb around `conduct`, which does the outstanding tasks; false: it was interrupted.
using Conduct = std::function<bool(StudySession&, const bricard::study::Outstanding&, const std::function<void(const bricard::study::News&)>& take)>;
int conduct_study(const Arguments& arguments, const std::string& path, const Conduct& conduct);

}  // namespace bricard::cli
