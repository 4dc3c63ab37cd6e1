// What the page's TypeScript shares with the program, from its lists and field tables: kinds and their symbols, analyses and
// their options, shapes, sections, faults. The law (page_types_test.cpp): web/src/data/generated.ts is this text.
#pragma once
#include <string>

namespace bricard::page {

std::string page_types();

}  // namespace bricard::page
