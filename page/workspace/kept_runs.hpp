// Runs as they lie in a folder beside a model: their names, the words they keep, and what a killed one has left.
#pragma once
#include <ctime>

#include "page/workspace/workspace.hpp"

namespace bricard::page {

// Null where the file is missing, too large or no JSON.
Json read_json(const std::filesystem::path& path);
std::string kept_word(const Json& json, const char* key);
Settings kept_settings(const Json& json, const char* key);

std::string time_text(std::time_t time);
std::string written_at(const std::filesystem::path& path);

// The N of "run-N"; 0: it is something else.
int run_number(const std::string& name);
std::filesystem::path partial_of(const std::filesystem::path& run);
// Whether a run is writing there now.
bool is_being_written(const std::filesystem::path& folder);
// What a killed run has left becomes its results.
void take_what_is_left(const std::filesystem::path& run);

}  // namespace bricard::page
