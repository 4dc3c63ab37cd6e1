// The list of printers: one line each.
#pragma once
#include <array>

#include "bricard/codegen/printer.hpp"

namespace bricard {

std::string print_c(const Graph& graph, std::string_view function);

inline constexpr std::array printers{
    PrinterEntry{"c", "C99 function of arrays of double", "c", print_c},
};

}  // namespace bricard
