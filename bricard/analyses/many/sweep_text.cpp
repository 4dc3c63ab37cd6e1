// Reading what --sweep is given.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bricard/analyses/many/sweep.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/thresholds.hpp"

namespace bricard {

namespace {

constexpr double most_values = 100000;

Error wrong(const std::string& what, const std::string& name = {}) {
  return Error(name.empty() ? "--sweep" : "--sweep " + name, what,
               "NAME=FROM:TO:STEP or NAME=A,B,.., for instance --sweep v=0:10:0.1");
}

std::vector<std::string> split_at(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0, end = begin; begin <= text.size(); begin = end + 1) {
    end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
  }
  return parts;
}

// Whether 290 in `290:330:5 mm` means mm or the file's unit cannot be told.
void refuse_mixed_units(const SweepText& text) {
  const std::string *with = nullptr, *without = nullptr;
  for (const std::string& each : text.numbers)
    if (const auto quantity = parse_quantity(each)) {
      if (quantity->unit) with = &each;
      if (!quantity->unit && quantity->number != 0) without = &each;
    }
  if (with && without)
    throw Error("--sweep " + text.name, fmt::format("{} has a unit and {} has none", quoted(*with), quoted(*without)),
                "give all of them a unit, or none: then they are in the file's units");
}

}  // namespace

SweepText split_sweep(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == std::string::npos) throw wrong(fmt::format("expected NAME=FROM:TO:STEP, found {}", quoted(text)));
  SweepText found;
  found.name = text.substr(0, equals);
  const std::string values = text.substr(equals + 1);
  found.is_list = values.find(':') == std::string::npos && values.find(',') != std::string::npos;
  found.numbers = split_at(values, found.is_list ? ',' : ':');
  if (!found.is_list && found.numbers.size() != 3) throw wrong(fmt::format("expected NAME=FROM:TO:STEP, found {}", quoted(text)));
  refuse_mixed_units(found);
  return found;
}

Sweep sweep_of(const SweepText& text, const std::function<double(const std::string& number)>& value) {
  Sweep sweep;
  sweep.parameter = text.name;
  std::vector<double> numbers;
  for (const std::string& each : text.numbers) numbers.push_back(value(each));
  if (static_cast<double>(numbers.size()) > most_values) throw wrong(fmt::format("more than {} values", most_values), text.name);
  if (text.is_list) {
    sweep.values = std::move(numbers);
    return sweep;
  }
  const double from = numbers[0], to = numbers[1], step = numbers[2];
  if (step == 0 && from != to) throw wrong("the step is zero", text.name);
  if ((to - from) * step < 0) throw wrong("the step leads away from the end", text.name);
  const double count = step == 0 ? 0 : (to - from) / step;
  if (count > most_values) throw wrong(fmt::format("more than {} values", most_values), text.name);
  const long steps = std::lround(std::floor(count + threshold::on_grid));
  for (long i = 0; i <= steps; ++i) sweep.values.push_back(from + static_cast<double>(i) * step);
  if (std::abs(sweep.values.back() - to) <= threshold::on_grid * std::abs(step)) sweep.values.back() = to;
  return sweep;
}

Sweep parse_sweep(const std::string& text, const UnitSystem& units) {
  return sweep_of(split_sweep(text), [&](const std::string& number) {
    const std::optional<Quantity> quantity = parse_quantity(number);
    if (!quantity || !std::isfinite(quantity->number)) throw wrong(quoted(number) + " is not a number");
    if (!quantity->unit) return quantity->number;
    return quantity->number * quantity->unit->factor / units.factor(quantity->unit->dimension);
  });
}

}  // namespace bricard
