// Options of the verbs around the page: their values, or an Error that says what was expected.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.hpp"

namespace bricard::cli {

// The option's text; nothing where it was not given. An empty one is an Error.
std::optional<std::string> page_value(const Arguments& arguments, const std::string& name);
std::optional<double> page_number(const Arguments& arguments, const std::string& name, double least, double most);
// "900x560": width and height, each between the limits.
std::optional<std::pair<int, int>> page_size(const Arguments& arguments, int least, int most);
// One of the words, or an Error with the nearest.
std::optional<std::string> page_choice(const Arguments& arguments, const std::string& name,
                                       const std::vector<std::string>& words);
// How the file's name ends, in small letters; one of the endings, or an Error.
std::string picture_ending(const std::string& file, const std::vector<std::string>& endings);

}  // namespace bricard::cli
