// What a worker has to tell: a run that has ended, or that a search has. As bytes they are appended to a file, each with its length
// and digest, so that of a file whose writer was killed everything is read up to the last whole one.
#pragma once
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <variant>

#include "study/evaluation.hpp"

namespace bricard::study {

struct Record {
  long task = 0, step = 0;  // step: of a search, which of its runs
  std::string key;
  Point point;
  Run run;
};

// Why a search has ended.
struct SearchEnd {
  long task = 0;
  std::string message;
};

using News = std::variant<Record, SearchEnd>;
std::string bytes_of(const News& news);

// A file that this process alone writes.
class NewsFile {
 public:
  explicit NewsFile(std::filesystem::path path);
  void append(const News& news);  // throws Error where the disk is full

 private:
  std::filesystem::path path_;
  std::ofstream stream_;
};

void read_news(const std::filesystem::path& path, const std::function<void(News&&)>& take);

}  // namespace bricard::study
