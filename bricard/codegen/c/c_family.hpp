// What C and C++ print alike: the parameters, functions and the interpolation of tables.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "bricard/codegen/language.hpp"

namespace bricard {

struct CFamily {
  std::string prefix;                      // of every name that others see: "four_bar_"
  std::string parameters;                  // the type
  std::string by_reference, access;        // "const four_bar_parameters* p", "p->"
  std::string writable;                    // "four_bar_parameters* p"
  std::span<const std::string_view> keywords;
  Dialect dialect;
};

// Functions that read tables, where a text does.
std::string c_interpolation(bool curves, bool surfaces);

class CFamilyPrinter {
 public:
  CFamilyPrinter(const GeneratedProgram& program, CFamily family);

  // Comments that tell of the arrays which functions take.
  std::string arrays() const;
  std::string members() const;                                     // of the parameters
  std::string assignments() const;                                 // the numbers of the model
  std::string documentation(const GeneratedFunction& function) const;
  std::string signature(const GeneratedFunction& function) const;  // without `;`
  std::string definition(const GeneratedFunction& function) const;
  std::string setup() const;                                       // the body of the set-up function
  std::string interpolation() const;                               // of tables, where there are some
  std::string user_declarations() const, user_definitions() const;

 private:
  struct Arguments {
    std::string declared, passed;
    std::vector<std::string> names;
  };
  Arguments arguments_of(const GeneratedFunction& function) const;
  Naming naming(const GeneratedFunction& function) const;
  std::string user_signature(const Graph::Call& call) const;

  const GeneratedProgram& program_;
  CFamily family_;
  MemberNames names_;
};

inline constexpr std::string_view c_keywords[] = {
    "auto",     "break",  "case",    "char",   "const",    "continue", "default",  "do",     "double",   "else",     "enum",    "extern",
    "float",    "for",    "goto",    "if",     "inline",   "int",      "long",     "register", "restrict", "return",  "short",   "signed",
    "sizeof",   "static", "struct",  "switch", "typedef",  "union",    "unsigned", "void",   "volatile", "while",    "k",       "main"};

}  // namespace bricard
