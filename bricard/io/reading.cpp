// Faults and places of a file while it is read.
#include "bricard/io/reading.hpp"

#include <algorithm>
#include <tuple>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

// The part before the last key: "joints.main.bodies[1]", "joints.main.bodies", "joints.main", "joints", "".
std::string parent(const std::string& where) {
  const std::size_t end = where.find_last_of(".[");
  return end == std::string::npos ? std::string() : where.substr(0, end);
}

}  // namespace

void Reading::fault(const Node& node, const std::string& where, std::string what, std::string hint, std::optional<int> position) {
  if (!where.empty()) spoil(where);
  fault({document_.place(node, position), where_of(node, where), std::move(what), std::move(hint)});
}

std::string Reading::where_of(const Node& node, const std::string& where) const {
  return node.line == 0 && node.offset < document_.set.size() ? "--set " + document_.set[node.offset] : where;
}

void Reading::take_as_number(const Node& node) {
  if (node.line != 0 || node.offset >= document_.set.size()) return;
  taken_.resize(document_.set.size());
  taken_[node.offset] = true;
}

void Reading::fault_what_is_no_number() {
  taken_.resize(document_.set.size());
  for (std::size_t i = 0; i < taken_.size() && !failed(); ++i)
    if (!taken_[i] && !document_.set[i].empty())
      fault({{document_.file, 0, 0},
             "--set " + document_.set[i],
             "this is not a number of the model",
             "only numbers can be varied"});
}

void Reading::fault(Fault fault) {
  const auto& [file, line, column] = fault.place;
  const bool is_new = seen_.insert(file + ':' + std::to_string(line) + ':' + std::to_string(column) + ' ' + fault.what).second;
  if (is_new && tells_more()) faults_.push_back(std::move(fault));
}

bool Reading::is_spoilt(const std::string& where) const {
  for (std::string part = where; !part.empty(); part = parent(part))
    if (spoilt_.count(part)) return true;
  if (std::count(where.begin(), where.end(), '.') < 2 || names_.count(where)) return false;  // a whole element
  return has_spoilt_part(where);
}

bool Reading::has_spoilt_part(const std::string& where) const {
  const auto inside = spoilt_.lower_bound(where + '[');
  const auto deeper = spoilt_.lower_bound(where + '.');
  return (inside != spoilt_.end() && inside->starts_with(where + '[')) ||
         (deeper != spoilt_.end() && deeper->starts_with(where + '.'));
}

Place Reading::place(const std::string& where, const Node& otherwise) const {
  const auto name = names_.find(where);
  return document_.place(name == names_.end() ? otherwise : *name->second);
}

void Reading::fault_of_model(const std::string& where, std::string what, std::string hint, std::optional<int> position) {
  if (is_spoilt(where)) return;
  Place place{document_.file, 0, 0};
  std::string shown = where;
  for (std::string part = where; !part.empty(); part = parent(part)) {
    const auto value = values_.find(part), name = names_.find(part);
    if (value == values_.end() && name == names_.end()) continue;
    const bool take_value = name == names_.end() || (position && value != values_.end());
    const Node& node = *(take_value ? value : name)->second;
    place = document_.place(node, take_value && part == where ? position : std::nullopt);
    shown = where_of(node, where);
    break;
  }
  fault({std::move(place), std::move(shown), std::move(what), std::move(hint)});
}

std::vector<Fault> Reading::take_faults() {
  const auto key = [&](const Fault& fault) {  // other files after this one
    return std::tuple(fault.place.file != document_.file, fault.place.file, fault.place.line, fault.place.column);
  };
  std::stable_sort(faults_.begin(), faults_.end(), [&](const Fault& a, const Fault& b) { return key(a) < key(b); });
  if (const std::size_t more = seen_.size() - faults_.size(); more > 0)
    faults_.push_back({{document_.file, 0, 0}, "", "there are " + std::to_string(more) + " more faults", ""});
  return std::move(faults_);
}

void fault_later(Reading& reading, const Node& node, const std::string& where, const std::string& what) {
  reading.fault(node, where, what + " is not available in this version");
}

bool check_keys(Reading& reading, const Node& node, const std::string& where, const std::vector<std::string_view>& known,
                const std::vector<std::string_view>& later) {
  if (!node.is_map()) {
    std::string keys;
    for (const std::string_view key : known) keys += (keys.empty() ? "{" : ", ") + std::string(key) + ": ..";
    reading.fault(node, where, "expected keys with values, found " + describe(node),
                  keys.size() < 200 ? "write " + keys + "}" : "");
    return false;
  }
  std::set<std::string_view> seen;
  for (const auto& [key, value] : node.entries) {
    if (!key.is_scalar()) {
      reading.fault(key, where, "a key must be a word, found " + describe(key));
      continue;
    }
    const std::string inner = where.empty() ? key.text : where + '.' + key.text;
    if (!seen.insert(key.text).second) {
      reading.fault(key, inner, "the key is repeated", "keep one of them");
    } else if (std::find(known.begin(), known.end(), key.text) != known.end()) {
      if (value.is_null() && !where.empty()) reading.fault(key, inner, "the key has no value");
    } else if (std::find(later.begin(), later.end(), key.text) != later.end()) {
      fault_later(reading, key, inner, "the key " + quoted(key.text));
    } else {
      const std::string meant = nearest(key.text, known);
      std::string hint = did_you_mean(key.text, known);
      if (meant.empty())
        for (const std::string_view word : known) hint += (hint.empty() ? "known keys: " : ", ") + std::string(word);
      if (!meant.empty()) reading.spoil(where.empty() ? meant : where + '.' + meant);  // its absence is no second fault
      reading.fault(key, inner, "unknown key " + quoted(key.text), hint);
    }
  }
  return true;
}

}  // namespace bricard
