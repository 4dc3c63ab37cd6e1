// summary.json and source.json in a folder of results, and the faults that a process prints: whatever they hold, the page is told
// of the folder, or an Error says what is wrong with it.
#pragma once
#include <string>

#include "bricard/core/error.hpp"
#include "bricard/core/test_scratch.hpp"
#include "page/faults.hpp"
#include "page/refusal.hpp"
#include "page/results/run_folder.hpp"
#include "page/workspace/workspace.hpp"

namespace bricard::broken_by {

inline std::string run_folder(const std::string& bytes) {
  static const ScratchFolder folder("run_folder");
  folder.write("results.csv", "t,x\n0,1\n1,2\n");
  folder.write("model.bricard.yaml", "bricard: 1\nbodies: {b: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n");
  folder.write("summary.json", bytes);
  folder.write("source.json", bytes);
  const auto is_text = [](const page::Json& json) {
    return !json.dump(-1, ' ', false, page::Json::error_handler_t::replace).empty();
  };
  const page::RunFolder run(folder.path());
  using Part = page::Json (page::RunFolder::*)() const;
  for (const Part part : {&page::RunFolder::detail, &page::RunFolder::summary, &page::RunFolder::scene}) {
    try {
      if (!is_text((run.*part)())) return "nothing to tell";
    } catch (const Error& error) {
      if (error.faults().empty()) return "an Error without faults";
    }
  }
  try {
    const page::Workspace workspace({folder.path()}, nullptr, [](const auto&...) { return true; });
    if (workspace.runs().size() != 1) return "the folder is not listed";
    for (const page::ModelEntry& model : workspace.models()) workspace.text(model);
  } catch (const Error&) {
  } catch (const page::Refusal&) {
  }
  is_text(page::faults_json(page::read_faults(bytes, "x.bricard.yaml", folder.path())));
  return "";
}

}  // namespace bricard::broken_by
