#include "python/core/model_source.hpp"

#include <algorithm>
#include <limits>

#include "bricard/core/text.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard::python {

namespace {

// Nodes that Python has added stand in lines that no file has: the n-th call in the n-th of them.
constexpr int first_call = 1'000'000'000;

// Every node has a column of its own: two faults of a call in the same words are two faults.
void stand_in(Node& node, int line, int& column) {
  node.line = line;
  node.column = ++column;
  node.offset = std::numeric_limits<std::size_t>::max();
  for (Node& each : node.items) stand_in(each, line, column);
  for (Entry& each : node.entries) {
    stand_in(each.key, line, column);
    stand_in(each.value, line, column);
  }
}

}  // namespace

ModelSource::ModelSource(ModelText text, std::string path, const std::vector<Addition>& additions, Settings settings)
    : text_(std::move(text)), settings_(std::move(settings)) {
  try {
    document_ = parse_document(text_.text, std::move(path));
  } catch (const Error& error) {
    throw told(error);
  }
  for (const Addition& each : additions) {
    add(each, first_call + static_cast<int>(calls_.size()));
    calls_.push_back(each.call);
  }
}

// The entry of this key, which is made where there is none.
Entry& ModelSource::entry_of(std::vector<Entry>& entries, const std::string& key, const Node& like) {
  for (Entry& each : entries)
    if (each.key.text == key) return each;
  Entry& made = entries.emplace_back();
  made.key = like;
  made.key.kind = Node::Kind::scalar;
  made.key.text = key;
  return made;
}

// Elements stand beside those that are there, so that a name that is used twice is found; keys take the place of the file's.
void ModelSource::add(const Addition& addition, int line) {
  Node value = addition.value;
  int column = 0;
  stand_in(value, line, column);
  Node place;
  stand_in(place, line, column);
  Entry& section = entry_of(document_.root.entries, addition.section, place);
  if (addition.name.empty()) {
    section = {section.key, std::move(value)};
    section.key.line = line;
    return;
  }
  if (section.value.is_null()) {
    section.value = place;
    section.value.kind = Node::Kind::map;
  }
  std::vector<Entry> beside;
  Entry& entry = entry_of(addition.section == "analysis" ? section.value.entries : beside, addition.name, place);
  entry.value = std::move(value);
  entry.key.line = line;
  if (!beside.empty()) section.value.entries.push_back(std::move(beside.front()));
}

Model ModelSource::read(const Settings& further, std::vector<Variable>* variables) const {
  Settings all = settings_;
  all.insert(all.end(), further.begin(), further.end());
  try {
    return read_document(document_, all, {}, variables);
  } catch (const Error& error) {
    throw told(error);
  }
}

Variable ModelSource::variable(const std::string& name) const {
  std::vector<Variable> all;
  read({}, &all);
  for (const Variable& each : all)
    if (each.name == name || each.section + '.' + each.name == name) return each;
  std::vector<std::string> names;
  for (const Variable& each : all) names.push_back(each.name);
  throw Error("model[\"" + name + "\"]", "the model gives no number of this name", did_you_mean(name, names));
}

void ModelSource::place(Fault& fault) const {
  constexpr std::string_view set = "--set ";
  if (fault.where.starts_with(set)) {
    fault.where = "model[\"" + fault.where.substr(set.size()) + "\"]";
    fault.place = {};
    return;
  }
  if (fault.place.file.empty() && fault.place.line == 0 && !fault.where.empty())
    if (const Place found = document_.place_of(fault.where); found.line > 0) fault.place = found;
  const int call = fault.place.line - first_call;
  if (fault.place.file == document_.file && call >= 0 && call < static_cast<int>(calls_.size())) fault.place = calls_[call];
}

Error ModelSource::told(const Error& error) const {
  std::vector<Fault> faults = error.faults();
  for (Fault& each : faults) place(each);
  return told_in_cells(Error(std::move(faults)), text_, document_.file);
}

}  // namespace bricard::python
