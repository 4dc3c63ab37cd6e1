// One HTML file of one or more runs: the page with their data inside, working from disk.
#pragma once
#include <string>
#include <vector>

#include "page/results/run_folder.hpp"

namespace bricard::page {

struct ReportOptions {
  std::size_t largest =
      4'500'000;  // bytes of the file: rows are thinned, then columns that nothing draws left out, to stay below
  bool positions_only = false;  // of bodies: what a picture needs
};

struct Report {
  std::string html;
  std::string note;  // what was left out, in words; empty: nothing
};

Report report(const std::vector<RunFolder>& runs, const ReportOptions& options = {});

}  // namespace bricard::page
