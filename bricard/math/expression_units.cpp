#include "bricard/math/expression_units.hpp"

#include <array>
#include <cctype>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

using Op = Expression::Op;
using Parts = std::span<const CountedPart>;
using MaybeFault = std::optional<UnitFault>;

constexpr std::size_t longest_shown = 40;  // of a part, in characters
constexpr const char* escape = "`number(x)` is x without its unit";

std::string shown(std::string_view text) {
  return quoted(text.size() <= longest_shown ? std::string(text) : std::string(text.substr(0, longest_shown)) + "..");
}

// The call of asin, acos, atan, atan2 or their kin in degrees in a text, for the hint to the other one; empty: there is none.
std::string inverse_in(std::string_view text) {
  constexpr std::array<std::string_view, 8> names{"asin", "acos", "atan", "atan2", "asind", "acosd", "atand", "atan2d"};
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    for (end = begin; end < text.size() && is_of_name(text[end]);) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    for (const std::string_view name : names)
      if (word == name && end < text.size() && text[end] == '(') return std::string(name);
  }
  return {};
}

// How a number of one unit becomes one of another.
std::string remedy(std::string_view text, const Unit& from, const Unit& to, const UnitSystem& units) {
  const std::string factor = conversion(from, to);
  if (factor.empty()) return escape;
  const std::string inverse = from.dimension == dimension::angle ? inverse_in(text) : "";
  const std::string wanted = name_of(to, units);
  if (!inverse.empty() && wanted == "deg" && inverse.back() != 'd')
    return "use " + quoted(inverse + 'd') + ", which gives degrees";
  if (!inverse.empty() && wanted == "rad" && inverse.back() == 'd')
    return "use " + quoted(inverse.substr(0, inverse.size() - 1)) + ", which gives radians";
  if (from.dimension.angle != to.dimension.angle && units.angle != "rad")
    return from.dimension.angle > to.dimension.angle ? "divide the angle by `1 rad`" : "multiply the ratio by `1 rad`";
  return "multiply " + shown(text) + " by " + factor;
}

Counting refuse(MaybeFault& fault, std::string what, std::string hint) {
  if (!fault) fault = UnitFault{std::move(what), std::move(hint)};
  return {};
}

Counting same(const CountedPart& a, const CountedPart& b, const std::string& what, const UnitSystem& units, MaybeFault& fault) {
  if (const auto both = sum(a.counting, b.counting)) return *both;
  const Unit &of_a = a.counting.unit, &of_b = b.counting.unit;
  return refuse(
      fault,
      shown(a.text) + " (" + said_of(of_a, of_b, units) + ") and " + shown(b.text) + " (" + said_of(of_b, of_a, units) + ") " +
          what,
      b.counting.is_firm() && !a.counting.is_firm() ? remedy(a.text, of_a, of_b, units) : remedy(b.text, of_b, of_a, units));
}

Counting all_same(Parts parts, std::string_view function, const UnitSystem& units, MaybeFault& fault) {
  CountedPart result = parts[0];
  for (std::size_t i = 1; i < parts.size(); ++i)
    result.counting = same(result, parts[i], "do not fit together in " + quoted(function), units, fault);
  return result.counting;
}

// An argument that must count as 1, or as an angle in radians or degrees.
void check_argument(const CountedPart& part, std::string_view function, UnitRule rule, const UnitSystem& units,
                    MaybeFault& fault) {
  const Counting& m = part.counting;
  const std::string name(function);
  if (rule == UnitRule::number) {
    if (!is_number(m))
      refuse(fault, quoted(name) + " takes a number, but " + shown(part.text) + " is " + said_of(m.unit, Unit{}, units), escape);
    return;
  }
  const bool of_degrees = rule == UnitRule::degrees;
  if (of_degrees ? is_degrees(m) : is_radians(m)) return;
  const std::string counts = of_degrees ? "degrees" : "radians";
  if (m.unit.dimension != dimension::angle) {
    refuse(fault, quoted(name) + " takes " + counts + ", but " + shown(part.text) + " is " + said_of(m.unit, Unit{}, units),
           remedy(part.text, m.unit, Unit{}, units));
    return;
  }
  const std::string unit = name_of(m.unit, units);
  refuse(fault, quoted(name) + " takes " + counts + ", but this is an angle in " + unit,
         of_degrees && unit == "rad" ? "use " + quoted(name.substr(0, name.size() - 1))
         : unit == "deg"             ? "use " + quoted(name + 'd')
                                     : "divide the angle by `1 " + std::string(of_degrees ? "deg" : "rad") + '`');
}

// F = k p^e and F = c v.
Counting counting_of_impact(Parts x, const UnitSystem& units, MaybeFault& fault) {
  const std::array places{x[0], x[2], x[6]};
  const Counting place = all_same(places, "impact", units, fault);
  if (place.is_firm()) {
    const Unit time = unit_of(dimension::time, units);
    const Unit rate{place.unit.factor / time.factor, place.unit.dimension / time.dimension};
    if (!fits(x[1].counting, rate))
      return refuse(fault,
                    "the rate " + shown(x[1].text) + " of `impact` is " + said_of(x[1].counting.unit, rate, units) + ", not " +
                        said_of(rate, x[1].counting.unit, units),
                    remedy(x[1].text, x[1].counting.unit, rate, units));
  }
  check_argument(x[4], "impact", UnitRule::number, units, fault);
  const CountedPart spring{x[3].counting * power(place, x[4].number), x[3].text, {}};
  const CountedPart damper{x[5].counting * x[1].counting, x[5].text, {}};
  return same(spring, damper, "do not give the same unit of force in `impact`", units, fault);
}

}  // namespace

Counting counting_of(Op op, const CountedPart& left, const CountedPart& right, const UnitSystem& units, MaybeFault& fault) {
  switch (op) {
    case Op::multiply:
      return left.counting * right.counting;
    case Op::divide:
      return left.counting / right.counting;
    case Op::add:
      return same(left, right, "cannot be added", units, fault);
    case Op::subtract:
      return same(left, right, "cannot be subtracted", units, fault);
    case Op::power:
      check_argument(right, "^", UnitRule::number, units, fault);
      return power(left.counting, right.number);
    case Op::less:
    case Op::less_equal:
    case Op::equal:
    case Op::not_equal:
      same(left, right, "cannot be compared", units, fault);
      return Counting::loose();
    default:  // and, or
      return Counting::loose();
  }
}

Counting counting_of(const ExpressionFunction& function, Parts x, const UnitSystem& units, MaybeFault& fault) {
  const std::string_view name = function.name;
  switch (function.units) {
    case UnitRule::number:
    case UnitRule::radians:
    case UnitRule::degrees:
      for (const CountedPart& each : x) check_argument(each, name, function.units, units, fault);
      return Counting::loose();
    case UnitRule::to_radians:
    case UnitRule::to_degrees: {
      if (x.size() == 1)
        check_argument(x[0], name, UnitRule::number, units, fault);
      else
        all_same(x, name, units, fault);
      UnitSystem own = units;
      own.angle = function.units == UnitRule::to_radians ? "rad" : "deg";
      return Counting::loose(unit_of(dimension::angle, own));
    }
    case UnitRule::same:
      return all_same(x, name, units, fault);
    case UnitRule::branch:
      return all_same(x.subspan(1), name, units, fault);
    case UnitRule::root:
      return power(x[0].counting, 0.5);
    case UnitRule::step: {
      const std::array places{x[0], x[1], x[3]};
      const std::array values{x[2], x[4]};
      all_same(places, name, units, fault);
      return all_same(values, name, units, fault);
    }
    case UnitRule::impact:
      return counting_of_impact(x, units, fault);
    case UnitRule::rate:
      return x[0].counting / Counting{unit_of(dimension::time, units), x[0].counting.known};
    case UnitRule::sign:
      return Counting::loose();
    case UnitRule::own:
    case UnitRule::none:
      break;
  }
  return {};
}

MaybeFault misfit(std::string_view text, const Counting& counting, const Unit& wanted, const UnitSystem& units) {
  if (fits(counting, wanted)) return std::nullopt;
  const std::string factor = conversion(counting.unit, wanted);
  const std::string name = name_of(wanted, units);
  return UnitFault{shown(text) + " is " + said_of(counting.unit, wanted, units) + ", expected " +
                       (factor.empty() || name.empty() ? to_string(wanted.dimension) : name),
                   !factor.empty() ? remedy(text, counting.unit, wanted, units)
                   : name.empty()  ? escape
                                   : "for instance " + name + "; " + escape};
}

}  // namespace bricard
