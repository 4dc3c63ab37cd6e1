#include "bricard/formulations/problems/engine.hpp"

#include <array>
#include <atomic>
#include <cstdlib>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

constexpr std::array<std::string_view, 2> names{"interpreted", "compiled"};

Engine named(const std::string& name, const std::string& where) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name) return static_cast<Engine>(i);
  const std::string near = did_you_mean(name, names);
  throw Error(where, "there is no engine " + quoted(name), near + (near.empty() ? "" : " ") + "Choose one of interpreted, compiled");
}

std::atomic<Engine>& chosen() {
  static std::atomic<Engine> engine = [] {
    const char* const name = std::getenv("BRICARD_ENGINE");
    return name && *name ? named(name, "BRICARD_ENGINE") : Engine::interpreted;
  }();
  return engine;
}

}  // namespace

Engine engine() { return chosen(); }
void set_engine(const std::string& name, const std::string& where) { chosen() = named(name, where); }

}  // namespace bricard
