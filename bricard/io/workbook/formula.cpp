#include "bricard/io/workbook/formula.hpp"

#include <array>
#include <cctype>
#include <string>

#include "bricard/core/text.hpp"

namespace bricard {

namespace {

constexpr int deepest = 200;
constexpr std::size_t longest = 20'000;

enum Level { any, conjunction, comparison, sum, product, sign, power, atom };

// A translated part and how strongly its last operator binds.
struct Part {
  std::string text;
  Level level = atom;
};

std::string in(const Part& part, Level needed) { return part.level >= needed ? part.text : '(' + part.text + ')'; }

struct Function {
  std::string_view theirs, ours;  // "%" stands for the argument, "%1" and "%2" for two
  int arguments;
};
constexpr std::array functions{
    Function{"sin", "sin(%1)", 1},     Function{"cos", "cos(%1)", 1},     Function{"tan", "tan(%1)", 1},
    Function{"asin", "asin(%1)", 1},   Function{"acos", "acos(%1)", 1},   Function{"atan", "atan(%1)", 1},
    Function{"sinh", "sinh(%1)", 1},   Function{"cosh", "cosh(%1)", 1},   Function{"tanh", "tanh(%1)", 1},
    Function{"exp", "exp(%1)", 1},     Function{"sqrt", "sqrt(%1)", 1},   Function{"abs", "abs(%1)", 1},
    Function{"sign", "sign(%1)", 1},   Function{"log10", "log10(%1)", 1}, Function{"power", "(%1)^(%2)", 2},
    Function{"mod", "mod(%1, %2)", 2}, Function{"max", "max(%1, %2)", 2}, Function{"min", "min(%1, %2)", 2},
};
constexpr std::array of_matlab{
    Function{"log", "log(%1)", 1},
    Function{"sind", "sind(%1)", 1},
    Function{"cosd", "cosd(%1)", 1},
    Function{"tand", "tand(%1)", 1},
    Function{"floor", "floor(%1)", 1},
    Function{"ceil", "ceil(%1)", 1},
    Function{"atan2", "atan2(%1, %2)", 2},
    Function{"hypot", "hypot(%1, %2)", 2},
    Function{"heaviside", "if((%1) > 0, 1, if((%1) < 0, 0, 0.5))", 1},
    Function{"pi", "pi", 0},
    Function{"deg2rad", "((%1)*pi/180)", 1},
    Function{"rad2deg", "((%1)*180/pi)", 1},
    Function{"times", "(%1)*(%2)", 2},
    Function{"rdivide", "(%1)/(%2)", 2},
};
constexpr std::array of_sheet{
    Function{"ln", "log(%1)", 1},
    Function{"radians", "((%1)*pi/180)", 1},
    Function{"degrees", "((%1)*180/pi)", 1},
    Function{"pi", "pi", 0},
    Function{"int", "floor(%1)", 1},
    Function{"atan2", "atan2(%2, %1)", 2},
    Function{"if", "if(%1, %2, %3)", 3},
};

class Reader {
 public:
  Reader(std::string_view text, bool is_sheet) : text_(text), is_sheet_(is_sheet) {}
  std::string argument_name, argument;  // of a function
  const CellMeaning* cell = nullptr;    // of a sheet

  Translated read() {
    try {
      if (text_.size() > longest) stop("it is longer than " + std::to_string(longest) + " characters");
      const Part part = level(any);
      skip();
      if (at_ < text_.size()) stop("unexpected " + quoted(text_.substr(at_, 1)));
      return {without_parentheses(part.text), ""};
    } catch (const Stop& stop) {
      return {"", stop.why};
    }
  }

 private:
  struct Stop {
    std::string why;
  };
  [[noreturn]] void stop(const std::string& what) const { throw Stop{what + " at character " + std::to_string(at_ + 1)}; }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }
  bool take(std::string_view token) {
    skip();
    if (text_.substr(at_, token.size()) != token) return false;
    at_ += token.size();
    return true;
  }
  bool is_next(std::string_view token) {
    skip();
    return text_.substr(at_, token.size()) == token;
  }

  // "(a + b)" is a + b; "(a) + (b)" is not.
  static std::string without_parentheses(const std::string& text) {
    int depth = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
      if (depth == 0) return i > 0 && i + 1 == text.size() ? text.substr(1, text.size() - 2) : text;
    }
    return text;
  }

  Part joined(const Part& a, std::string_view op, const Part& b, Level level) {
    const bool spaced = level <= sum;
    return {in(a, level) + (spaced ? " " : "") + std::string(op) + (spaced ? " " : "") + in(b, static_cast<Level>(level + 1)),
            level};
  }

  Part level(Level at) {
    if (++depth_ > deepest) stop("it is nested too deeply");
    Part part = at == any           ? disjunction()
                : at == conjunction ? conjunctions()
                : at == comparison  ? comparisons()
                : at == sum         ? sums()
                                    : products();
    --depth_;
    return part;
  }

  Part disjunction() {
    Part part = level(conjunction);
    while (!is_sheet_ && (take("||") || take("|"))) part = joined(part, "or", level(conjunction), any);
    return part;
  }
  Part conjunctions() {
    Part part = level(comparison);
    while (!is_sheet_ && (take("&&") || take("&"))) part = joined(part, "and", level(comparison), conjunction);
    return part;
  }
  // A comparison is a number, 1 or 0, in all three languages; ours are not chained.
  Part comparisons() {
    Part part = level(sum);
    struct Pair {
      std::string_view theirs, ours;
    };
    constexpr std::array matlab{Pair{"<=", "<="}, Pair{">=", ">="}, Pair{"==", "=="},
                                Pair{"~=", "!="}, Pair{"<", "<"},   Pair{">", ">"}};
    constexpr std::array sheet{Pair{"<=", "<="}, Pair{">=", ">="}, Pair{"<>", "!="},
                               Pair{"=", "=="},  Pair{"<", "<"},   Pair{">", ">"}};
    for (;;) {
      const Pair* found = nullptr;
      for (const Pair& each : is_sheet_ ? sheet : matlab)
        if (!found && take(each.theirs)) found = &each;
      if (!found) return part;
      part = {in(part, sum) + ' ' + std::string(found->ours) + ' ' + in(level(sum), sum), comparison};
    }
  }
  Part sums() {
    Part part = level(product);
    for (;;) {
      if (take("+"))
        part = joined(part, "+", level(product), sum);
      else if (take("-"))
        part = joined(part, "-", level(product), sum);
      else
        return part;
    }
  }
  Part products() {
    Part part = signs();
    for (;;) {
      if (take(is_sheet_ ? "*" : ".*") || take("*"))
        part = joined(part, "*", signs(), product);
      else if ((!is_sheet_ && take("./")) || take("/"))
        part = joined(part, "/", signs(), product);
      else
        return part;
    }
  }
  // The sign binds less than a power in MATLAB and more in a sheet.
  Part signs() {
    if (++depth_ > deepest) stop("it is nested too deeply");
    Part part;
    if (take("-"))
      part = negative(is_sheet_ ? signs_of_base() : signs());
    else if (take("+"))
      part = signs();
    else if (!is_sheet_ && take("~"))
      part = {"(not " + in(signs(), power) + ")", atom};
    else
      return --depth_, powers(primary());
    --depth_;
    return is_sheet_ ? powers(part) : part;
  }
  Part signs_of_base() {
    if (++depth_ > deepest) stop("it is nested too deeply");
    Part part = take("-") ? negative(signs_of_base()) : take("+") ? signs_of_base() : primary();
    --depth_;
    return part;
  }
  Part negative(const Part& part) const { return {'-' + in(part, power), sign}; }

  Part powers(Part part) {
    while (take(is_sheet_ ? "^" : ".^") || take("^")) {
      Part exponent;
      if (take("-"))
        exponent = negative(primary());
      else
        take("+"), exponent = primary();
      part = {in(part, atom) + '^' + in(exponent, atom), power};
    }
    if (is_sheet_)
      while (take("%")) part = {in(part, sign) + "/100", product};
    return part;
  }

  Part primary() {
    if (take("(")) {
      const Part inside = level(any);
      if (!take(")")) stop("`)` is missing");
      return inside.level == atom ? inside : Part{'(' + inside.text + ')', atom};
    }
    skip();
    if (at_ == text_.size()) stop("it ends where a number or a name is expected,");
    const char c = text_[at_];
    const bool is_point = c == '.' && at_ + 1 < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_ + 1]));
    if (std::isdigit(static_cast<unsigned char>(c)) || is_point) return number();
    if (std::isalpha(static_cast<unsigned char>(c)) || c == '$' || c == '_') return name();
    stop("unexpected " + quoted(std::string_view(&c, 1)));
  }

  Part number() {
    std::string digits;
    const auto more = [&] {
      while (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_]))) digits += text_[at_++];
    };
    more();
    // "2.*x" is 2 .* x: the point belongs to the operator.
    const bool is_operator = at_ + 1 < text_.size() && std::string_view("*/^").find(text_[at_ + 1]) != std::string_view::npos;
    if (at_ < text_.size() && text_[at_] == '.' && !(is_operator && !is_sheet_)) {
      ++at_;
      const std::size_t before = digits.size();
      digits += '.';
      more();
      if (digits.size() == before + 1) digits.pop_back();
      if (before == 0) digits.insert(0, "0");
    }
    if (at_ < text_.size() && std::string_view(is_sheet_ ? "eE" : "eEdD").find(text_[at_]) != std::string_view::npos) {
      std::size_t next = at_ + 1;
      if (next < text_.size() && (text_[next] == '+' || text_[next] == '-')) ++next;
      if (next < text_.size() && std::isdigit(static_cast<unsigned char>(text_[next]))) {
        digits += 'e';
        digits += text_.substr(at_ + 1, next - at_ - 1);
        at_ = next;
        more();
      }
    }
    return {digits, atom};
  }

  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_' || text_[at_] == '$'))
      ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  Part name() {
    const std::size_t begin = at_;
    const std::string word = this->word();
    std::string low = word;
    for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!is_sheet_ && word == argument_name) return {argument, atom};
    const auto find = [&](const auto& list) -> const Function* {
      for (const Function& each : list)
        if (each.theirs == (is_sheet_ ? low : word)) return &each;
      return nullptr;
    };
    const Function* function = find(functions);
    if (!function) function = is_sheet_ ? find(of_sheet) : find(of_matlab);
    if (function && (is_next("(") || function->arguments == 0)) return call(*function);
    if (is_sheet_ && !is_next("!") && !is_next("(")) {
      std::string plain;
      for (const char c : word)
        if (c != '$') plain += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
      if (const auto meaning = (*cell)(plain)) return {*meaning, atom};
    }
    at_ = begin;
    if (is_sheet_) stop(quoted(word) + " is not known");
    stop(is_known_elsewhere(word)
             ? "the function " + quoted(word) + " needs its argument"
             : quoted(word) + " is neither the argument " + quoted(argument_name) + " nor a function that is known,");
  }
  bool is_known_elsewhere(std::string_view word) const {
    for (const Function& each : functions)
      if (each.theirs == word) return true;
    return false;
  }

  Part call(const Function& function) {
    std::array<std::string, 3> arguments;
    if (take("(")) {
      for (int i = 0; i < function.arguments; ++i) {
        if (i > 0 && !take(",") && !(is_sheet_ && take(";")))
          stop(quoted(function.theirs) + " needs " + std::to_string(function.arguments) + " arguments");
        arguments[static_cast<std::size_t>(i)] = level(any).text;
      }
      if (!take(")")) stop("`)` is missing");
    }
    if (function.theirs == "sin" && is_sheet_ && arguments[0].ends_with("*pi/180)")) {  // of degrees
      const std::string degrees = arguments[0].substr(1, arguments[0].size() - 9);
      if (degrees.find_first_of("()+-*/") == std::string::npos) return {"sind(" + degrees + ')', atom};
    }
    std::string text;
    for (std::size_t i = 0; i < function.ours.size(); ++i) {
      if (function.ours[i] != '%') {
        text += function.ours[i];
        continue;
      }
      const std::string& argument = arguments[static_cast<std::size_t>(function.ours[++i] - '1')];
      const bool is_word = !argument.empty() && argument.find_first_of(" ()+-*/^<>=,") == std::string::npos;
      const bool drops = is_word && text.ends_with('(') && i + 1 < function.ours.size() && function.ours[i + 1] == ')' &&
                         text.size() > 1 && !std::isalnum(static_cast<unsigned char>(text[text.size() - 2]));
      if (drops) text.pop_back(), ++i;
      text += argument;
    }
    const bool is_operator = text.find(")^(") != std::string::npos || function.theirs == "times" || function.theirs == "rdivide";
    return {is_operator ? '(' + text + ')' : text, atom};
  }

  std::string_view text_;
  bool is_sheet_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Translated from_matlab(std::string_view function, const std::string& argument) {
  const auto blank = [](char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; };
  while (!function.empty() && blank(function.front())) function.remove_prefix(1);
  while (!function.empty() && (blank(function.back()) || function.back() == ';')) function.remove_suffix(1);
  if (!function.starts_with("@")) return {"", "a function begins with its argument, such as `@(t) 0.1*sin(t)`"};
  const std::size_t open = function.find('('), close = function.find(')');
  if (open == std::string_view::npos || close == std::string_view::npos || close < open)
    return {"", "after `@` the argument stands in parentheses: `@(t)`"};
  std::string name(function.substr(open + 1, close - open - 1));
  std::erase_if(name, blank);
  const bool is_name =
      !name.empty() && std::isalpha(static_cast<unsigned char>(name[0])) &&
      name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
  if (!is_name) return {"", "the function needs one argument, found " + quoted(name)};
  Reader reader(function.substr(close + 1), false);
  reader.argument_name = name;
  reader.argument = argument;
  return reader.read();
}

Translated from_sheet(std::string_view formula, const CellMeaning& cell) {
  Reader reader(formula, true);
  reader.cell = &cell;
  return reader.read();
}

}  // namespace bricard
