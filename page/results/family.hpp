// The curves of a sweep in one table (--keep curves): which rows belong to which varied values, as summary.json tells it.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "page/json.hpp"

namespace bricard::page {

struct Family {
  struct Varied {
    std::string name, unit;
  };
  struct Curve {
    std::vector<double> values;  // of what is varied
    std::size_t from = 0, to = 0;
  };
  std::vector<Varied> varied;  // these are the first columns of the table
  std::vector<Curve> curves;
};

// Nothing where it is no such table, or where its rows are not those that the summary counts.
std::optional<Family> family_of(const Json& summary, std::size_t rows);

// For the page: RunDetail.family of web/src/data/types.ts.
Json json_of(const Family& family);

}  // namespace bricard::page
