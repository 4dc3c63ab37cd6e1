// The search for what cannot be bettered in all of several goals (Pareto), by NSGA-II (Deb, Pratap, Agarwal, Meyarivan 2002): children
// by simulated binary crossover and polynomial mutation; of parents and children those survive that fewer others dominate, and
// among equals those with more room around them. What meets the conditions dominates what does not.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "study/purposes/asking.hpp"
#include "study/random.hpp"

namespace bricard::study {

namespace {

constexpr double crossover_index = 15, mutation_index = 20, crossover_share = 0.9;  // as in the paper's successors

bool dominates(const Judged& a, const Judged& b) {
  if (a.meets() != b.meets()) return a.meets();
  if (!a.meets()) return a.failed != b.failed ? b.failed : a.worst < b.worst;
  bool better = false;
  for (std::size_t i = 0; i < a.goals.size(); ++i) {
    if (a.goals[i] > b.goals[i]) return false;
    better = better || a.goals[i] < b.goals[i];
  }
  return better;
}

struct Member {
  std::vector<double> unit;
  const Judged* value = nullptr;
  int rank = 0;      // how many fronts lie before its own
  double room = 0;  // crowding distance
};

// Sets rank and room.
void sort_into_fronts(std::vector<Member>& all) {
  std::vector<std::vector<std::size_t>> below(all.size());
  std::vector<int> above(all.size(), 0);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < all.size(); ++j)
      if (dominates(*all[i].value, *all[j].value)) below[i].push_back(j), ++above[j];
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (above[i] == 0) front.push_back(i);
  for (int rank = 0; !front.empty(); ++rank) {
    std::vector<std::size_t> next;
    for (const std::size_t i : front) {
      all[i].rank = rank;
      all[i].room = 0;
      for (const std::size_t j : below[i])
        if (--above[j] == 0) next.push_back(j);
    }
    for (std::size_t g = 0; g < all[front[0]].value->goals.size(); ++g) {
      if (std::any_of(front.begin(), front.end(), [&](std::size_t i) { return all[i].value->failed; })) break;
      const auto goal = [&](std::size_t i) { return all[i].value->goals[g]; };
      std::stable_sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) { return goal(a) < goal(b); });
      const double width = goal(front.back()) - goal(front.front());
      all[front.front()].room = all[front.back()].room = std::numeric_limits<double>::infinity();
      for (std::size_t k = 1; k + 1 < front.size() && width > 0; ++k) all[front[k]].room += (goal(front[k + 1]) - goal(front[k - 1])) / width;
    }
    std::sort(next.begin(), next.end());
    front = std::move(next);
  }
}

bool comes_before(const Member& a, const Member& b) { return a.rank != b.rank ? a.rank < b.rank : a.room > b.room; }

double crossed(double a, double b, Random& random) {
  const double u = random.uniform();
  const double spread = u < 0.5 ? std::pow(2 * u, 1 / (crossover_index + 1)) : std::pow(1 / (2 * (1 - u)), 1 / (crossover_index + 1));
  return ((a + b) + (random.uniform() < 0.5 ? spread : -spread) * (b - a)) / 2;
}

std::vector<double> child_of(const std::vector<Member>& parents, Random& random) {
  const auto chosen = [&]() -> const Member& {
    const Member &a = parents[random.below(parents.size())], &b = parents[random.below(parents.size())];
    return comes_before(b, a) ? b : a;
  };
  const Member &mother = chosen(), &father = chosen();
  std::vector<double> child = mother.unit;
  const bool crosses = random.uniform() < crossover_share;
  for (std::size_t i = 0; i < child.size(); ++i) {
    if (crosses && random.uniform() < 0.5) child[i] = crossed(mother.unit[i], father.unit[i], random);
    if (random.uniform() * static_cast<double>(child.size()) < 1) {
      const double u = random.uniform();
      child[i] += u < 0.5 ? std::pow(2 * u, 1 / (mutation_index + 1)) - 1 : 1 - std::pow(2 * (1 - u), 1 / (mutation_index + 1));
    }
    child[i] = std::clamp(child[i], 0.0, 1.0);
  }
  return child;
}

}  // namespace

std::vector<std::size_t> front_of(const std::vector<Judged>& all) {
  std::vector<std::size_t> order(all.size()), front;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t i) { return !all[i].meets(); });
  // What comes later in this order dominates nothing before it.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return all[a].goals < all[b].goals; });
  for (const std::size_t i : order) {
    const bool beaten = std::any_of(front.begin(), front.end(), [&](std::size_t j) { return dominates(all[j], all[i]) || all[j].goals == all[i].goals; });
    if (!beaten) front.push_back(i);
  }
  return front;
}

std::string search_front(const Study& study, long task, const Ask& ask) {
  const auto& options = std::get<Optimize>(study.purpose);
  Asking asking(study, ask, options.evaluations);
  Random random(study.sampling.seed, static_cast<std::uint64_t>(task) + 1);
  std::vector<Member> parents;
  std::vector<std::vector<double>> units = unit_points(SamplingKind::latin, study.vary.size(), options.population, random.next());
  units[0] = unit_of(study, start_of_search(study, task, options.starts));
  int generations = 0;
  for (;; ++generations) {
    const std::vector<const Judged*> found = asking(units);
    for (std::size_t i = 0; i < units.size(); ++i)
      if (found[i]) parents.push_back({units[i], found[i]});
    sort_into_fronts(parents);
    std::stable_sort(parents.begin(), parents.end(), comes_before);
    if (parents.size() > options.population) parents.resize(options.population);
    if (asking.is_used_up()) break;
    units.clear();
    while (units.size() < options.population) units.push_back(child_of(parents, random));
  }
  return fmt::format("nsga2: the number of runs is used up, after {} generations and {} runs", generations, asking.runs());
}

}  // namespace bricard::study
