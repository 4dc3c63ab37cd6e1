// What the studies share: runs with a limit of CPU time, differences from a reference, and the writing of a page.
//
// A study is a program that computes, judges and writes one page: `study_NAME DIR` writes DIR/NAME.md and its pictures. Every
// sentence of a page that could become wrong is made from the numbers of that run. Paths of models are relative to the root.
#pragma once
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <regex>
#include <thread>

#include "bricard/bricard.hpp"
#include "bricard/results/csv_reader.hpp"
#include "bricard/results/plot.hpp"

namespace bricard::study {

// ---- runs

// CPU time of this thread, s.
inline double cpu_time() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

struct Run {
  Results results;
  double seconds = 0;     // CPU time from the first step to the end
  double reached = 0;     // s of the motion
  bool too_long = false;  // the limit ended it
  std::string message;    // where it is not done: why
  bool done() const { return message.empty(); }
};

// Dynamics with the options; after `limit` seconds of CPU time it is interrupted.
inline Run run_within(double limit, const Model& model, const AnalysisOptions& options) {
  Run run;
  std::atomic<bool> stop{false};
  double begin = cpu_time();
  Control control;
  control.doctor = false;
  control.interrupt = &stop;
  control.progress = [&](double fraction) {
    if (fraction == 0) begin = cpu_time();  // assembly and diagnosis are over
    if (cpu_time() - begin > limit) stop = run.too_long = true;
  };
  try {
    run.results = bricard::run(model, options, control);
    const Outcome& outcome = run.results.summary.outcome;
    if (outcome.status != Status::done) run.message = outcome.message;
    run.too_long = run.too_long && outcome.status == Status::stopped;
    if (run.results.rows() > 0) run.reached = run.results.at(run.results.rows() - 1, run.results.column("t"));
  } catch (const Error& error) {
    run.message = error.what();
  }
  run.seconds = cpu_time() - begin;
  return run;
}

// Jobs 0 .. count-1 on all cores.
inline void in_parallel(std::size_t count, const std::function<void(std::size_t)>& job) {
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) job(i);
  };
  std::vector<std::thread> crew;
  for (unsigned i = 1; i < std::max(1u, std::thread::hardware_concurrency()); ++i) crew.emplace_back(work);
  work();
  for (std::thread& each : crew) each.join();
}

// ---- references: columns of the results at equal steps of time

// The distance of its times.
inline double spacing(const NumberTable& reference) {
  const std::size_t last = reference.rows() - 1;
  return last == 0 ? reference.at(0, 0) : (reference.at(last, 0) - reference.at(0, 0)) / static_cast<double>(last);
}

// Largest difference over its times until `end`; of one column, or (empty) of all. Infinite where the run has no row for one.
inline double difference(const Results& results, const NumberTable& reference, double end, const std::string& only = "") {
  double largest = 0;
  int row = 0;
  const int t = results.column("t");
  for (std::size_t i = 0; i < reference.rows() && reference.at(i, 0) <= end * (1 + 1e-9); ++i) {
    const double at = reference.at(i, 0), near = 1e-9 * end;
    while (row < results.rows() && results.at(row, t) < at - near) ++row;
    if (row == results.rows() || results.at(row, t) > at + near) return INFINITY;
    for (std::size_t c = 1; c < reference.names.size(); ++c) {
      if (!only.empty() && reference.names[c] != only) continue;
      const double away = std::abs(results.at(row, results.column(reference.names[c])) - reference.at(i, c));
      largest = std::isfinite(away) ? std::max(largest, away) : INFINITY;
    }
  }
  return largest;
}

// ---- the page

// 1.2e-5, without the zeros that C writes.
inline std::string power(double value) {
  std::string text = fmt::format("{:.1e}", value);
  const std::size_t e = text.find('e');
  if (e == std::string::npos) return text;
  std::string digits = text.substr(0, e), exponent = std::to_string(std::stoi(text.substr(e + 1)));
  if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
  return digits + "e" + exponent;
}

// 0.0123, 1.23, 1234: three digits of a number of ordinary size.
inline std::string plain(double value) {
  if (value == 0) return "0";
  if (std::abs(value) < 1e-3 || std::abs(value) >= 1e5) return power(value);
  return std::abs(value) < 1000 ? fmt::format("{:.3g}", value) : fmt::format("{:.0f}", value);
}

// Two digits: 2e-5, 0.031, 4.2, 190.
inline std::string brief(double value) {
  if (value == 0) return "0";
  if (std::abs(value) < 1e-2) return power(value);
  return std::abs(value) < 100 ? fmt::format("{:.2g}", value) : fmt::format("{:.0f}", value);
}

// For a cell of a table: no line breaks or bars.
inline std::string in_cell(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '|') c = ' ';
  return text;
}

// Messages that differ in their numbers only are told once, with the numbers of the first.
class Reasons {
 public:
  // The letter under which the reason stands.
  std::string letter(const std::string& message) {
    static const std::regex numbers("[0-9][-+.0-9e]*");
    const std::string kind = std::regex_replace(message, numbers, "#");
    for (std::size_t i = 0; i < kinds_.size(); ++i)
      if (kinds_[i] == kind) return name(i);
    kinds_.push_back(kind);
    first_.push_back(message);
    return name(kinds_.size() - 1);
  }
  std::string list() const {
    std::string text;
    for (std::size_t i = 0; i < first_.size(); ++i) text += fmt::format("- ({}) {}\n", name(i), in_cell(first_[i]));
    return text;
  }
  bool empty() const { return first_.empty(); }

 private:
  static std::string name(std::size_t i) { return std::string(1, static_cast<char>('a' + i % 26)) + (i < 26 ? "" : "'"); }
  std::vector<std::string> kinds_, first_;
};

inline void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw Error(path.string(), "cannot be written", "");
  fmt::print("{}\n", path.string());
}

// The body of `main`: study_NAME DIR.
inline int write_page(int count, char** arguments, const char* name,
                      const std::function<std::string(const std::filesystem::path& folder)>& page) {
  if (count != 2) {
    fmt::print(stderr, "usage: study_{} DIR\nwrites DIR/{}.md and its pictures; to be run in the root of the source tree\n", name,
               name);
    return 2;
  }
  try {
    const std::filesystem::path folder = arguments[1];
    std::filesystem::create_directories(folder);
    write_file(folder / (std::string(name) + ".md"), page(folder));
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "study_{}: {}\n", name, error.what());
    return 1;
  }
}

// The lines that every page starts with.
inline std::string head(const std::string& title, const std::string& name, const std::string& what) {
  return fmt::format(
      "# {0}\n\n{2}\n\n```sh\nbuild/bin/study_{1} docs/studies   # made this page; `make studies` makes all\n```\n\n", title,
      name, what);
}

}  // namespace bricard::study
