// The verbs of cli/beside/ as `bricard` has them.
#include "cli/beside.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

int view(const Arguments& arguments) {
  const bool is_of_study = !arguments.paths.empty() && (arguments.paths[0].ends_with(".sqlite") || arguments.paths[0].ends_with(".study.yaml"));
  go_on_as(is_of_study ? study_program : page_program);
}
int render(const Arguments&) { go_on_as(page_program); }

}  // namespace bricard::cli
