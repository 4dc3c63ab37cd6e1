// Reads a model, runs what its `analysis` section asks for, and says how it went.
#include <bricard/bricard.hpp>
#include <iostream>

int main(int, char** argv) {
  const bricard::Results results = bricard::run(bricard::read_model(argv[1]));
  std::cout << results.summary.outcome.message << "\n" << results.rows() << " rows\n";
  return results.summary.outcome.failed();
}
