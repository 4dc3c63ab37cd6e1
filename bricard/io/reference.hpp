// The reference: a page of Markdown for everything that a model file may name. Keys, units and defaults come from the field
// tables, equations, meanings and examples from the elements' own files, columns from the model's list of columns: no fact of
// a page is written a second time. The law (reference_test.cpp): every example is a model that runs, and the pages under
// docs/reference/ are these.
#pragma once
#include <string>
#include <vector>

namespace bricard {

struct ReferencePage {
  std::string path;                  // "joints/revolute.md", from the folder of the reference
  std::string help;                  // one line
  std::string text;                  // Markdown
  std::string example;               // a complete model file; empty: the page has none
  std::vector<std::string> columns;  // of results.csv that the page names, as the example has them
};

// All pages; the first is index.md.
std::vector<ReferencePage> reference_pages();

}  // namespace bricard
