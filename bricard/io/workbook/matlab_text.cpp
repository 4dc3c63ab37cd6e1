#include "bricard/io/workbook/matlab_text.hpp"

#include <cmath>

#include "bricard/core/text.hpp"

namespace bricard::workbook {

namespace {

constexpr std::size_t longest = 4000;  // characters: shared parts of an expression are written out each time

enum Level { comparison, sum, product, sign, power, atom };

struct Part {
  std::string text;
  Level level = atom;
};

std::string in(const Part& part, Level needed) { return part.level >= needed ? part.text : '(' + part.text + ')'; }

const char* name_of(Expression::Op op) {
  using Op = Expression::Op;
  switch (op) {
    case Op::min:
      return "min";
    case Op::max:
      return "max";
    case Op::abs:
      return "abs";
    case Op::sign:
      return "sign";
    case Op::sqrt:
      return "sqrt";
    case Op::exp:
      return "exp";
    case Op::log:
      return "log";
    case Op::sin:
      return "sin";
    case Op::cos:
      return "cos";
    case Op::tan:
      return "tan";
    case Op::asin:
      return "asin";
    case Op::acos:
      return "acos";
    case Op::atan:
      return "atan";
    case Op::atan2:
      return "atan2";
    case Op::sinh:
      return "sinh";
    case Op::cosh:
      return "cosh";
    case Op::tanh:
      return "tanh";
    case Op::floor:
      return "floor";
    case Op::mod:
      return "mod";
    default:
      return nullptr;
  }
}

// From the operands to the result; nothing: MATLAB has no word for it.
std::optional<Part> joined(const Expression::Node& node, const std::vector<Part>& parts, const std::string& argument) {
  using Op = Expression::Op;
  const auto at = [&](int i) -> const Part& { return parts[static_cast<std::size_t>(i)]; };
  const auto two = [&](const char* op, Level level) {
    return Part{in(at(node.a), level) + op + in(at(node.b), static_cast<Level>(level + 1)), level};
  };
  const auto compared = [&](const char* op) { return Part{in(at(node.a), sum) + op + in(at(node.b), sum), comparison}; };
  switch (node.op) {
    case Op::constant:
      if (!std::isfinite(node.value)) return {};
      return Part{to_text(node.value), node.value < 0 || std::signbit(node.value) ? sign : atom};
    case Op::variable:
      return Part{argument, atom};
    case Op::add:
      return two("+", sum);
    case Op::subtract:
      return two("-", sum);
    case Op::multiply:
      return two("*", product);
    case Op::divide:
      return two("/", product);
    case Op::power:
      return Part{in(at(node.a), atom) + '^' + in(at(node.b), atom), power};
    case Op::negate:
      return Part{'-' + in(at(node.a), power), sign};
    case Op::less:
      return compared("<");
    case Op::less_equal:
      return compared("<=");
    case Op::equal:
      return compared("==");
    case Op::not_equal:
      return compared("~=");
    case Op::logical_and:
      return Part{"((" + at(node.a).text + ")&&(" + at(node.b).text + "))", atom};
    case Op::logical_or:
      return Part{"((" + at(node.a).text + ")||(" + at(node.b).text + "))", atom};
    case Op::logical_not:
      return Part{"((" + at(node.a).text + ")==0)", atom};
    case Op::if_else:
      return Part{
          "((" + at(node.a).text + ")~=0)*" + in(at(node.b), sign) + "+((" + at(node.a).text + ")==0)*" + in(at(node.c), sign),
          sum};
    default:
      break;
  }
  const char* const name = name_of(node.op);
  if (!name) return {};
  return Part{std::string(name) + '(' + at(node.a).text + (node.b >= 0 ? ',' + at(node.b).text : "") + ')', atom};
}

}  // namespace

std::optional<Expression> of_one(const std::string& text, const std::string& argument, const Model& model) {
  Scope scope;
  scope.units = &model.units;
  scope.lookup = [&](std::string_view name) {
    Meaning meaning;
    if (name == argument) {
      meaning.kind = Meaning::Kind::variable, meaning.variable = 0, meaning.rate_is_one = true;
      return meaning;
    }
    for (const Parameter& each : model.parameters)
      if (each.name == name) meaning.kind = Meaning::Kind::number, meaning.number = each.value;
    return meaning;
  };
  scope.table = [](std::string_view) { return nullptr; };
  std::vector<ExpressionFault> faults;
  Expression expression = Expression::parse(text, scope, faults);
  if (!faults.empty()) return {};
  return expression;
}

std::optional<std::string> matlab_text(const Expression& expression, const std::string& argument) {
  std::vector<Part> parts;
  for (const Expression::Node& node : expression.nodes()) {
    std::optional<Part> part = joined(node, parts, argument);
    if (!part || part->text.size() > longest) return {};
    parts.push_back(std::move(*part));
  }
  return "@(" + argument + ") " + parts.back().text;
}

}  // namespace bricard::workbook
