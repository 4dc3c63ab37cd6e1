#include "cli/studying/study_tables.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/results/atomic_file.hpp"
#include "cli/studying/study_page.hpp"
#include "cli/studying/study_session.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "study/purposes/purpose.hpp"
#include "study/shell_words.hpp"
#include "study/slurm.hpp"
#include "study/store.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;
using namespace bricard::study;
using OrderedJson = nlohmann::ordered_json;

namespace {

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + '"';
}

// A row for each sample, in their order. Nothing in it depends on who has computed it, or when.
void export_table(Store& store) {
  std::string text = "task,step,status,reason";
  for (const std::string& each : store.columns()) text += ',' + csv_cell(each);
  print(text + "\n");
  text.clear();
  for (const Sample& each : store.samples()) {
    text += fmt::format("{},{},{},{}", each.task, each.step, each.failed ? "failed" : "done", csv_cell(each.reason));
    for (std::size_t i = 0; i < each.point.size(); ++i) text += ',' + csv_cell(store.text_of(i, each.point[i]));
    for (const double value : each.measures) text += ',' + to_text(value);
    text += '\n';
  }
  print(text);
}

// The sample with the least value of the column that --by names.
const Sample* least_by(Store& store, const std::vector<Sample>& samples, const std::string& by) {
  const auto columns = store.columns();
  const auto found = std::find(columns.begin(), columns.end(), by);
  if (found == columns.end()) throw Error("--by", "the study has no column " + bricard::quoted(by), did_you_mean(by, columns));
  const std::size_t column = static_cast<std::size_t>(found - columns.begin());
  const Sample* best = nullptr;
  const auto value = [&](const Sample& each) { return numbers_of(each)[column]; };
  for (const Sample& each : samples)
    if (!each.failed && std::isfinite(value(each)) && (!best || value(each) < value(*best))) best = &each;
  if (!best) throw Error("--by", "no run has a value of " + bricard::quoted(by));
  return best;
}

// The point that was looked for, and how to run it.
int best(Store& store, const Arguments& arguments) {
  const auto noted = store.noted("conclusion");
  const OrderedJson json = noted ? OrderedJson::parse(*noted) : OrderedJson::object();
  const auto columns = store.columns();
  Settings settings;
  OrderedJson measures = OrderedJson::object();
  if (const auto by = arguments.page.find("by"); by != arguments.page.end()) {
    const std::vector<Sample> samples = store.samples();
    const Sample& sample = *least_by(store, samples, by->second);
    for (std::size_t i = 0; i < sample.point.size(); ++i) settings.emplace_back(columns[i], store.text_of(i, sample.point[i]));
    for (std::size_t i = 0; i < sample.measures.size(); ++i) measures[columns[store.varied() + i]] = sample.measures[i];
  } else if (json.contains("best")) {
    for (const auto& [name, value] : json["best"]["point"].items()) settings.emplace_back(name, to_text(value));
    measures = json["best"].value("measures", OrderedJson::object());
  } else if (json.contains("numbers")) {
    for (const auto& [name, value] : json["numbers"].items()) settings.emplace_back(name, to_text(value["value"]));
  } else {
    throw Error("", "this study looks for no best point", "say by which measure, --by NAME: the least is taken");
  }
  const std::string command = store.noted("command").value_or("bricard run MODEL") + set_words(settings);
  if (arguments.json) {
    OrderedJson point = OrderedJson::object();
    for (const auto& [name, text] : settings) point[name] = text;
    print(OrderedJson{{"point", point}, {"measures", measures}, {"command", command}}.dump(1) + "\n");
    return done;
  }
  for (const auto& [name, text] : settings) print(fmt::format("  {:<24} {}\n", name, text));
  for (const auto& [name, value] : measures.items()) print(fmt::format("  {:<24} {}\n", name, value.is_number() ? to_text(value) : "nan"));
  print(command + "\n");
  return done;
}

int status(Store& store, const fs::path& results, const Arguments& arguments) {
  const auto [samples, failures] = store.counts();
  const WorkFolder folder(work_folder_of(results, store.noted("plan").value_or("")));
  const bool at_work = folder.exists();
  const WorkFolder::Counts counts = at_work ? folder.counts() : WorkFolder::Counts{};
  const std::string array = at_work ? running_array(folder) : "";
  const bool whole = store.noted("whole") == "yes";
  if (arguments.json) {
    OrderedJson json{{"whole", whole}, {"samples", samples}, {"failed", failures}, {"runs", store.count("runs")}};
    if (at_work) json["chunks"] = {{"open", counts.open}, {"taken", counts.taken}, {"done", counts.done}};
    if (!array.empty()) json["slurm"] = array;
    print(json.dump() + "\n");
    return done;
  }
  print(fmt::format("{}: {} samples, {} of them failed; {} different runs are known\n", whole ? "done" : "not done", samples, failures, store.count("runs")));
  if (at_work) print(fmt::format("workers: {} chunks done, {} taken, {} open{}\n", counts.done, counts.taken, counts.open, array.empty() ? "" : "; Slurm job " + array));
  return done;
}

}  // namespace

StudyLine::StudyLine(const Arguments& arguments)
    : on_terminal_(!arguments.quiet && !arguments.progress && ::isatty(STDERR_FILENO)), as_lines_(arguments.progress) {}

StudyLine::~StudyLine() {
  if (shown_) print_error("\r\033[K");
}

void StudyLine::show(const std::string& text, double fraction) {
  if (as_lines_) print_error(fmt::format("progress {:.4g}\n", fraction));
  if (!on_terminal_) return;
  shown_ = true;
  print_error("\r" + text + "\033[K");
}

std::string set_words(const Settings& settings) {
  std::string words;
  for (const auto& [name, text] : settings) words += " --set " + shell_word(name + '=' + text);
  return words;
}

int tell_study(const std::string& what, const Arguments& arguments, const std::string& path) {
  const fs::path results = results_told_of(arguments, path);
  Store store(results, Store::Use::read);
  if (what == "export") return export_table(store), done;
  if (what == "best") return best(store, arguments);
  if (what == "status") return status(store, results, arguments);
  if (const auto file = arguments.page.find("page"); file != arguments.page.end()) {
    write_file(file->second, page_with(page_data(store)));
    if (!arguments.quiet) print(fmt::format("  {:<13}{}\n", "page", file->second));
    return done;
  }
  const auto text = store.noted("text");
  if (arguments.json) {
    print(store.noted("conclusion").value_or("{}") + "\n");
    return done;
  }
  print(fmt::format("{}{}\n", store.noted("name").value_or(results.string()), store.noted("whole") == "yes" ? "" : " (not done: the same command goes on)"));
  print(text.value_or(fmt::format("{} samples so far\n", store.counts().first)));
  return done;
}

}  // namespace bricard::cli
