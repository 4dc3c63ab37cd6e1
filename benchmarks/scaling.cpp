// Cost of one evaluation of the equations of motion over the number of bodies, and accuracy on long chains with parallel hinges.
//   bench_scaling                         tables; slope = log cost over log n, 1 is linear
//   bench_scaling KIND N COORDINATES      ten evaluations of one model, for a counter of instructions (benchmarks/instructions)
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "verification/beam_reference.hpp"
#include "verification/evaluation_cost.hpp"

using namespace bricard;

namespace {

double seconds_per_evaluation(Evaluation& evaluation) {
  using Clock = std::chrono::steady_clock;
  evaluation.run();
  double best = 1e9;
  for (int block = 0; block < 5; ++block) {
    const auto start = Clock::now();
    int count = 0;
    double elapsed = 0;
    while (elapsed < 0.04) {
      evaluation.run();
      ++count;
      elapsed = std::chrono::duration<double>(Clock::now() - start).count();
    }
    best = std::min(best, elapsed / count);
  }
  return best;
}

void print_costs(const char* kind, const char* coordinates, int most) {
  std::printf("%-6s %-9s", kind, coordinates);
  double first = 0, last = 0, first_bodies = 0, last_bodies = 0;
  for (int n = 10; n <= most; n *= 10) {
    Evaluation evaluation(kind, n, coordinates);
    const double seconds = seconds_per_evaluation(evaluation);
    std::printf(" %8d %10.1f", evaluation.bodies(), seconds * 1e6);
    if (n == 100) first = seconds, first_bodies = evaluation.bodies();
    last = seconds, last_bodies = evaluation.bodies();
  }
  std::printf("   slope from 100: %.2f\n", std::log(last / first) / std::log(last_bodies / first_bodies));
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
  std::printf("Cost of one evaluation (positions, factorization, forces, accelerations): bodies, microseconds\n");
  for (const char* kind : {"beam", "chain", "bars"})
    for (const char* coordinates : {"relative", "absolute"}) print_costs(kind, coordinates, 10000);
  std::printf("\nAccelerations of a chain with parallel hinges: largest error relative to the largest angular acceleration\n");
  for (const int n : {10, 100, 300, 1000}) print_accuracy(n);
  return 0;
}
