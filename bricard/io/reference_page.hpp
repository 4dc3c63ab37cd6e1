// The parts of a page, and how they become Markdown.
#pragma once
#include "bricard/io/reference.hpp"
#include "bricard/io/reference_keys.hpp"
#include "bricard/model/columns.hpp"

namespace bricard {

struct PageParts {
  std::string folder, title, help;  // "joints", "revolute", "hinge: turns about one axis"
  std::string equation = {};
  std::vector<std::string> facts = {};  // one line each, in a list
  std::string note = {};                // a paragraph
  std::string friction = {};            // its formula
  std::vector<Key> keys = {};
  std::string meaning = {};              // of its columns
  std::string element = {};              // whose columns are shown, in the example
  std::vector<ColumnInfo> columns = {};  // as the example has them
  std::string example = {};
};

ReferencePage make_page(const PageParts& parts);

// | a | b | with a head; columns in which every cell is empty are left out.
std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

// The pages of what is no kind of element: bodies, drivers, tables, the analysis, ... (reference_sections.cpp).
std::vector<ReferencePage> section_pages();
ReferencePage expression_page();  // of the language of numbers (reference_expressions.cpp)
ReferencePage mass_table_page();  // of masses from a table (reference_mass_table.cpp)

}  // namespace bricard
