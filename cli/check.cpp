// The verb `check`: what can be said about a mechanism without running it.
#include "bricard/analyses/run.hpp"
#include "bricard/results/report.hpp"
#include "bricard/results/summary_writer.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "cli/warning_places.hpp"

namespace bricard::cli {

int check(const Arguments& arguments) {
  const Model model = load(arguments);
  Summary summary = bricard::check(model, *model.analysis).summary;
  add_places(summary.warnings, source_of(arguments), arguments.model);
  if (arguments.json) {
    print(check_json(summary));
  } else if (!arguments.quiet) {
    print(check_text(summary));
  }
  if (!summary.outcome.failed()) return done;
  print_error("bricard: error: " + summary.outcome.message + "\n");
  return failed;
}

}  // namespace bricard::cli
