// The verbs of cli/beside/ as `bricard` has them.
#include "cli/beside.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

int view(const Arguments&) { go_on_as(page_program); }
int render(const Arguments&) { go_on_as(page_program); }

}  // namespace bricard::cli
