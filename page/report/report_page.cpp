// The report: ReportData of web/src/data/report_source.ts as JSON in the page's slot. Columns are float32 in base64, 16/3 bytes
// of text for a number; what does not fit is thinned (rows at even distance), then velocities and accelerations are left out,
// which nothing draws.
#include "page/report/report_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <unordered_set>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/model/columns.hpp"
#include "page/base64.hpp"
#include "page/bundle.hpp"
#include "page/json.hpp"
#include "page/results/family.hpp"

namespace bricard::page {
namespace {

static_assert(std::endian::native == std::endian::little, "columns are little-endian");

constexpr std::size_t largest_attached = 1'000'000;  // bytes of a mesh or a table beside the results
constexpr std::size_t enough_rows = 600;             // rather fewer columns than fewer rows

enum class Left { nothing, accelerations, velocities };

struct Part {
  const RunFolder* folder;
  std::string id, name;
  std::vector<int> columns;  // those that are in the report
  std::size_t rows = 0;
  Json json;
};

// JSON inside a script element: no `<`, so that nothing can end the element.
std::string for_script(const Json& json) {
  const std::string plain = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string text;
  text.reserve(plain.size() + plain.size() / 50);
  for (const char c : plain) {
    if (c == '<')
      text += "\\u003c";
    else
      text += c;
  }
  return text;
}

std::string text_at(const Json& json, const char* key) {
  return json.is_object() && json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : "";
}

// Beyond what a float holds is infinite.
float narrow(double value) {
  constexpr double most = std::numeric_limits<float>::max();
  if (std::abs(value) <= most || std::isnan(value)) return static_cast<float>(value);
  return static_cast<float>(std::copysign(std::numeric_limits<double>::infinity(), value));
}

std::string megabytes(std::size_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6); }

class ReportWriter {
 public:
  ReportWriter(const std::vector<RunFolder>& runs, const ReportOptions& options);
  Report write();

 private:
  std::string unique_name(const std::string& wanted) const;
  void add(const RunFolder& run);
  void fit();
  void choose(Part& part, Left left) const;
  void fill(Part& part) const;
  Json run_info(const Part& part) const;
  std::string html() const;
  void tell(std::string sentence) { note_ += (note_.empty() ? "" : "; ") + std::move(sentence); }

  const ReportOptions& options_;
  std::vector<Part> parts_;
  std::string note_;
};

ReportWriter::ReportWriter(const std::vector<RunFolder>& runs, const ReportOptions& options) : options_(options) {
  for (const RunFolder& run : runs) add(run);
}

std::string ReportWriter::unique_name(const std::string& wanted) const {
  std::string name = wanted;
  const auto taken = [&](const Part& part) { return part.name == name; };
  for (int n = 2; std::any_of(parts_.begin(), parts_.end(), taken); ++n) name = fmt::format("{} ({})", wanted, n);
  return name;
}

// Everything of a run but its columns.
void ReportWriter::add(const RunFolder& run) {
  Part part{&run, fmt::format("r{}", parts_.size()), unique_name(run.name()), {}, 0, {}};
  part.json = {{"detail", run.detail()}, {"scene", run.scene()},    {"summary", run.summary()}, {"names", Json::array()},
               {"values", ""},           {"files", Json::object()}, {"assets", Json::object()}};
  Json& detail = part.json["detail"];
  detail["id"] = part.id;
  Json files = Json::array();
  for (const Json& name : detail["files"]) {
    if (name == "summary.json") continue;  // it is there already
    std::string text = run.file(name.get<std::string>()).value_or("");
    if (text.size() > largest_attached) {
      tell(fmt::format("{} of {} is left out ({})", name.get<std::string>(), part.name, megabytes(text.size())));
      continue;
    }
    files.push_back(name);
    part.json["files"][name.get<std::string>()] = std::move(text);
  }
  detail["files"] = std::move(files);
  for (const std::string& name : run.assets()) {
    const auto bytes = run.asset(name);
    if (!bytes || bytes->size() > largest_attached)
      tell(fmt::format("the mesh {} is left out ({})", quoted(name), bytes ? megabytes(bytes->size()) : "not found"));
    else
      part.json["assets"][name] = base64(*bytes);
  }
  parts_.push_back(std::move(part));
}

// The columns that stay.
void ReportWriter::choose(Part& part, Left left) const {
  std::unordered_set<std::string> unneeded;
  const Model* const model = left == Left::nothing ? nullptr : part.folder->model();
  const auto leave = [&](const std::vector<ColumnInfo>& columns) {
    for (const ColumnInfo& column : columns)
      if (column.level == Level::acceleration || (left == Left::velocities && column.level == Level::velocity))
        unneeded.insert(column.name);
  };
  if (model) {
    for (const Body& body : model->bodies) leave(body_columns(*model, body));
    for (const Sensor& sensor : model->sensors) leave(sensor_columns(*model, sensor));
  }
  const std::vector<std::string>& names = part.folder->columns().names();
  part.columns.clear();
  if (const Model* const drawn = options_.positions_only ? part.folder->model() : nullptr) {
    const std::optional<Family> family = part.folder->family();
    const int axis = family ? static_cast<int>(family->varied.size()) : 0;  // what is varied stands before the time
    for (int i = 0; i <= axis; ++i) part.columns.push_back(i);
    for (const Body& body : drawn->bodies)
      for (const ColumnInfo& column : body_columns(*drawn, body))
        if (const int at = part.folder->columns().find(column.name); column.level == Level::position && at > axis)
          part.columns.push_back(at);
    return;
  }
  for (std::size_t i = 0; i < names.size(); ++i)
    if (unneeded.count(names[i]) == 0) part.columns.push_back(static_cast<int>(i));
}

// How many rows and which columns: all, if they fit. Every run gets its share.
void ReportWriter::fit() {
  const std::size_t fixed = html().size();
  const double room = options_.largest > fixed ? static_cast<double>(options_.largest - fixed) * 3 / 16 : 0;  // numbers
  for (const Left left : {Left::nothing, Left::accelerations, Left::velocities}) {
    double all = 0;
    for (Part& part : parts_) {
      choose(part, left);
      all += static_cast<double>(part.folder->columns().rows() * part.columns.size());
    }
    const double share = all > room ? room / all : 1;
    bool enough = true, thinned = false;
    for (Part& part : parts_) {
      const std::size_t rows = part.folder->columns().rows();
      part.rows = std::min(rows, std::max<std::size_t>(2, static_cast<std::size_t>(share * static_cast<double>(rows))));
      enough = enough && part.rows >= std::min(rows, enough_rows);
      thinned = thinned || part.rows < rows;
    }
    if (!enough && left != Left::velocities) continue;
    if (thinned)
      for (const Part& part : parts_)
        tell(fmt::format("{} of {} rows of {} are in it", part.rows, part.folder->columns().rows(), part.name));
    if (left == Left::accelerations) tell("accelerations of bodies and sensors are left out");
    if (left == Left::velocities) tell("velocities and accelerations of bodies and sensors are left out");
    return;
  }
}

void ReportWriter::fill(Part& part) const {
  const Columns& table = part.folder->columns();
  std::vector<RowStretch> stretches;
  std::optional<Family> family = part.folder->family();
  if (family) {  // every curve by itself, so that its ends stay
    std::size_t row = 0;
    for (Family::Curve& curve : family->curves) {
      const std::size_t points = std::max<std::size_t>(2, part.rows * (curve.to - curve.from) / table.rows());
      stretches.push_back({curve.from, curve.to, points, RowStretch::By::every});
      curve.from = row;
      curve.to = row += table.count(stretches.back());
    }
    part.json["detail"]["family"] = json_of(*family);
  } else {
    stretches.push_back({0, table.rows(), part.rows, RowStretch::By::every});
  }
  Json names = Json::array(), described = Json::array();
  std::string bytes;
  bytes.reserve(part.columns.size() * part.rows * sizeof(float));
  for (const int column : part.columns) {
    const std::string& name = table.names()[static_cast<std::size_t>(column)];
    names.push_back(name);
    described.push_back({{"name", name}, {"unit", part.folder->unit(name)}});
    for (const RowStretch& stretch : stretches)
      table.read(column, stretch, [&](std::span<const double> values) {
        for (const double value : values) {
          const float number = narrow(value);
          bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
        }
        return true;
      });
  }
  std::size_t rows = 0;
  for (const RowStretch& stretch : stretches) rows += table.count(stretch);
  part.json["detail"]["rows"] = rows;
  part.json["detail"]["columns"] = std::move(described);
  part.json["names"] = std::move(names);
  part.json["values"] = base64(bytes);
}

Json ReportWriter::run_info(const Part& part) const {
  const Json source = part.folder->source();
  const bool has_set = source.is_object() && source.contains("set") && source["set"].is_object();
  const bool is_table = part.folder->is_table();
  const Json& summary = part.json["summary"];
  const std::string status = text_at(summary, "status");
  return {{"id", part.id},
          {"name", part.name},
          {"kind", is_table ? "table" : "run"},
          {"model", nullptr},
          {"analysis", text_at(summary, "analysis")},
          {"status", status.empty() ? "done" : status},
          {"message", text_at(summary, "message")},
          {"made", false},
          {"set", has_set ? source["set"] : Json::object()},
          {"created", part.folder->created()}};
}

std::string ReportWriter::html() const {
  Json project{{"version", BRICARD_VERSION}, {"models", Json::array()},  {"runs", Json::array()},
               {"jobs", Json::array()},      {"memory", Json::object()}, {"live", false}};
  Json runs = Json::object();
  for (const Part& part : parts_) {
    project["runs"].push_back(run_info(part));
    runs[part.id] = part.json;
  }
  const std::string_view page = bundle();
  const std::size_t slot = page.find(report_slot);
  if (slot == std::string_view::npos) throw std::logic_error("the page has no place for a report");
  const std::size_t null = slot + report_slot.find("null");
  std::string html(page.substr(0, null));
  html += for_script({{"project", std::move(project)}, {"runs", std::move(runs)}});
  html += page.substr(null + std::string_view("null").size());
  return html;
}

Report ReportWriter::write() {
  // The names of all columns are part of what is there before the numbers.
  for (Part& part : parts_)
    for (const std::string& name : part.folder->columns().names()) part.json["names"].push_back(name);
  fit();
  for (Part& part : parts_) fill(part);
  Report report{html(), ""};
  if (report.html.size() > options_.largest && !parts_.empty())
    tell(fmt::format("it is larger than {}, which the model alone is too large for", megabytes(options_.largest)));
  report.note = std::move(note_);
  return report;
}

}  // namespace

Report report(const std::vector<RunFolder>& runs, const ReportOptions& options) { return ReportWriter(runs, options).write(); }

}  // namespace bricard::page
