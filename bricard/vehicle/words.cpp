#include "bricard/vehicle/words.hpp"

#include <algorithm>

#include "bricard/core/text.hpp"

namespace bricard::vehicle {

const Annotation* Words::find(const std::string& name) const {
  for (const Annotation& each : annotations_)
    if (each.name == name) return &each;
  return nullptr;
}

bool Words::has(const std::string& name) const {
  return std::any_of(annotations_.begin(), annotations_.end(), [&](const Annotation& each) {
    return each.name == name || each.name.starts_with(name + '.');
  });
}

std::optional<std::string> Words::name(const std::string& name) {
  const std::vector<std::string> all = names(name);
  if (all.size() > 1) fault(name, "expected one name, found " + std::to_string(all.size()));
  return all.size() == 1 ? std::optional(all[0]) : std::nullopt;
}

std::vector<std::string> Words::names(const std::string& name) {
  std::vector<std::string> all;
  const Annotation* annotation = find(name);
  if (!annotation) return all;
  for (const Annotation::Value& value : annotation->values) {
    if (value.number) fault(name, "expected a name, found the number " + quoted(value.text));
    all.push_back(value.text);
  }
  return all;
}

std::optional<double> Words::si(const Annotation& annotation, const Annotation::Value& value, Dimension dimension) {
  if (!value.number) {
    fault(annotation.name, "expected a number (" + to_string(dimension) + "), found " + quoted(value.text));
    return std::nullopt;
  }
  if (value.unit && !compatible(value.unit->dimension, dimension)) {
    fault(annotation.name, quoted(value.text) + " is " + to_string(value.unit->dimension) + ", expected " + to_string(dimension));
    return std::nullopt;
  }
  return *value.number * annotation.units.factor(dimension);
}

std::optional<double> Words::number(const std::string& name, Dimension dimension) {
  const Annotation* annotation = find(name);
  if (!annotation) return std::nullopt;
  if (annotation->values.size() != 1) {
    fault(name, "expected one number");
    return std::nullopt;
  }
  return si(*annotation, annotation->values[0], dimension);
}

std::optional<Vector3> Words::vector(const std::string& name, Dimension dimension) {
  const Annotation* annotation = find(name);
  if (!annotation) return std::nullopt;
  if (annotation->values.size() != 3) {
    fault(name, "expected three numbers: [x, y, z]");
    return std::nullopt;
  }
  Vector3 vector;
  for (int i = 0; i < 3; ++i) {
    const auto value = si(*annotation, annotation->values[i], dimension);
    if (!value) return std::nullopt;
    vector[i] = *value;
  }
  return vector;
}

std::vector<std::string> Words::keys(const std::string& name) const {
  std::vector<std::string> keys;
  for (const Annotation& each : annotations_) {
    if (!each.name.starts_with(name + '.')) continue;
    const std::string inside = each.name.substr(name.size() + 1), key = inside.substr(0, inside.find('.'));
    if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
  }
  return keys;
}

void Words::refuse_unknown(const std::string& name, const std::vector<std::string_view>& known) {
  const std::string prefix = name + '.';
  for (const Annotation& each : annotations_) {
    if (!each.name.starts_with(prefix)) continue;
    std::string key = each.name.substr(prefix.size());
    key = key.substr(0, key.find('.'));
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    std::string all;
    for (const std::string_view word : known) all += (all.empty() ? "known keys: " : ", ") + std::string(word);
    const std::string near = did_you_mean(key, std::vector<std::string>(known.begin(), known.end()));
    fault(prefix + key, "unknown key " + quoted(key), near.empty() ? all : near);
  }
}

void Words::fault(const std::string& where, std::string what, std::string hint) {
  for (const Fault& each : faults_)
    if (each.where == where && each.what == what) return;
  faults_.push_back({{}, where, std::move(what), std::move(hint)});
}

void Words::throw_if_failed() {
  if (failed()) throw Error(std::move(faults_));
}

}  // namespace bricard::vehicle
