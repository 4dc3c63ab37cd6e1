#include "cli/page_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/core/units.hpp"

namespace bricard::cli {
namespace {

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

}  // namespace

std::optional<std::string> page_value(const Arguments& arguments, const std::string& name) {
  const auto found = arguments.page.find(name);
  if (found == arguments.page.end()) return {};
  if (found->second.empty()) throw Error(option_name(name), "the value is missing");
  return found->second;
}

std::optional<double> page_number(const Arguments& arguments, const std::string& name, double least, double most) {
  const std::optional<std::string> text = page_value(arguments, name);
  if (!text) return {};
  double number = 0;
  if (number_prefix(*text, number) != text->size() || !(number >= least && number <= most))
    throw Error(option_name(name),
                fmt::format("a number from {:g} to {:g} is expected, found {}", least, most, bricard::quoted(*text)));
  return number;
}

std::optional<std::pair<int, int>> page_size(const Arguments& arguments, int least, int most) {
  const std::optional<std::string> text = page_value(arguments, "size");
  if (!text) return {};
  int width = 0, height = 0;
  const char *const begin = text->data(), *const end = begin + text->size();
  const auto first = std::from_chars(begin, end, width);
  const bool crossed = first.ec == std::errc() && first.ptr != end && (*first.ptr == 'x' || *first.ptr == 'X');
  const auto second = crossed ? std::from_chars(first.ptr + 1, end, height) : first;
  if (!crossed || second.ec != std::errc() || second.ptr != end)
    throw Error("--size", "WIDTHxHEIGHT is expected, found " + bricard::quoted(*text), "for instance 900x560");
  if (std::min(width, height) < least || std::max(width, height) > most)
    throw Error("--size", fmt::format("{} pixels: each side must be between {} and {}", *text, least, most));
  return std::pair(width, height);
}

std::optional<std::string> page_choice(const Arguments& arguments, const std::string& name,
                                       const std::vector<std::string>& words) {
  const std::optional<std::string> text = page_value(arguments, name);
  if (!text || std::find(words.begin(), words.end(), *text) != words.end()) return text;
  const std::string hint = did_you_mean(*text, words);
  throw Error(option_name(name), fmt::format("{} is expected, found {}", listed(words), bricard::quoted(*text)), hint);
}

std::string picture_ending(const std::string& file, const std::vector<std::string>& endings) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return ending;
  throw Error("--out", fmt::format("a file that ends in {} is expected, found {}", listed(endings), bricard::quoted(file)));
}

}  // namespace bricard::cli
