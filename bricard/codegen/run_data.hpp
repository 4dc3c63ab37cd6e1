// The simulation of a model as data of a generated program: its start, closed, and what a driver must know of it.
#pragma once
#include "bricard/codegen/program.hpp"

namespace bricard {

class Course;

// Throws Error that names what a generated simulation cannot do, or the start that cannot be found.
GeneratedRun run_data(const Course& course, const AnalysisOptions& options);

// Throws Error that names what a generated function cannot compute.
void refuse_what_has_no_code(const Model& model, const System& system);

}  // namespace bricard
