// Numbers and functions of a model file, and what they refer to by name.
#include "bricard/io/value_reader.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numbers>

#include "bricard/core/text.hpp"
#include "bricard/io/table_reader.hpp"
#include "bricard/math/expression_units.hpp"
#include "bricard/model/vocabulary.hpp"

namespace bricard {

namespace {

constexpr int deepest_reference = 200;
constexpr std::size_t longest_expression = 20'000;  // characters

}  // namespace

ValueReader::ValueReader(Reading& reading, const Document& document, UnitSystem units, int dimension, std::string folder,
                         std::string within, const Overrides& overrides)
    : reading_(reading), units_(std::move(units)), dimension_(dimension), folder_(std::move(folder)), within_(std::move(within)) {
  collect(document, "parameters", parameters_);
  collect(document, "points", points_);
  collect(document, "tables", tables_);
  collect(document, "bodies", bodies_);
  for (const char* section : {"bodies", "joints", "constraints", "drivers", "forces", "sensors", "inputs", "states", "outputs"})
    if (const Node* node = document.root.find(section))
      for (const auto& [key, value] : node->entries) elements_.insert(key.text);
  if (const Node* node = document.root.find("functions"))
    for (const auto& [key, value] : node->entries) in_code_.insert(key.text);
  apply(overrides, document);
}

template <class T>
void ValueReader::collect(const Document& document, std::string_view section, Named<T>& items) {
  const Node* node = document.root.find(section);
  if (!node) return;
  for (const auto& [key, value] : node->entries) {
    Lazy<T> item;
    item.node = &value;
    item.where = std::string(section) + '.' + key.text;
    items.emplace(key.text, std::move(item));
  }
}

void ValueReader::add_body(const std::string& name, const Placement& placement) {
  Lazy<Placement>& item = bodies_[name];
  item.state = Lazy<Placement>::State::read;
  item.value = placement;
  elements_.insert(name);
}

void ValueReader::set_by_event(const std::string& parameter, const std::string& event) {
  if (parameters_.count(parameter)) set_by_events_.emplace(parameter, event);
}

void ValueReader::add_part(const Model& part) {
  const auto add = [](auto& items, const std::string& name, auto value) {
    auto& item = items[name];
    item.state = std::decay_t<decltype(item)>::State::read;
    item.value = std::move(value);
  };
  for (const Parameter& parameter : part.parameters)
    add(parameters_, parameter.name, Counted{parameter.value, counting_in(parameter.unit)});
  for (const NamedPoint& point : part.points) add(points_, point.name, point.at);
  for (const Table& table : part.tables) add(tables_, table.name, table);
  for (const CodeFunction& function : part.functions) in_code_.insert(function.name);
  for (const Body& body : part.bodies) add_body(body.name, {body.position ? body.position->at : Vector3(), body.orientation});
  const auto name_all = [&](const auto& elements) {
    for (const auto& element : elements) elements_.insert(element.name);
  };
  name_all(part.joints);
  name_all(part.constraints);
  name_all(part.drivers);
  name_all(part.forces);
  name_all(part.sensors);
  name_all(part.inputs);
  name_all(part.states);
  name_all(part.outputs);
}

bool ValueReader::is_there(std::string_view name) {
  const std::size_t dot = name.find('.');
  return dot == std::string_view::npos || !read_part || read_part(std::string(name.substr(0, dot)));
}

// A new value for a parameter, instead of the file's.
void ValueReader::apply(const Overrides& overrides, const Document& document) {
  for (const auto& [name, value] : overrides) {
    const std::string where = "--set " + name;
    const auto found = parameters_.find(name);
    if (found == parameters_.end()) {
      std::vector<std::string> names;
      for (const auto& [known, item] : parameters_) names.push_back(known);
      reading_.fault({{document.file, 0, 0}, where, "the file has no parameter " + quoted(name), did_you_mean(name, names)});
      continue;
    }
    Node node;
    node.kind = value.empty() ? Node::Kind::null : Node::Kind::scalar;
    node.text = value;
    node.offset = std::string::npos;  // none of Document::set
    overriding_.push_back(std::move(node));
    if (!found->second.own) found->second.own = found->second.node;
    found->second.node = &overriding_.back();
    found->second.where = where;
  }
}

// Null pointer: it has a fault, which has been reported where it stands, or there is no such name.
template <class T, class Read>
const T* ValueReader::resolve(Named<T>& items, const std::string& name, Read&& read) {
  using State = typename Lazy<T>::State;
  const auto found = items.find(name);
  if (found == items.end()) return nullptr;
  Lazy<T>& item = found->second;
  if (item.state == State::reading && only_counting_) return nullptr;
  if (item.state == State::reading) {
    reading_.fault(*item.node, item.where, quoted(name) + " depends on itself");
  } else if (item.state == State::unread && depth_ >= deepest_reference) {
    reading_.fault(*item.node, item.where, "too many values wait for each other here", "write what is used before its use");
  } else if (item.state == State::unread) {
    const bool tainted_before = std::exchange(tainted_, false);
    item.state = State::reading;
    ++depth_;
    std::optional<T> value = read(*item.node, item.where);
    --depth_;
    tainted_ = tainted_before;
    item.state = value ? State::read : State::faulty;
    if (value) item.value = std::move(*value);
  }
  return item.state == State::read ? &item.value : nullptr;
}

const ValueReader::Counted* ValueReader::parameter(const std::string& name) {
  return resolve(parameters_, name, [&](const Node&, const std::string&) { return read_parameter(parameters_.at(name)); });
}

// A parameter that is set keeps what the file's own value counts in.
std::optional<ValueReader::Counted> ValueReader::read_parameter(const Lazy<Counted>& item) {
  auto value = counted(*item.node, item.where, {});
  if (!value || !item.own || !item.own->is_scalar()) return value;
  Counting own;
  if (const auto quantity = parse_quantity(item.own->text)) {
    if (quantity->unit) own = Counting::of(quantity->unit->dimension, units_);
  } else {
    const bool before = std::exchange(only_counting_, true);
    const bool tainted_before = std::exchange(tainted_, false);
    if (const auto was = evaluate(*item.own, item.where, nullptr)) own = was->counting;
    tainted_ = tainted_before;
    only_counting_ = before;
  }
  if (!own.is_firm()) return value;
  const Place place = reading_.place("", *item.own);
  const auto written = parse_quantity(item.node->text);
  const std::string& said = written && written->unit ? written->unit_text : item.node->text;
  if (auto fault = misfit(said, value->counting, own.unit, units_)) {
    reading_.fault(*item.node, item.where, std::move(fault->what),
                   "the file gives " + quoted(item.own->text) + " in line " + std::to_string(place.line));
    return std::nullopt;
  }
  value->counting = own;
  return value;
}

const Vector3* ValueReader::named_point(const std::string& name) {
  return resolve(points_, name, [&](const Node& node, const std::string& where) { return global_point(node, where); });
}

const Table* ValueReader::table(const std::string& name) {
  return resolve(tables_, name, [&](const Node& node, const std::string& where) { return read_table(*this, node, where); });
}

const Placement* ValueReader::placement(const std::string& body) {
  const auto given = centers_.find(body);
  const Vector3 center = given == centers_.end() ? Vector3::Zero() : given->second;
  return resolve(bodies_, body, [&](const Node& node, const std::string& where) { return read_placement(node, where, center); });
}

std::optional<std::string> ValueReader::text(const Node& node, const std::string& where) {
  reading_.note(where, node);
  if (node.is_scalar()) return node.text;
  reading_.fault(node, where, "expected a word, found " + describe(node));
  return std::nullopt;
}

std::optional<std::string> ValueReader::file(const Node& node, const std::string& where) {
  namespace fs = std::filesystem;
  const auto name = text(node, where);
  if (!name) return std::nullopt;
  const fs::path path = fs::path(folder_) / *name;
  if (within_.empty()) return path.string();
  std::error_code error;
  const fs::path root = fs::weakly_canonical(within_, error), real = fs::weakly_canonical(path, error);
  const bool inside = !error && std::mismatch(root.begin(), root.end(), real.begin(), real.end()).first == root.end();
  if (inside) return path.string();
  reading_.fault(node, where, quoted(*name) + " lies outside of the folder " + quoted(within_), "move it there");
  return std::nullopt;
}

std::optional<double> ValueReader::table_number(const Node& node, const std::string& where, const std::optional<Unit>& unit,
                                                std::optional<Unit>& known) {
  const auto value = counted(node, where, std::nullopt);
  if (!value) return std::nullopt;
  const auto quantity = node.is_scalar() ? parse_quantity(node.text) : std::nullopt;
  const bool has_unit = quantity && quantity->unit;  // it is in the file's units already
  const std::optional<Unit>& wanted = has_unit || !unit ? known : unit;
  if (wanted && !fit(*value, *wanted, node, where)) return std::nullopt;
  if (!known && value->counting.is_firm()) known = value->counting.unit;
  return has_unit || !unit ? value->value : value->value * (unit->factor / units_.factor(unit->dimension));
}

bool ValueReader::fit(const Counted& counted, const Unit& wanted, const Node& node, const std::string& where) {
  auto fault = misfit(node.text, counted.counting, wanted, units_);
  if (!fault) return true;
  if (const std::string from = origins(node.text); !from.empty()) fault->hint = from + "; " + fault->hint;
  reading_.fault(node, where, std::move(fault->what), std::move(fault->hint));
  return false;
}

std::string ValueReader::origins(std::string_view text) const {
  std::string told;
  const auto is_of_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
    for (end = begin; end < text.size() && is_of_word(text[end]);) ++end;
    const std::string name(text.substr(begin, end - begin));
    const auto found = parameters_.find(name);
    if (found == parameters_.end() || !found->second.value.counting.is_firm()) continue;
    const Lazy<Counted>& item = found->second;
    const Node* const node = item.own ? item.own : item.node;
    const std::string unit = name_of(item.value.counting.unit, units_);
    const std::string given = node ? quoted(node->text) + " in line " + std::to_string(node->line) : "in " + unit;
    const std::string each = quoted(name) + " is " + given;
    if (told.find(each) == std::string::npos) told += (told.empty() ? "" : ", ") + each;
  }
  return told;
}

std::optional<double> ValueReader::number(const Node& node, const std::string& where, std::optional<Dimension> dimension) {
  const auto value = counted(node, where, dimension);
  return value ? std::optional(value->value) : std::nullopt;
}

std::optional<ValueReader::Counted> ValueReader::counted(const Node& node, const std::string& where,
                                                         std::optional<Dimension> dimension) {
  reading_.note(where, node);
  if (!node.is_scalar()) {
    reading_.fault(node, where, "expected a number, found " + describe(node));
    return std::nullopt;
  }
  reading_.take_as_number(node);
  if (const auto quantity = parse_quantity(node.text)) {
    const auto value = noted(convert(*quantity, node, where, dimension), node, where, dimension, quantity);
    if (!value) return std::nullopt;
    return Counted{*value, quantity->unit ? Counting::of(quantity->unit->dimension, units_) : Counting{}};
  }
  const auto found = evaluate(node, where, nullptr);
  if (!found || (dimension && !fit(*found, unit_of(*dimension, units_), node, where))) return std::nullopt;
  const auto value = noted(checked(found->value * (dimension ? units_.factor(*dimension) : 1), node, where), node, where,
                           dimension, {}, found->counting);
  return value ? std::optional(Counted{*value, found->counting}) : std::nullopt;
}

// What has no dimension of its own is in the file's units already, and the unit that it was written with says what it is.
std::optional<double> ValueReader::noted(std::optional<double> value, const Node& node, const std::string& where,
                                         std::optional<Dimension> dimension, const std::optional<Quantity>& written,
                                         const Counting& counting) {
  if (!value || !read_numbers) return value;
  const bool has_unit = written && written->unit;
  const double number = written && !has_unit ? written->number : dimension ? *value / units_.factor(*dimension) : *value;
  // A sum of parts of a subsystem counts in its units.
  const bool is_known = counting.is_firm() && counting.unit == unit_of(counting.unit.dimension, units_);
  if (!dimension && has_unit) dimension = written->unit->dimension;
  if (!dimension && is_known) dimension = counting.unit.dimension;
  read_numbers->push_back({where, &node, number, dimension});
  return value;
}

std::optional<int> ValueReader::integer(const Node& node, const std::string& where) {
  const auto value = number(node, where, dimension::none);
  if (!value) return std::nullopt;
  if (*value == std::floor(*value) && std::abs(*value) <= 1e9) return static_cast<int>(*value);
  reading_.fault(node, where, "expected a whole number, found " + describe(node));
  return std::nullopt;
}

std::optional<Function> ValueReader::function(const Node& node, const std::string& where, std::optional<Dimension> dimension) {
  reading_.note(where, node);
  const auto as_function = [&](const Counted& constant) {  // a signal with a unit keeps its text, which says the unit
    Function function(constant.value);
    if (!dimension && constant.counting.is_firm()) function.text = node.text;
    return function;
  };
  if (!node.is_scalar() || parse_quantity(node.text)) {
    const auto value = counted(node, where, dimension);
    return value ? std::optional(as_function(*value)) : std::nullopt;
  }
  reading_.take_as_number(node);
  bool varies = false;
  const auto value = evaluate(node, where, &varies);
  if (varies) return Function(node.text);
  if (!value || (dimension && !fit(*value, unit_of(*dimension, units_), node, where))) return std::nullopt;
  auto finite = checked(value->value * (dimension ? units_.factor(*dimension) : 1), node, where);
  finite = noted(finite, node, where, dimension, {}, value->counting);
  return finite ? std::optional(as_function({*finite, value->counting})) : std::nullopt;
}

// A number that stands alone, perhaps with its unit.
std::optional<double> ValueReader::convert(const Quantity& quantity, const Node& node, const std::string& where,
                                           std::optional<Dimension> dimension) {
  if (!quantity.unit) return checked(quantity.number * (dimension ? units_.factor(*dimension) : 1), node, where);
  const Unit& unit = *quantity.unit;
  if (!dimension) return checked(quantity.number * unit.factor / units_.factor(unit.dimension), node, where);
  if (compatible(unit.dimension, *dimension)) return checked(quantity.number * unit.factor, node, where);
  reading_.fault(
      node, where,
      "the unit " + quoted(quantity.unit_text) + " is " + to_string(unit.dimension) + ", expected " + to_string(*dimension),
      *dimension == dimension::none ? "write the number without a unit" : "for instance " + units_.name(*dimension));
  return std::nullopt;
}

std::optional<double> ValueReader::checked(double value, const Node& node, const std::string& where) {
  if (std::isfinite(value)) return value;
  reading_.fault(node, where, quoted(node.text) + " is not a finite number");
  return std::nullopt;
}

// The value of an expression of parameters, in the file's units. With `varies` other names are let pass and make it true; such a
// text is checked later, when all columns are known.
std::optional<ValueReader::Counted> ValueReader::evaluate(const Node& node, const std::string& where, bool* varies) {
  if (node.text.size() > longest_expression) {
    reading_.fault(node, where, "the expression is longer than 20000 characters");
    return std::nullopt;
  }
  const bool tainted_before = std::exchange(tainted_, false);
  Scope scope;
  scope.units = &units_;
  scope.lookup = [&](std::string_view name) { return meaning(name, varies); };
  scope.suggest = [&](std::string_view name) { return suggestion(name); };
  scope.table = [&](std::string_view name) { return curve(std::string(name)); };
  scope.grid = [&](std::string_view name) { return surface(std::string(name)); };
  for (const auto& [name, item] : tables_) scope.table_names.push_back(name);
  CallMeaning in_code;
  if (!varies) in_code.why = "code is run when a motion is computed, and here a number is read";
  scope.function = [&](std::string_view name) -> const CallMeaning* {
    if (!is_there(name) || !in_code_.count(std::string(name))) return nullptr;
    if (varies) *varies = true;
    return &in_code;
  };
  scope.table_countings = [&](std::string_view name) {
    const Table* const found = table(std::string(name));
    return found ? countings_of(*found) : std::array<Counting, 3>{};
  };
  std::vector<ExpressionFault> faults;
  Counting counting;
  const Expression expression = Expression::parse(node.text, scope, faults, &counting);
  const bool tainted = std::exchange(tainted_, tainted_before || tainted_);
  if ((varies && *varies) || (only_counting_ && (tainted || !faults.empty()))) return std::nullopt;
  if (tainted) {
    reading_.spoil(where);
    return std::nullopt;
  }
  for (ExpressionFault& fault : faults) {
    if (const std::string from = fault.of_units ? origins(node.text) : ""; !from.empty()) fault.hint = from + "; " + fault.hint;
    reading_.fault(node, where, std::move(fault.what), std::move(fault.hint), fault.position);
  }
  if (!faults.empty()) return std::nullopt;
  const auto value = checked(expression.constant_value(), node, where);
  return value ? std::optional(Counted{*value, counting}) : std::nullopt;
}

const Interpolant* ValueReader::curve(const std::string& name) {
  const bool there = is_there(name);
  const Table* points = table(name);
  if (!there || (!points && tables_.count(name))) tainted_ = true;
  if (!points || points->grid) return nullptr;
  const auto [found, is_new] = curves_.try_emplace(name);
  if (is_new) found->second = make_interpolant(*points);
  return &found->second;
}

const GridInterpolant* ValueReader::surface(const std::string& name) {
  const bool there = is_there(name);
  const Table* grid = table(name);
  if (!there || (!grid && tables_.count(name))) tainted_ = true;
  if (!grid || !grid->grid) return nullptr;
  const auto [found, is_new] = surfaces_.try_emplace(name);
  if (is_new) found->second = make_grid(*grid);
  return &found->second;
}

Meaning ValueReader::meaning(std::string_view name, bool* varies) {
  const std::string owner(name.substr(0, name.rfind('.')));
  const bool is_component = name.size() == owner.size() + 2 && name.back() >= 'x' && name.back() <= 'z';
  const auto as_number = [&](std::optional<double> value, const Counting& counting = {}) {
    Meaning meaning;
    meaning.kind = Meaning::Kind::number;
    meaning.number = value.value_or(0);
    meaning.counting = counting;
    if (!value) tainted_ = true;
    return meaning;
  };
  if (name == "pi") return as_number(std::numbers::pi, Counting::loose());
  if (!is_there(name)) return as_number(std::nullopt);
  const auto set = set_by_events_.find(name);
  if (parameters_.count(std::string(name)) && set == set_by_events_.end()) {
    const Counted* value = parameter(std::string(name));
    return value ? as_number(value->value, value->counting) : as_number(std::nullopt);
  }
  if (is_component && points_.count(owner)) {
    const Vector3* point = named_point(owner);
    const Unit length = unit_of(dimension::length, units_);
    return as_number(point ? std::optional((*point)[name.back() - 'x'] / length.factor) : std::nullopt, Counting::firm(length));
  }
  Meaning meaning;
  if (varies) {
    *varies = true;
    meaning.kind = Meaning::Kind::variable;
    meaning.variable = meaning.rate = 0;
  } else if (name == "t" || elements_.count(owner) || elements_.count(std::string(name))) {
    meaning.kind = Meaning::Kind::refused;
    meaning.why = "it changes with time; only parameters and points may be used here";
  } else if (set != set_by_events_.end()) {
    meaning.kind = Meaning::Kind::refused;
    meaning.why =
        "the event " + quoted(set->second) +
        " sets it, and only functions of forces, states, events and outputs can follow; this is fixed for the whole run";
  }
  return meaning;
}

std::string ValueReader::suggestion(std::string_view name) const {
  if (!reading_.tells_more()) return {};
  std::vector<std::string> names{"pi"};
  for (const auto& [known, item] : parameters_) names.push_back(known);
  for (const auto& [known, item] : points_)
    for (const char* component : {".x", ".y", ".z"}) names.push_back(known + component);
  std::sort(names.begin(), names.end());
  return nearest(name, names);
}

}  // namespace bricard
