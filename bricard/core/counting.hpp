// What is known of the unit that a number of an expression counts in, and how it follows through sums, products and functions.
// Values are computed with plain numbers; a counting only tells which of them do not fit together.
//
//   open   has a bare number among its factors, or nothing is known of it: it fits everything
//   loose  is made of `t`, `pi` and functions alone (t^2, sin(5*t), atan2(y, x)): it fits a place of any unit, since a motion of
//          one unit per second is written `t`
//   firm   is made of what has a unit: it fits the same unit only
//
// Units are the same where dimensions and factors agree, a radian being 1 and a newton 1 kg m/s^2. So r*angle is a length in a
// file in rad, but not in one in deg, where it counts in m*deg; and in a file in mm kg*mm/s^2 is not N.
#pragma once
#include <optional>
#include <string>

#include "bricard/core/units.hpp"

namespace bricard {

struct Counting {
  enum class Known { open, loose, firm };
  Unit unit;
  Known known = Known::open;
  friend bool operator==(const Counting&, const Counting&) = default;

  bool is_firm() const { return known == Known::firm; }
  static Counting firm(Unit unit) { return {unit, Known::firm}; }
  static Counting loose(Unit unit = {}) { return {unit, Known::loose}; }
  // Of what the program itself counts in the file's units. Without a dimension it is a number like a sine.
  static Counting of(Dimension dimension, const UnitSystem& units);
};

Counting operator*(const Counting& a, const Counting& b);
Counting operator/(const Counting& a, const Counting& b);
// `exponent`: where it is a number that is known; otherwise the result is open.
Counting power(const Counting& base, std::optional<double> exponent);
// Of a sum, a minimum, the branches of `if`, the sides of a comparison; nothing: they do not fit together.
std::optional<Counting> sum(const Counting& a, const Counting& b);

// At a place that takes numbers of this unit.
bool fits(const Counting& counting, const Unit& wanted);
// As the argument of functions of a number; of sin, cos, tan; of sind, cosd, tand.
bool is_number(const Counting& counting);
bool is_radians(const Counting& counting);
bool is_degrees(const Counting& counting);

Unit unit_of(Dimension dimension, const UnitSystem& units);
bool same_unit(const Unit& a, const Unit& b);

// "N*m", "deg", "1": of a file in these units, with a radian as 1 beside other units; empty: no name tells it.
std::string name_of(const Unit& unit, const UnitSystem& units);
// For messages: "length"; where the other has the same dimension, the unit: "a number of deg".
std::string said_of(const Unit& unit, const Unit& other, const UnitSystem& units);
// By what a number is to be multiplied to count in another unit, for the same dimension; empty: it is another dimension.
std::string conversion(const Unit& from, const Unit& to);

}  // namespace bricard
