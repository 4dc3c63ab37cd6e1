#include "bricard/io/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <unordered_set>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

constexpr std::array<std::string_view, 12> named_sections{"parameters", "points", "tables",  "bodies", "joints", "constraints",
                                                          "drivers",    "forces", "sensors", "inputs", "states", "events"};
constexpr std::size_t most_suggested = 20'000;  // names that a misspelt one is compared with

// "strut.stiffness": the entry of the file, and what of it: the rest of the name.
struct Target {
  std::string section;
  Node* node = nullptr;
  std::string_view rest;
};

bool is_component(std::string_view word) { return word == "x" || word == "y" || word == "z"; }

// The next part of "points[2][1]", "initial.speed", "z", and what is left.
std::string_view next_word(std::string_view& rest) {
  if (rest.starts_with('[')) rest.remove_prefix(1);
  const std::size_t end = std::min(rest.find_first_of(".[]"), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest.remove_prefix(end);
  if (rest.starts_with(']')) rest.remove_prefix(1);
  if (rest.starts_with('.')) rest.remove_prefix(1);
  return word;
}

std::optional<std::size_t> index_of_item(std::string_view word) {
  if (is_component(word)) return static_cast<std::size_t>(word[0] - 'x');
  std::size_t index = 0;
  const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), index);
  return status == std::errc() && end == word.data() + word.size() ? std::optional(index) : std::nullopt;
}

class Settings {
 public:
  Settings(Document& document, std::string prefix) : document_(document), root_(document.root), prefix_(std::move(prefix)) {}
  std::vector<Fault> faults;

  // False: the reader does it itself.
  bool put(const std::string& name, const std::string& value) {
    const std::size_t dot = name.find('.');
    const Node* subsystems = root_.find("subsystems");
    if (dot != std::string::npos && subsystems && subsystems->find(name.substr(0, dot))) return false;
    const std::vector<Target> targets = targets_of(name);
    if (targets.empty() && dot == std::string::npos) return false;  // a parameter, or none
    if (targets.empty()) {
      fault(name, "the file has nothing of this name that can be varied", did_you_mean(name, names()));
    } else if (targets.size() > 1) {
      std::string all;
      for (const Target& each : targets) all += (all.empty() ? "" : " or ") + quoted(each.section + '.' + name);
      fault(name, "this may be a number of `" + targets[0].section + "` or of `" + targets[1].section + "`", "write " + all);
    } else if (targets[0].section == "parameters" && targets[0].rest.empty()) {
      return false;
    } else {
      walk(name, targets[0], value);
    }
    return true;
  }

 private:
  void fault(const std::string& name, std::string what, std::string hint) {
    faults.push_back({{document_.file, 0, 0}, "--set " + prefix_ + name, std::move(what), std::move(hint)});
  }

  // All that the name may mean. An element is not meant where nothing follows its name, but a parameter, an input or a key.
  std::vector<Target> targets_of(std::string_view name) {
    std::vector<Target> found;
    for (const std::string_view section : named_sections)
      for (Entry& each : entries_of(section)) {
        const std::string& key = each.key.text;
        if (key.empty() || !name.starts_with(key)) continue;
        const bool is_whole = name.size() == key.size();
        if (!is_whole && (name[key.size()] != '.' || section == "parameters")) continue;
        found.push_back({std::string(section), &each.value, is_whole ? "" : name.substr(key.size() + 1)});
      }
    if (!found.empty()) return found;
    for (Entry& section : root_.entries) {
      const std::string& key = section.key.text;
      if (key.empty() || !name.starts_with(key) || name.size() == key.size() || name[key.size()] != '.') continue;
      std::string_view rest = name.substr(key.size() + 1);
      Entry* best = nullptr;  // names may hold dots themselves
      if (std::find(named_sections.begin(), named_sections.end(), key) != named_sections.end())
        for (Entry& each : section.value.entries)
          if (rest.starts_with(each.key.text) && (rest.size() == each.key.text.size() || rest[each.key.text.size()] == '.') &&
              (!best || each.key.text.size() > best->key.text.size()))
            best = &each;
      if (best) rest.remove_prefix(std::min(rest.size(), best->key.text.size() + 1));
      found.push_back({key, best ? &best->value : &section.value, rest});
    }
    return found;
  }

  std::vector<Entry>& entries_of(std::string_view section) {
    static std::vector<Entry> none;
    for (Entry& each : root_.entries)
      if (each.key.text == section) return each.value.entries;
    return none;
  }

  const Node* point(std::string_view name) {
    for (const Entry& each : entries_of("points"))
      if (each.key.text == name) return &each.value;
    return nullptr;
  }

  bool is_planar() const {
    const Node* dimension = root_.find("dimension");
    return dimension && dimension->text == "2";
  }

  // `B: A` has the coordinates of A: [A.x, A.y, A.z], of which one is then another.
  void write_out_point(Node& node) const {
    Node list;
    list.kind = Node::Kind::sequence;
    list.line = node.line, list.column = node.column, list.offset = node.offset;
    for (const char* component : {".x", ".y", ".z"}) {
      if (is_planar() && component[1] == 'z') continue;
      Node& item = list.items.emplace_back(node);
      item.text += component;
    }
    node = std::move(list);
  }

  // It stands nowhere in the text; its offset says which setting it is.
  Node set_node(std::string text) const {
    Node node;
    node.kind = Node::Kind::scalar;
    node.text = std::move(text);
    node.offset = document_.set.size() - 1;
    return node;
  }

  // From the entry to the number, and the new one there.
  void walk(const std::string& name, const Target& target, const std::string& value) {
    Node* node = target.node;
    std::string_view rest = target.rest;
    document_.set.push_back(prefix_ + name);
    while (!rest.empty()) {
      const std::string word(next_word(rest));
      if (node->is_scalar() && is_component(word) && point(node->text)) write_out_point(*node);
      if (node->is_sequence()) {
        const auto index = index_of_item(word);
        if (!index || *index >= node->items.size())
          return fault(name, quoted(word) + " is none of a list of " + std::to_string(node->items.size()),
                       node->items.size() == 2 && word == "z" ? "a planar model has x and y" : "");
        node = &node->items[*index];
      } else if (node->is_map() || node->is_null()) {
        node->kind = Node::Kind::map;
        Node* inner = const_cast<Node*>(node->find(word));
        if (!inner && target.section == "points" && is_component(word))
          return fault(name, "the file gives the point in coordinates of a body", "vary " + quoted(in_body(name, word)));
        if (!inner) {  // a key that the file leaves out
          inner = &node->entries.emplace_back(Entry{set_node(word), {}}).value;
        }
        node = inner;
      } else {
        return fault(name, "the file has " + quoted(node->text) + " there, which has no " + quoted(word), "");
      }
    }
    if (name.ends_with(".type")) return fault(name, "this is not a number of the model", "only numbers can be varied");
    if (node->is_sequence() || node->is_map()) return fault(name, "this is not one number", whole_hint(name, *node));
    if (value.find_first_not_of(" \t") == std::string::npos) return fault(name, "the value is missing", "");
    if (node->is_scalar() && node->line == 0) document_.set[node->offset].clear();  // it was set before
    *node = set_node(value);
  }

  static std::string in_body(const std::string& name, const std::string& word) {
    return name.substr(0, name.size() - word.size()) + "at." + word;
  }
  static std::string whole_hint(const std::string& name, const Node& node) {
    if (node.is_sequence()) return "name one of its numbers, for instance " + quoted(name + ".x");
    if (!node.entries.empty()) return "name one of its keys, for instance " + quoted(name + '.' + node.entries[0].key.text);
    return "";
  }

  // What the file gives that may be a number, for the nearest name.
  std::vector<std::string> names() {
    std::vector<std::string> all;
    const auto add = [&](auto&& self, const std::string& name, const Node& node) -> void {
      if (all.size() >= most_suggested) return;
      if (node.is_scalar()) all.push_back(name);
      if (node.items.size() <= 3)
        for (std::size_t i = 0; i < node.items.size(); ++i) self(self, name + '.' + "xyz"[i], node.items[i]);
      for (const Entry& each : node.entries) self(self, name + '.' + each.key.text, each.value);
    };
    for (const std::string_view section : named_sections)
      for (const Entry& each : entries_of(section)) add(add, each.key.text, each.value);
    return all;
  }

  Document& document_;
  Node& root_;
  std::string prefix_;
};

// "points.UBJ" of "points.UBJ[2]".
std::string_view list_of(std::string_view where) { return where.substr(0, where.rfind('[')); }

// "points.UBJ[2]" is UBJ.z, "forces.strut.stiffness" strut.stiffness; lists of more than three keep their indices.
std::string name_of(std::string_view where, const std::unordered_set<std::string>& long_lists) {
  constexpr std::string_view set = "--set ";
  if (where.starts_with(set)) return std::string(where.substr(set.size()));
  const std::size_t dot = std::min(where.find_first_of(".["), where.size());
  const bool has_names = std::find(named_sections.begin(), named_sections.end(), where.substr(0, dot)) != named_sections.end();
  std::string name(has_names ? where.substr(std::min(dot + 1, where.size())) : where);
  if (!name.ends_with(']') || long_lists.count(std::string(list_of(where)))) return name;
  const std::size_t bracket = name.rfind('[');
  return name.substr(0, bracket) + '.' + "xyz"[name[bracket + 1] - '0'];
}

}  // namespace

Overrides put_settings(Document& document, const Overrides& overrides, const std::string& prefix) {
  constexpr std::string_view parameters = "parameters.";
  Settings settings(document, prefix);
  Overrides left;
  for (const auto& [name, value] : overrides)
    if (!settings.put(name, value))
      left.emplace_back(name.starts_with(parameters) ? name.substr(parameters.size()) : name, value);
  if (!settings.faults.empty()) throw Error(std::move(settings.faults));
  return left;
}

std::vector<Variable> variables_of(const std::vector<ReadNumber>& numbers, const UnitSystem& units, const std::string& prefix) {
  const auto shared = std::make_shared<const UnitSystem>(units);
  std::unordered_set<std::string> seen, long_lists;
  for (const ReadNumber& each : numbers)
    if (each.where.ends_with("[3]")) long_lists.insert(std::string(list_of(each.where)));
  std::vector<Variable> variables;
  for (const ReadNumber& each : numbers) {
    if (!seen.insert(each.where).second) continue;
    Variable& variable = variables.emplace_back();
    const std::string_view where = each.where;
    variable.name = prefix + name_of(where, long_lists);
    variable.section = where.starts_with("--set") ? "parameters" : std::string(where.substr(0, where.find_first_of(".[")));
    variable.value = each.value;
    variable.dimension = each.dimension;
    variable.units = shared;
    variable.text = each.node->text;
    variable.line = each.node->line;
    variable.is_own = prefix.empty();
  }
  return variables;
}

}  // namespace bricard
