// Tires for tests: those of the published tables, read where they lie beside the checkout, and rows of their CSV files.
#pragma once
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bricard/elements/tires/tire_file.hpp"

namespace bricard {

inline const std::string tire_data = "../shared/reference/vehicle/tires/";
inline bool has_tire_data() { return std::filesystem::exists(tire_data); }

inline std::string text_of_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline TireLaw tire_in(const std::string& path) {
  std::vector<Fault> faults;
  TireLaw law = read_tir(text_of_file(path), path, faults);
  if (!faults.empty()) throw Error(std::move(faults));
  return law;
}

// Rows of numbers after a header; lines with # are left out.
inline std::vector<std::vector<double>> rows_of(const std::string& path) {
  std::istringstream text(text_of_file(path));
  std::vector<std::vector<double>> rows;
  bool has_header = false;
  for (std::string line; std::getline(text, line);) {
    if (line.empty() || line[0] == '#') continue;
    if (!has_header) {
      has_header = true;
      continue;
    }
    std::vector<double>& row = rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stod(cell));
  }
  return rows;
}

}  // namespace bricard
