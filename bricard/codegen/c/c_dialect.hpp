// How C writes operations; C++ differs in the namespace of the mathematical functions.
#pragma once
#include "bricard/codegen/operations.hpp"

namespace bricard {

std::string c_number(double value);
std::string_view c_function(Graph::Op op);

// Statements that gcc optimizes in a time that grows with their number alone.
inline constexpr std::size_t c_part = 1000;

inline constexpr Dialect c_dialect{
    .define = "const double ", .define_condition = "const int ", .end = ";", .comment = "// ", .function = c_function,
    .number = c_number, .choose = {}, .divide = {}, .part = c_part};

}  // namespace bricard
