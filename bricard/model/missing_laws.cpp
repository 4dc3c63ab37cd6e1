#include "bricard/model/missing_laws.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "bricard/model/functions.hpp"
#include "bricard/model/model.hpp"

namespace bricard {

namespace {

bool has_word(std::string_view text, std::string_view word) {
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; };
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string_view::npos; at += word.size()) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> missing_laws(const Model& model) {
  std::vector<std::string> laws;
  if (std::any_of(model.parameters.begin(), model.parameters.end(),
                  [](const Parameter& each) { return each.name == missing_law; }))
    return laws;
  for (const FunctionPlace& place : list_functions(model))
    if (has_word(place.function->text, missing_law)) laws.push_back(place.where);
  return laws;
}

}  // namespace bricard
