// The parser of expressions: recursive descent by precedence, lowest first
//   or | and | not | < <= > >= == != | + - | * / | unary - | ^ (to the right) | numbers, names, calls, parentheses.
// A fault in a name lets the parser go on, to find the others; a fault in the syntax ends it.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <optional>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/math/expression_functions.hpp"
#include "bricard/math/expression_units.hpp"

namespace bricard {
namespace {

using Op = Expression::Op;

constexpr std::size_t longest_text = 1'000'000;
constexpr int deepest_nesting = 400;
constexpr int most_nodes = 200'000;
constexpr double largest_seed = 0x1p53;  // of noise: whole numbers up to it are told apart

constexpr double nan = std::numeric_limits<double>::quiet_NaN();  // stands for a name that has a fault

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// A part of the text: its node, what it counts in, and where it stands.
struct Part {
  int node = -1;
  Counting counting{};
  std::size_t begin = 0, end = 0;
};

enum Level { any = 1, conjunction, negation, comparison, sum, product, sign, exponent };

struct Operator {
  std::string_view text;
  Level level;
  Level right;  // level of the right operand
  Op op;
  bool swapped = false;  // a > b is b < a
};

constexpr std::array operators = {
    Operator{"or", any, conjunction, Op::logical_or},
    Operator{"and", conjunction, negation, Op::logical_and},
    Operator{"<=", comparison, sum, Op::less_equal},
    Operator{">=", comparison, sum, Op::less_equal, true},
    Operator{"==", comparison, sum, Op::equal},
    Operator{"!=", comparison, sum, Op::not_equal},
    Operator{"<", comparison, sum, Op::less},
    Operator{">", comparison, sum, Op::less, true},
    Operator{"+", sum, product, Op::add},
    Operator{"-", sum, product, Op::subtract},
    Operator{"*", product, sign, Op::multiply},
    Operator{"/", product, sign, Op::divide},
    Operator{"^", exponent, sign, Op::power},
};

class Parser {
 public:
  Parser(std::string_view text, const Scope& scope, std::vector<ExpressionFault>& faults)
      : text_(text), scope_(scope), faults_(faults), rate_(graph_, [this](int variable) { return rate_node(variable); }) {}

  Expression parse(Counting* counting) {
    if (text_.size() > longest_text) stop(0, "the expression is longer than " + std::to_string(longest_text) + " characters");
    skip_blanks();
    if (at_ == text_.size()) stop(at_, "the expression is empty");
    const Part result = parse_level(any);
    skip_blanks();
    if (at_ < text_.size()) unexpected();
    const Expression expression = graph_.extract(result.node);
    check_derivatives(expression);
    if (counting) *counting = result.counting;
    if (expression.is_constant() && !std::isfinite(expression.constant_value()) && faults_.empty())
      stop(0, "the value is not a finite number");
    return expression;
  }

  struct Stop {};  // thrown by stop, caught in Expression::parse

 private:
  [[noreturn]] void stop(std::size_t position, std::string what, std::string hint = {}) {
    fault(position, std::move(what), std::move(hint));
    throw Stop{};
  }
  void fault(std::size_t position, std::string what, std::string hint = {}) {
    faults_.push_back({static_cast<int>(position), std::move(what), std::move(hint)});
  }
  [[noreturn]] void unexpected();

  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
  }
  std::string_view name_here() const;
  const Operator* operator_here() const;

  Part parse_level(Level level);
  Part combine(const Operator& op, Part left, Part right, std::size_t at);
  CountedPart counted(const Part& part) const;
  const UnitSystem& units() const;
  void fault(std::size_t position, std::optional<UnitFault> found);
  Part parse_primary();
  Part parse_number();
  Part parse_name();
  Part parse_call(std::string_view name, std::size_t start);
  Part call(const ExpressionFunction& function, std::span<const Part> arguments, std::size_t start);
  Part parse_table_call();
  Part parse_noise(std::span<const Part> arguments, std::size_t start);
  Part parse_delay(std::span<const Part> arguments, std::size_t start);
  std::vector<Part> parse_arguments(std::string_view name);
  Part call_code(const CallMeaning& code, std::string_view name, std::span<const Part> arguments, std::size_t start);
  Part call_as_listed(const CallMeaning& code, std::string_view name, std::size_t start);
  void check_derivatives(const Expression& expression);
  void expect(char c, std::string_view after);
  Part ended(Part part, std::size_t begin) const;
  int rate_node(int variable);

  std::string_view text_;
  const Scope& scope_;
  std::vector<ExpressionFault>& faults_;
  std::size_t at_ = 0;
  int depth_ = 0;
  ExpressionGraph graph_;
  ExpressionDifferentiator rate_;
  std::map<int, std::pair<std::string, Meaning>> variables_;  // those that the text names
  std::map<std::string, int, std::less<>> tables_;            // their places in the graph
  std::map<std::string, int, std::less<>> expressions_;       // the nodes of expressions put in place
  std::size_t der_at_ = 0;                                    // where the der being built stands
};

// Letters, digits and _, in parts joined by dots: `left.upright.x`. What starts with a digit is a number unless there is such a
// name: `2nd.x`.
std::string_view Parser::name_here() const {
  if (!is_letter(peek()) && !is_digit(peek())) return {};
  std::size_t size = 1;
  while (is_letter(peek(size)) || is_digit(peek(size)) ||
         (peek(size) == '.' && (is_letter(peek(size + 1)) || is_digit(peek(size + 1)))))
    ++size;
  const std::string_view word = text_.substr(at_, size);
  if (is_letter(word[0])) return word;
  return std::any_of(word.begin(), word.end(), is_letter) && scope_.lookup && scope_.lookup(word).kind != Meaning::Kind::unknown
             ? word
             : std::string_view();
}

const Operator* Parser::operator_here() const {
  const std::string_view name = name_here(), rest = text_.substr(at_);
  for (const Operator& op : operators) {
    const bool is_here = is_letter(op.text[0]) ? name == op.text : rest.substr(0, op.text.size()) == op.text;
    if (is_here) return &op;
  }
  return nullptr;
}

void Parser::unexpected() {
  if (at_ >= text_.size()) stop(at_, "the expression ends too early");
  std::size_t size = 1;  // a whole UTF-8 character
  while ((static_cast<unsigned char>(peek(size)) & 0xC0) == 0x80) ++size;
  const std::string_view rest = text_.substr(at_), name = name_here();
  std::string hint;
  if (rest.starts_with("&&")) hint = "write `and`";
  if (rest.starts_with("||")) hint = "write `or`";
  if (rest.starts_with("!")) hint = "write `not`";
  if (rest.starts_with("=")) hint = "equality is written `==`";
  if (rest.starts_with("*")) hint = "a power is written `^`";
  if (rest.starts_with(",")) hint = "a decimal point is written `.`";
  if (rest.starts_with(")")) hint = "there is no `(` for it";
  if (name == "not")
    hint = "put it in parentheses";
  else if (!name.empty() || is_digit(rest[0]) || rest[0] == '(')
    hint = "an operator is missing before it";
  stop(at_, "unexpected " + quoted(name.empty() ? rest.substr(0, size) : name), hint);
}

Part Parser::parse_level(Level level) {
  if (++depth_ > deepest_nesting) stop(at_, "the expression is nested too deeply");
  skip_blanks();
  const std::size_t begin = at_;
  Part left;
  if (peek() == '-' || peek() == '+') {
    const bool minus = text_[at_++] == '-';
    left = parse_level(sign);
    if (minus) left.node = graph_.negate(left.node);
  } else if (level <= negation && name_here() == "not") {
    at_ += 3;
    left = {graph_.operation(Op::logical_not, parse_level(negation).node), Counting::loose()};
  } else {
    left = parse_primary();
  }
  left = ended(left, begin);
  for (bool compared = false;;) {
    skip_blanks();
    const Operator* op = operator_here();
    if (!op || op->level < level) break;
    if (op->level == comparison && compared) stop(at_, "comparisons cannot be chained", "write `a < b and b < c`");
    compared = op->level == comparison;
    const std::size_t at = at_;
    at_ += op->text.size();
    left = ended(combine(*op, left, parse_level(op->right), at), begin);
    if (graph_.size() > most_nodes) stop(at_, "the expression is too large");
  }
  --depth_;
  return left;
}

// What stands before the blanks that were skipped.
Part Parser::ended(Part part, std::size_t begin) const {
  part.begin = begin, part.end = at_;
  while (part.end > begin && is_blank(text_[part.end - 1])) --part.end;
  return part;
}

const UnitSystem& Parser::units() const {
  static const UnitSystem si;
  return scope_.units ? *scope_.units : si;
}

CountedPart Parser::counted(const Part& part) const {
  const bool is_number = graph_.is_constant(part.node);
  return {part.counting, text_.substr(part.begin, part.end - part.begin),
          is_number ? std::optional(graph_.node(part.node).value) : std::nullopt};
}

void Parser::fault(std::size_t position, std::optional<UnitFault> found) {
  if (found) faults_.push_back({static_cast<int>(position), std::move(found->what), std::move(found->hint), true});
}

Part Parser::combine(const Operator& op, Part left, Part right, std::size_t at) {
  std::optional<UnitFault> found;
  const Counting counting = counting_of(op.op, counted(left), counted(right), units(), found);
  fault(at, std::move(found));
  if (op.swapped) std::swap(left, right);
  return {graph_.operation(op.op, left.node, right.node), counting};
}

Part Parser::parse_primary() {
  skip_blanks();
  if (peek() == '(') {
    ++at_;
    const Part inner = parse_level(any);
    expect(')', "the expression in parentheses");
    return inner;
  }
  if ((is_digit(peek()) && name_here().empty()) || (peek() == '.' && is_digit(peek(1)))) return parse_number();
  if (!name_here().empty()) return parse_name();
  unexpected();
}

void Parser::expect(char c, std::string_view after) {
  skip_blanks();
  if (peek() == c) {
    ++at_;
    return;
  }
  if (at_ < text_.size()) unexpected();
  stop(at_, quoted(std::string_view(&c, 1)) + " is missing after " + std::string(after));
}

// A number, or a number, a blank and a unit: then it is converted to the file's unit of that dimension.
Part Parser::parse_number() {
  const std::size_t start = at_;
  double number = 0;
  at_ += number_prefix(text_.substr(at_), number);
  if (!std::isfinite(number)) stop(start, "the number " + quoted(text_.substr(start, at_ - start)) + " is out of range");
  const std::size_t end = at_;
  skip_blanks();
  const UnitPrefix prefix = unit_prefix(text_.substr(at_));
  const std::string_view name = name_here();
  if (at_ == end) {
    if (prefix.size > 0 && !name.empty()) stop(at_, "unexpected " + quoted(name), "put a blank between a number and its unit");
    return {graph_.constant(number), {}};
  }
  if (prefix.size > 0) {
    at_ += prefix.size;
    const Dimension& dimension = prefix.unit.dimension;
    return {graph_.constant(number * (prefix.unit.factor / units().factor(dimension))), Counting::of(dimension, units())};
  }
  if (!name.empty() && !operator_here()) {
    const bool known = find_expression_function(name) || (scope_.lookup && scope_.lookup(name).kind != Meaning::Kind::unknown);
    const std::string unit = known ? "" : nearest_unit(name);
    stop(at_, quoted(name) + " is no unit", unit.empty() ? "an operator is missing before it" : "did you mean `" + unit + "`?");
  }
  return {graph_.constant(number), {}};
}

Part Parser::parse_name() {
  const std::size_t start = at_;
  const std::string_view name = name_here();
  if (name == "and" || name == "or" || name == "not") unexpected();
  at_ += name.size();
  const std::size_t end = at_;
  skip_blanks();
  if (peek() == '(') return parse_call(name, start);
  at_ = end;
  if (name == "pi") return {graph_.constant(std::numbers::pi), Counting::loose()};

  const Meaning meaning = scope_.lookup ? scope_.lookup(name) : Meaning{};
  switch (meaning.kind) {
    case Meaning::Kind::number:
      return {graph_.constant(meaning.number), meaning.counting};
    case Meaning::Kind::variable:
      variables_.try_emplace(meaning.variable, std::string(name), meaning);
      return {graph_.variable(meaning.variable), meaning.counting};
    case Meaning::Kind::expression: {
      const auto known = expressions_.find(name);
      if (known != expressions_.end()) return {known->second, meaning.counting};
      const int node = graph_.insert(*meaning.expression);
      expressions_.emplace(name, node);
      return {node, meaning.counting};
    }
    case Meaning::Kind::refused:
      fault(start, quoted(name) + " may not be used here" + (meaning.why.empty() ? "" : ": " + meaning.why));
      break;
    case Meaning::Kind::unknown:
      if (const CallMeaning* code = scope_.function ? scope_.function(name) : nullptr) return call_as_listed(*code, name, start);
      std::string hint;
      if (const std::string best = scope_.suggest ? scope_.suggest(name) : std::string(); !best.empty())
        hint = "did you mean `" + best + "`?";
      else if (find_expression_function(name))
        hint = "it is a function: write `" + std::string(name) + "(...)`";
      else if (parse_unit(name))
        hint = "a unit stands after a number and a blank";
      fault(start, "unknown name " + quoted(name), hint);
      break;
  }
  return {graph_.constant(nan), {}};
}

Part Parser::parse_call(std::string_view name, std::size_t start) {
  const ExpressionFunction* function = find_expression_function(name);
  if (const CallMeaning* code = !function && scope_.function ? scope_.function(name) : nullptr) {
    ++at_;
    return call_code(*code, name, parse_arguments(name), start);
  }
  if (!function) {
    std::string hint = did_you_mean(name, expression_functions());
    if (hint.empty()) hint = did_you_mean(name, scope_.function_names);
    if (hint.empty() && scope_.lookup && scope_.lookup(name).kind != Meaning::Kind::unknown) hint = "for a product write `*`";
    stop(start, "unknown function " + quoted(name), hint);
  }
  ++at_;
  if (name == "table") return parse_table_call();
  const std::vector<Part> arguments = parse_arguments(name);
  const int count = static_cast<int>(arguments.size());
  if (count < function->least || count > function->most) {
    const std::string wanted = (function->most > function->least ? "at least " : "") + std::to_string(function->least);
    stop(start, quoted(name) + " takes " + wanted + (function->least == 1 ? " argument" : " arguments") + ", not " +
                    std::to_string(count));
  }
  return call(*function, arguments, start);
}

// After the parenthesis that opens them, with the one that closes them.
std::vector<Part> Parser::parse_arguments(std::string_view name) {
  std::vector<Part> arguments;
  skip_blanks();
  while (peek() != ')' || !arguments.empty()) {
    arguments.push_back(parse_level(any));
    skip_blanks();
    if (peek() != ',') break;
    ++at_;
  }
  expect(')', "the arguments of `" + std::string(name) + "`");
  return arguments;
}

// Of a function in code; the dimension of a call is that of the function's `unit`.
Part Parser::call_code(const CallMeaning& code, std::string_view name, std::span<const Part> arguments, std::size_t start) {
  if (!code.function) {
    if (!code.why.empty()) fault(start, quoted(name) + " may not be used here: " + code.why);
    return {graph_.constant(nan), code.counting};
  }
  const auto count = static_cast<std::size_t>(code.function->arguments);
  if (arguments.size() != count)
    stop(start, quoted(name) + " takes " + std::to_string(count) + (count == 1 ? " argument" : " arguments") + ", not " +
                    std::to_string(arguments.size()));
  int last = -1;
  for (std::size_t i = 0; i < count; ++i) {
    if (i < code.argument_countings.size() && code.argument_countings[i].is_firm())
      fault(arguments[i].begin, misfit(counted(arguments[i]).text, arguments[i].counting, code.argument_countings[i].unit, units()));
    const double factor = i < code.argument_factors.size() ? code.argument_factors[i] : 1;
    last = graph_.argument(graph_.multiply(arguments[i].node, graph_.constant(factor)), last);
  }
  const int value = graph_.call(graph_.code(code.function), last);
  return {graph_.multiply(value, graph_.constant(code.factor)), code.counting};
}

// A name that stands alone is the call with the arguments that its declaration lists.
Part Parser::call_as_listed(const CallMeaning& code, std::string_view name, std::size_t start) {
  std::vector<Part> arguments;
  for (std::size_t i = 0; code.function && i < code.arguments.size(); ++i) {
    std::vector<ExpressionFault> found;
    Counting counting;
    const Expression argument = Expression::parse(code.arguments[i], scope_, found, &counting);
    for (const ExpressionFault& each : found)
      fault(start,
            "argument " + std::to_string(i + 1) + " of " + quoted(name) + ", " + quoted(code.arguments[i]) + ": " + each.what,
            each.hint.empty() ? "or write its arguments: " + std::string(name) + "(...)" : each.hint);
    arguments.push_back({graph_.insert(argument), counting, start, start + name.size()});
  }
  return call_code(code, name, arguments, start);
}

// Of what is called in code two derivatives are known.
void Parser::check_derivatives(const Expression& expression) {
  for (const Expression::Node& node : expression.nodes())
    if (node.op == Op::call && times_differentiated(node.order) > 2)
      return fault(der_at_, "the third derivative of " + quoted(expression.functions()[node.index]->name) + " is not known");
}

Part Parser::call(const ExpressionFunction& function, std::span<const Part> arguments, std::size_t start) {
  if (function.name == "noise") return parse_noise(arguments, start);
  if (function.name == "delay") return parse_delay(arguments, start);
  std::vector<CountedPart> parts;
  for (const Part& argument : arguments) parts.push_back(counted(argument));
  std::optional<UnitFault> found;
  const Counting counting = counting_of(function, parts, units(), found);
  fault(start, std::move(found));
  if (function.name == "der") {
    der_at_ = start;
    return {rate_(arguments[0].node), counting};
  }
  if (function.name.starts_with("step") && graph_.is_constant(arguments[1].node) &&
      graph_.is(arguments[3].node, graph_.node(arguments[1].node).value))
    stop(start, quoted(function.name) + " needs two different places, x0 and x1", "for a jump write `if(x < x0, y0, y1)`");
  std::vector<int> nodes;
  for (const Part& argument : arguments) nodes.push_back(argument.node);
  const int node = function.build(graph_, nodes);
  if (graph_.size() > most_nodes) stop(start, "the expression is too large");
  return {node, counting};
}

// noise(seed, T) = the noise of the number floor(t/T).
Part Parser::parse_noise(std::span<const Part> arguments, std::size_t start) {
  const auto number = [&](std::size_t i) { return graph_.node(arguments[i].node).value; };
  const bool known = graph_.is_constant(arguments[0].node) && graph_.is_constant(arguments[1].node);
  if (!known && faults_.empty()) stop(start, "the seed of `noise` and its time must be numbers", "they may be parameters");
  if (!known || std::isnan(number(0)) || std::isnan(number(1))) return {graph_.constant(nan), {}};
  if (number(0) != std::floor(number(0)) || std::abs(number(0)) > largest_seed)
    stop(start, "the seed of `noise` must be a whole number");
  if (!(number(1) > 0)) stop(start, "the time for which `noise` is held must be positive");
  const auto check = [&](const Part& part, Dimension dimension) {
    fault(part.begin, misfit(counted(part).text, part.counting, unit_of(dimension, units()), units()));
  };
  check(arguments[0], dimension::none);
  check(arguments[1], dimension::time);
  const Meaning time = scope_.lookup ? scope_.lookup("t") : Meaning{};
  if (time.kind != Meaning::Kind::variable) {
    fault(start, "`noise` may not be used here: it changes with time");
    return {graph_.constant(nan), {}};
  }
  variables_.try_emplace(time.variable, "t", time);
  const int index = graph_.operation(Op::floor, graph_.divide(graph_.variable(time.variable), arguments[1].node));
  return {graph_.operation(Op::noise, index, arguments[0].node), Counting::loose()};
}

// delay(x, T): x the time T ago, before t = 0 as it is at t = 0. Of a function f of time that is f(max(t - T, 0)); what depends
// on the motion is remembered.
Part Parser::parse_delay(std::span<const Part> arguments, std::size_t start) {
  const Expression::Node& given = graph_.node(arguments[1].node);
  const double time = given.op == Op::constant ? given.value : nan;
  if (given.op != Op::constant && faults_.empty()) stop(start, "the time of `delay` must be a number", "it may be a parameter");
  if (time < 0) stop(start, "the time of `delay` must not be negative");
  if (std::isinf(time)) stop(start, "the time of `delay` is not finite");
  if (std::isnan(time) || !faults_.empty()) return {graph_.constant(nan), arguments[0].counting};
  fault(arguments[1].begin, misfit(counted(arguments[1]).text, arguments[1].counting, unit_of(dimension::time, units()), units()));
  const Expression x = graph_.extract(arguments[0].node);
  const std::vector<int> variables = x.variables();
  if (variables.empty()) return arguments[0];
  if (!scope_.delayed) {
    fault(start, "`delay` may not be used here", "functions of forces and inputs and derivatives of states may use it");
    return {graph_.constant(nan), arguments[0].counting};
  }
  if (time == 0) return arguments[0];
  const Meaning t = scope_.lookup ? scope_.lookup("t") : Meaning{};
  if (t.kind == Meaning::Kind::variable && variables.size() == 1 && variables[0] == t.variable) {
    const int before = graph_.subtract(graph_.variable(t.variable), graph_.constant(time));
    const int since_start = graph_.operation(Op::max, before, graph_.constant(0));
    return {graph_.insert(x, [&](int) { return since_start; }), arguments[0].counting};
  }
  std::string why;
  const int variable = scope_.delayed(x, time, why);
  if (variable >= 0) return {graph_.variable(variable), arguments[0].counting};
  fault(start, "`delay` cannot be used here: " + why);
  return {graph_.constant(nan), arguments[0].counting};
}

// After `table(`: the name of a table, which is no expression, and x, or x and y of a surface.
Part Parser::parse_table_call() {
  skip_blanks();
  const std::size_t start = at_;
  const std::string_view name = name_here();
  if (name.empty()) stop(at_, "`table` starts with the name of a table", "write `table(name, x)`");
  at_ += name.size();
  expect(',', "the name of the table");
  const Part x = parse_level(any);
  skip_blanks();
  std::optional<Part> y;
  if (peek() == ',') {
    ++at_;
    y = parse_level(any);
  }
  expect(')', "the arguments of `table`");
  const GridInterpolant* const surface = scope_.grid ? scope_.grid(name) : nullptr;
  if (surface && !y) stop(start, quoted(name) + " is a surface over a grid", "write `table(" + std::string(name) + ", x, y)`");
  const auto countings = scope_.table_countings ? scope_.table_countings(name) : std::array<Counting, 3>{};
  const auto check = [&](const Part& part, const Counting& axis) {
    if (!axis.is_firm()) return;
    auto found = misfit(counted(part).text, part.counting, axis.unit, units());
    if (found) found->what += " by the table " + quoted(name);
    fault(part.begin, std::move(found));
  };
  if (surface) {
    check(x, countings[0]);
    check(*y, countings[1]);
    return {graph_.grid(graph_.surface(*surface), x.node, y->node), countings[2]};
  }
  if (y && scope_.table && scope_.table(name))
    stop(start, quoted(name) + " is a curve", "write `table(" + std::string(name) + ", x)`, or give the table a `grid`");
  auto known = tables_.find(name);
  if (known == tables_.end()) {
    const Interpolant* curve = scope_.table ? scope_.table(name) : nullptr;
    if (!curve) {
      fault(start, "there is no table " + quoted(name), did_you_mean(name, scope_.table_names));
      return {graph_.constant(nan), {}};
    }
    known = tables_.emplace(name, graph_.curve(*curve)).first;
  }
  check(x, countings[0]);
  return {graph_.table(known->second, x.node), countings[1]};
}

// The time derivative of a variable, as a node.
int Parser::rate_node(int variable) {
  const auto named = variables_.find(variable);
  int rate = Expression::rate_unknown;
  if (named != variables_.end()) {
    const Meaning& meaning = named->second.second;
    rate = meaning.rate_is_one ? Expression::rate_one : meaning.rate >= 0 ? meaning.rate : Expression::rate_unknown;
  } else if (scope_.rate_of) {
    rate = scope_.rate_of(variable);
  }
  if (rate >= 0) return graph_.variable(rate);
  if (rate == Expression::rate_zero) return graph_.constant(0);
  if (rate == Expression::rate_one) return graph_.constant(1);
  const std::string name = named == variables_.end() ? "a part" : quoted(named->second.first);
  fault(der_at_, "the time derivative of " + name + " is not known here");
  return graph_.constant(nan);
}

}  // namespace

Expression Expression::parse(std::string_view text, const Scope& scope, std::vector<ExpressionFault>& faults,
                             Counting* counting) {
  std::vector<ExpressionFault> found;
  Expression expression;
  try {
    expression = Parser(text, scope, found).parse(counting);
  } catch (const Parser::Stop&) {  // the fault is among those found
  } catch (const Error& error) {   // units of the file that are none
    for (const Fault& fault : error.faults()) found.push_back({0, fault.where + ": " + fault.what, fault.hint});
  }
  if (found.empty()) return expression;
  faults.insert(faults.end(), found.begin(), found.end());
  return {};
}

}  // namespace bricard
