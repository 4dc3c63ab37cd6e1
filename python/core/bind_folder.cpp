// The folder of a run, written and read; and the page with runs inside.
#include <filesystem>
#include <fstream>
#include <map>

#include "bricard/core/json.hpp"
#include "bricard/io/reference.hpp"
#include "bricard/results/atomic_file.hpp"
#include "bricard/results/csv_reader.hpp"
#include "bricard/results/csv_writer.hpp"
#include "bricard/results/output_folder.hpp"
#include "bricard/results/replace_folder.hpp"
#include "page/report/report_page.hpp"
#include "python/core/binding.hpp"

namespace bricard::python {

namespace {

namespace fs = std::filesystem;
using Column = py::array_t<double, py::array::c_style | py::array::forcecast>;

constexpr std::size_t block = 1 << 20;  // bytes handed to the file at once

// The numbers are in their units already.
void write_rows(const fs::path& path, const std::vector<std::string>& names, const std::vector<const double*>& columns,
                std::size_t rows) {
  std::vector<ResultColumn> plain;
  for (const std::string& each : names) plain.push_back({each, dimension::none});
  AtomicFile file(path);
  CsvText csv(plain, {});
  std::string text;
  csv.header(text);
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns.size(); ++j) row[j] = columns[j][i];
    csv.row(row, text);
    if (text.size() < block) continue;
    file.write(text);
    text.clear();
  }
  file.write(text);
  file.commit(OnDisk::later);
}

// What OutputFolder leaves, from what a run in Python holds: its columns, its summary and the texts of its other files. An older
// run in this place gives way, and what is no file of a run is kept.
void save(const std::string& path, const std::vector<std::string>& names, const std::vector<Column>& columns,
          const std::string& summary, const std::map<std::string, std::string>& texts, bool force) {
  std::vector<const double*> data;
  const std::size_t rows = columns.empty() ? 0 : static_cast<std::size_t>(columns[0].size());
  for (const Column& each : columns) data.push_back(each.data());
  py::gil_scoped_release release;
  OutputFolder folder(path, force);  // that the place may be used, and is locked until it is
  const auto replaced = files_of_run(path);
  std::vector<std::string> files{"results.csv", "summary.json"};
  for (const auto& [name, text] : texts) {
    write_file(folder.partial() / name, text, OnDisk::later);
    files.push_back(name);
  }
  write_rows(folder.partial() / "results.csv", names, data, rows);
  Json json = Json::parse(summary);
  json["files"] = files;
  write_file(folder.partial() / "summary.json", json.dump(1) + "\n", OnDisk::later);
  replace_folder(folder.partial(), fs::weakly_canonical(fs::absolute(path)),
                 [&](const std::string& name) { return replaced && replaced->contains(name); });
}

std::string read_text_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return {};
  return {std::istreambuf_iterator<char>(stream), {}};
}

py::dict load(const std::string& path) {
  const fs::path folder = path;
  std::error_code error;
  if (!fs::is_regular_file(folder / "results.csv", error) || !fs::is_regular_file(folder / "summary.json", error))
    throw Error(
        {Fault{{path, 0, 0}, "", "this is no folder that a run has left", "there are results.csv and summary.json in one"}});
  const NumberTable table = read_csv(folder / "results.csv");
  py::list columns;
  for (std::size_t j = 0; j < table.names.size(); ++j) {
    py::array_t<double> column(static_cast<py::ssize_t>(table.rows()));
    for (std::size_t i = 0; i < table.rows(); ++i) column.mutable_data()[i] = table.at(i, j);
    column.attr("flags").attr("writeable") = false;
    columns.append(std::move(column));
  }
  const std::string summary = read_text_of(folder / "summary.json");
  py::dict files;
  const Json json = Json::parse(summary, nullptr, false);
  if (json.is_object() && json.contains("files"))
    for (const Json& each : json["files"])
      if (const std::string name = each.get<std::string>(); name != "results.csv" && name != "summary.json")
        files[py::str(name)] = py::bytes(read_text_of(folder / name));
  py::dict all;
  all["names"] = table.names, all["columns"] = std::move(columns), all["summary"] = summary, all["files"] = std::move(files);
  return all;
}

py::dict reference() {
  py::dict pages;
  for (const ReferencePage& each : reference_pages()) pages[py::str(each.path)] = each.text;
  return pages;
}

// (the page, what was left out of it)
std::pair<std::string, std::string> page_of(const std::vector<std::string>& folders, const std::string& meshes,
                                            std::size_t largest) {
  py::gil_scoped_release release;
  std::vector<page::RunFolder> runs;
  for (const std::string& each : folders) runs.emplace_back(each, meshes);
  page::ReportOptions options;
  options.largest = largest;
  page::Report report = page::report(runs, options);
  return {std::move(report.html), std::move(report.note)};
}

}  // namespace

void bind_folder(py::module_& module) {
  module.def("save", &save, py::arg("folder"), py::arg("names"), py::arg("columns"), py::arg("summary"), py::arg("texts"),
             py::arg("force"));
  module.def("load", &load, py::arg("folder"));
  module.def("reference", &reference, "The pages of the reference: path and text.");
  module.def("page", &page_of, py::arg("folders"), py::arg("meshes"), py::arg("largest"));
}

}  // namespace bricard::python
