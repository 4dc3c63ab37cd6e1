// `--on mpi` as the program without MPI has it.
#include "cli/beside.hpp"
#include "cli/studying/study_session.hpp"

namespace bricard::cli {

int study_on_mpi(const Arguments&, const std::string&) { go_on_as(mpi_program); }

}  // namespace bricard::cli
