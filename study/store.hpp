// The results of a study, in one SQLite file that only one process has open for writing.
//
//   runs      by key: what each run has left, whatever study of this file it was done for
//   samples   of the study at hand, by task and step: the point and the measures as columns, readable for everybody
//   ends      why each search has ended
//   study     what the study was, by name
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "study/record.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace bricard::study {

// A row of `samples`.
struct Sample {
  long task = 0, step = 0;
  std::string key;  // of its run
  Point point;
  bool failed = false;
  std::string reason;
  std::vector<double> measures;
};

class Store {
 public:
  enum class Use { write, read };
  // Throws Error where the file cannot be opened or another process writes it.
  Store(const std::filesystem::path& path, Use use);
  ~Store();

  // Makes the table of samples for this study, if it is not there as it should be; what `plan` says tells one study from another.
  // `measures`: how many of the values of a run are columns.
  void begin(const Study& study, const std::string& plan);
  bool has_run(const std::string& key);
  std::optional<Run> run(const std::string& key);
  void for_each_run(const std::function<void(const std::string& key, Run&&)>& take);
  bool has_sample(long task, long step);
  bool has_end(long task);
  void add(const News& news);
  void add_run(const Record& record);     // whatever study it was done for
  void add_sample(const Record& record);  // the run is known already

  // Everything within is written at once.
  void together(const std::function<void()>& work);

  void note(const std::string& name, const std::string& value);
  std::optional<std::string> noted(const std::string& name);
  std::vector<std::pair<long, std::string>> ends();
  // In the order of task and step. Columns of `study`.
  std::vector<Sample> samples();
  std::optional<Sample> sample(long task, long step);
  // The same without points and keys apart: values of all columns.
  void for_each_sample(const std::function<void(long task, long step, bool failed, const std::string& reason, const std::vector<double>& values)>& take);
  std::vector<std::string> words(std::size_t column) const;  // of a varied one whose values are words; else empty
  const std::vector<std::string>& columns() const { return columns_; }
  const std::vector<std::string>& units() const { return units_; }  // of measures empty
  std::size_t varied() const { return varied_; }  // how many of them are varied
  std::string text_of(std::size_t column, double value) const;
  long count(const char* table);
  std::pair<long, long> counts();  // samples, and those that failed

 private:
  class Statement;
  void execute(const std::string& sql);
  Statement& prepared(const std::string& sql);
  [[noreturn]] void fail(const std::string& doing) const;
  void load_columns();
  Sample sample_of(const Statement& row) const;
  double value_of(const Statement& row, std::size_t column) const;
  void close();

  std::filesystem::path path_;
  int lock_ = -1;
  sqlite3* base_ = nullptr;
  std::vector<std::string> columns_, units_;
  std::size_t varied_ = 0, measures_ = 0;
  std::map<std::size_t, std::vector<std::string>> words_;  // of varied columns whose values are words
  std::map<std::string, std::unique_ptr<Statement>> statements_;
};

}  // namespace bricard::study
