// The verb `study` as the programs without SQLite have it.
#include "cli/beside.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

int study(const Arguments&) { go_on_as(study_program); }

}  // namespace bricard::cli
