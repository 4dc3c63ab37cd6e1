// Workbooks: any bytes, as an archive, as the XML of a sheet and as lines of cells (test_book.hpp), read to a model file that can
// be read, or to an Error with its place.
#pragma once
#include <string>

#include "bricard/io/workbook/test_book.hpp"
#include "bricard/io/workbook/workbook_reader.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard::broken_by {

inline std::string workbook(const std::string& bytes) {
  const auto read = [](const std::string& book) -> std::string {
    ModelText made;
    try {
      made = read_workbook(book, "fuzz.xlsx");
    } catch (const Error& error) {
      for (const Fault& fault : error.faults())
        if (fault.what.empty()) return "a fault without words";
      return error.faults().empty() ? "an Error without faults" : "";
    }
    try {
      read_yaml_text(made.text, "fuzz.xlsx");
    } catch (const Error& error) {  // what only the whole model shows, at a place that is a cell
      for (const Fault& fault : error.faults())
        if (fault.where.empty() || made.cell_of(fault.where).empty())
          return "a fault without a cell: " + to_string(fault) + '\n' + made.text;
    }
    return "";
  };
  const std::string book = book_of(bytes);
  std::size_t hash = 1;
  for (const char c : bytes) hash = 31 * hash + static_cast<unsigned char>(c);
  std::string damaged = book;
  damaged[hash % damaged.size()] = static_cast<char>(hash >> 8);
  return read(bytes) + read(book) + read(damaged) + read(book.substr(0, hash % book.size())) +
         read(book_of_sheets({{"SimParam", bytes}, {"Bodies", bytes}, {"Joints", bytes}}));
}

}  // namespace bricard::broken_by
