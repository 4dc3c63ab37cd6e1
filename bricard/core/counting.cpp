#include "bricard/core/counting.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <numbers>
#include <string>

namespace bricard {

namespace {

using Known = Counting::Known;

constexpr int largest_exponent = 100;  // no quantity has such; so exponents never overflow
constexpr double as_written = 1e-9;    // factors that differ by less are of one unit, computed in two ways
constexpr Unit radian{1, dimension::angle};
constexpr Unit degree{std::numbers::pi / 180, dimension::angle};

// Force as mass·length/time²: what may be compared.
Dimension reduced(Dimension d) { return {d.length + d.force, d.mass + d.force, d.time - 2 * d.force, d.angle, 0}; }
Dimension without_angle(Dimension d) {
  d = reduced(d);
  d.angle = 0;
  return d;
}

bool same_factor(double a, double b) { return std::abs(a - b) <= as_written * std::abs(a); }

bool is_plain(const Unit& unit) { return unit.dimension == dimension::none; }

// Of an angle, or of its rate: what counts in degrees in one file and in radians in another.
bool differs_as_angle(const Unit& a, const Unit& b) {
  return a.dimension.angle != 0 && reduced(a.dimension) == reduced(b.dimension) && !same_factor(a.factor, b.factor);
}

Counting sane(Counting m) {
  const Dimension& d = m.unit.dimension;
  for (const int e : {d.length, d.mass, d.time, d.angle, d.force})
    if (std::abs(e) > largest_exponent) return {};
  return std::isnormal(m.unit.factor) ? m : Counting{};
}

Unit product(const Unit& a, const Unit& b) { return {a.factor * b.factor, a.dimension * b.dimension}; }
Unit quotient(const Unit& a, const Unit& b) { return {a.factor / b.factor, a.dimension / b.dimension}; }

// What loose parts count in is forgotten beside a bare number, which may convert it.
Counting combined(const Counting& a, const Counting& b, Unit (*combine)(const Unit&, const Unit&)) {
  if (a.known != Known::open && b.known != Known::open) {
    const bool firm = a.is_firm() || b.is_firm();
    return sane({combine(a.unit, b.unit), firm ? Known::firm : Known::loose});
  }
  const auto kept = [](const Counting& m) { return m.known == Known::loose ? Unit{} : m.unit; };
  return sane({combine(kept(a), kept(b)), Known::open});
}

Unit raised(Unit unit, int exponent) {
  const Dimension d = unit.dimension;
  return {std::pow(unit.factor, exponent),
          {d.length * exponent, d.mass * exponent, d.time * exponent, d.angle * exponent, d.force * exponent}};
}

// Square root; nothing where an exponent is odd, force counted as mass·length/time² if that helps.
std::optional<Unit> root(const Unit& unit) {
  for (const Dimension& d : {unit.dimension, reduced(unit.dimension)}) {
    if (d.length % 2 || d.mass % 2 || d.time % 2 || d.angle % 2 || d.force % 2) continue;
    return Unit{std::sqrt(unit.factor), {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2, d.force / 2}};
  }
  return std::nullopt;
}

}  // namespace

Unit unit_of(Dimension dimension, const UnitSystem& units) { return {units.factor(dimension), dimension}; }

bool same_unit(const Unit& a, const Unit& b) {
  return without_angle(a.dimension) == without_angle(b.dimension) && same_factor(a.factor, b.factor);
}

Counting Counting::of(Dimension dimension, const UnitSystem& units) {
  return dimension == dimension::none ? loose() : firm(unit_of(dimension, units));
}

Counting operator*(const Counting& a, const Counting& b) { return combined(a, b, product); }
Counting operator/(const Counting& a, const Counting& b) { return combined(a, b, quotient); }

Counting power(const Counting& base, std::optional<double> exponent) {
  if (base.known == Known::open || !exponent) return {};
  const double twice = 2 * *exponent;
  if (std::abs(twice) > 2 * largest_exponent || twice != std::floor(twice)) return {};
  const bool is_whole = std::fmod(twice, 2) == 0;
  const std::optional<Unit> unit = is_whole ? base.unit : root(base.unit);
  return unit ? sane({raised(*unit, static_cast<int>(is_whole ? *exponent : twice)), base.known}) : Counting{};
}

std::optional<Counting> sum(const Counting& a, const Counting& b) {
  if (a.known == Known::open && b.known == Known::open) return is_plain(a.unit) ? b : a;
  if (a.known == Known::open || b.known == Known::open) {
    const Counting &open = a.known == Known::open ? a : b, &other = a.known == Known::open ? b : a;
    return other.known == Known::loose && is_plain(other.unit) ? open : other;
  }
  if (a.is_firm() != b.is_firm()) {
    const Counting &firm = a.is_firm() ? a : b, &loose = a.is_firm() ? b : a;
    const bool is_like_number = without_angle(loose.unit.dimension) == dimension::none;
    const bool agree = is_like_number ? !differs_as_angle(loose.unit, firm.unit) : same_unit(loose.unit, firm.unit);
    return agree ? std::optional(firm) : std::nullopt;
  }
  if (!a.is_firm()) {
    if (differs_as_angle(a.unit, b.unit)) return std::nullopt;
    return is_plain(a.unit) ? b : a;
  }
  if (!same_unit(a.unit, b.unit)) return std::nullopt;
  // An angle beside a ratio is an angle, r*angle beside a length a length.
  const bool is_angle = without_angle(a.unit.dimension) == dimension::none;
  return (a.unit.dimension.angle != 0) == is_angle ? a : b;
}

bool fits(const Counting& counting, const Unit& wanted) {
  if (counting.known == Known::open) return true;
  if (counting.known == Known::loose) return !differs_as_angle(counting.unit, wanted);
  return same_unit(counting.unit, wanted);
}

bool is_number(const Counting& counting) { return !counting.is_firm() || same_unit(counting.unit, Unit{}); }

bool is_radians(const Counting& counting) {
  return !differs_as_angle(counting.unit, radian) && (!counting.is_firm() || same_unit(counting.unit, Unit{}));
}

// A ratio may be a number of degrees, which was divided by `1 deg`.
bool is_degrees(const Counting& counting) {
  if (counting.known == Known::open) return true;
  if (counting.unit.dimension == dimension::angle) return same_factor(counting.unit.factor, degree.factor);
  return is_number(counting);
}

std::string name_of(const Unit& unit, const UnitSystem& units) {
  const Dimension d = unit.dimension;
  const auto named = [&](const UnitSystem& system) {
    const bool is_one = system.angle == "rad" && d.angle > 0 && (d.length != 0 || d.mass != 0 || d.force != 0);
    return system.name(is_one ? Dimension{d.length, d.mass, d.time, 0, d.force} : d);
  };
  const auto counts = [&](const UnitSystem& system) { return same_factor(system.factor(d), unit.factor); };
  if (counts(units)) return named(units);
  // Of a subsystem with other units, of asin in a file in deg. Only units that the dimension has are tried.
  UnitSystem other = units;
  std::string found;
  const auto try_all = [&](int exponent, std::string UnitSystem::*base, std::initializer_list<const char*> names, auto&& next) {
    next();
    const std::string own = other.*base;
    for (const char* name : names) {
      if (exponent == 0 || !found.empty()) break;
      other.*base = name;
      next();
    }
    other.*base = own;
  };
  try_all(d.force, &UnitSystem::force, {"N", "kN", "lbf"}, [&] {
    try_all(d.mass, &UnitSystem::mass, {"kg", "g", "tonne", "lb"}, [&] {
      try_all(d.time, &UnitSystem::time, {"s", "ms", "min", "h"}, [&] {
        try_all(d.length, &UnitSystem::length, {"m", "mm", "cm", "km", "in", "ft"}, [&] {
          try_all(d.angle, &UnitSystem::angle, {"rad", "deg", "rev"}, [&] {
            if (found.empty() && counts(other)) found = named(other);
          });
        });
      });
    });
  });
  return found;
}

std::string said_of(const Unit& unit, const Unit& other, const UnitSystem& units) {
  if (without_angle(unit.dimension) != without_angle(other.dimension)) return to_string(unit.dimension);
  const std::string name = name_of(unit, units), wanted = name_of(other, units);
  if (!name.empty()) return "counted in " + (name == "1" ? "1 (a ratio)" : name);
  return "counted in " + conversion(unit, other) + (wanted.empty() || wanted == "1" ? "" : ' ' + wanted);
}

std::string conversion(const Unit& from, const Unit& to) {
  if (without_angle(from.dimension) != without_angle(to.dimension)) return {};
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.6g", from.factor / to.factor);
  return text.data();
}

}  // namespace bricard
