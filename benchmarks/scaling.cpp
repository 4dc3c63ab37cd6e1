// Cost of one evaluation of the equations of motion over the size of the problem, the memory it takes, and accuracy on long
// chains with parallel hinges.
//   bench_scaling                         tables; slope = log cost over log size by least squares, 1 is linear
//   bench_scaling KIND N COORDINATES      ten evaluations of one model of N bodies, for a counter of instructions
//                                         (benchmarks/instructions) and for the peak memory of a process
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "benchmarks/suite/suite.hpp"
#include "verification/beam_reference.hpp"
#include "verification/evaluation_cost.hpp"

using namespace bricard;

namespace {

// CPU time, the least of several blocks.
double seconds_per_evaluation(Evaluation& evaluation) {
  evaluation.run();
  double best = 1e9;
  for (int block = 0; block < 5; ++block) {
    const double start = suite::cpu_time();
    int count = 0;
    double elapsed = 0;
    while (elapsed < 0.02) {
      evaluation.run();
      ++count;
      elapsed = suite::cpu_time() - start;
    }
    best = std::min(best, elapsed / count);
  }
  return best;
}

// MiB that a process with this model and its equations takes at most.
double peak_memory(const std::string& kind, int bodies, const std::string& coordinates) {
  std::vector<std::string> words{"bench_scaling", kind, std::to_string(bodies), coordinates};
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = 0;
  int status = 0;
  rusage usage{};
  if (posix_spawn(&child, "/proc/self/exe", nullptr, nullptr, pointers.data(), environ) != 0) return NAN;
  if (wait4(child, &status, 0, &usage) != child || status != 0) return NAN;
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// N links of a chain, or N loops of coupled four-bars (2 N + 1 bodies).
void print_costs(const std::string& kind, const char* coordinates) {
  const bool loops = kind == "bars";
  std::printf("%-6s %-9s", loops ? "loops" : kind.c_str(), coordinates);
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  int bodies = 0;
  for (const int size : {10, 100, 1000, 10000}) {
    bodies = loops ? 2 * size + 1 : size;
    Evaluation evaluation(kind, bodies, coordinates);
    const double seconds = seconds_per_evaluation(evaluation), u = std::log(size), v = std::log(seconds);
    std::printf(" %6d %9.1f", size, seconds * 1e6);
    n += 1, x += u, y += v, xx += u * u, xy += u * v;
  }
  std::printf("   slope %.3f   peak %.0f MiB\n", (n * xy - x * y) / (n * xx - x * x), peak_memory(kind, bodies, coordinates));
  std::fflush(stdout);
}

void print_accuracy(int n) {
  std::vector<double> theta(n), omega(n);
  for (int i = 0; i < n; ++i) {
    theta[i] = (i > 0 ? theta[i - 1] : 0) + Evaluation::angle(i);
    omega[i] = (i > 0 ? omega[i - 1] : 0) + Evaluation::speed(i);
  }
  const auto reference = beam_reference<long double>(theta, omega, 0.1);
  double largest = 0;
  for (const long double x : reference) largest = std::max(largest, std::abs(static_cast<double>(x)));
  std::printf("beam %5d", n);
  if (n <= 100) {
    const auto wider = beam_reference<__float128>(theta, omega, 0.1);
    double difference = 0;
    for (int i = 0; i < n; ++i)
      difference = std::max(difference, std::abs(static_cast<double>(reference[i] - static_cast<long double>(wider[i]))));
    std::printf("   reference %.1e", difference / largest);
  }
  for (const char* coordinates : {"relative", "absolute"}) {
    Evaluation evaluation("beam", n, coordinates);
    evaluation.run();
    double difference = 0;
    for (int i = 0; i < n; ++i)
      difference = std::max(difference, std::abs(evaluation.angular_acceleration(i + 1) - static_cast<double>(reference[i])));
    std::printf("   %s %.1e", coordinates, difference / largest);
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc == 4) {
    Evaluation evaluation(argv[1], std::atoi(argv[2]), argv[3]);
    for (int i = 0; i < 10; ++i) evaluation.run();
    return 0;
  }
  std::printf(
      "Cost of one evaluation (positions, factorization, forces, accelerations): size, microseconds; peak memory of the "
      "largest\n");
  for (const char* kind : {"beam", "chain", "bars"})
    for (const char* coordinates : {"relative", "absolute"}) print_costs(kind, coordinates);
  std::printf("\nAccelerations of a chain with parallel hinges: largest error relative to the largest angular acceleration\n");
  for (const int n : {10, 100, 300, 1000}) print_accuracy(n);
  return 0;
}
