// Faults as JSON: what the program prints with --json where its input is wrong, and what the server reads and passes on to the
// page.
//
//   {"faults": [{"file": "x.bricard.yaml", "line": 3, "column": 5, "where": "joints.a.axis", "what": "...", "hint": "..."}]}
//
// line 0: of the whole file; file "": of the command line, or, from the server to the page, of the text that was given.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "bricard/core/error.hpp"
#include "page/json.hpp"

namespace bricard::page {

Json faults_json(const std::vector<Fault>& faults);

// What a process has printed; empty where it is something else. Faults of `file` have no file any more, those of files in
// `folder` the path below it.
std::vector<Fault> read_faults(std::string_view printed, const std::string& file, const std::string& folder);

}  // namespace bricard::page
