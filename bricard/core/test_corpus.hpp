// Replays the corpus of a fuzz target, and deterministic mutations of it for a moment: no bytes may crash or stall a reader. With
// BRICARD_MUTATION_SECONDS=60 it searches for so long, from another start each time.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "bricard/core/test_paths.hpp"

namespace bricard {

class Corpus {
 public:
  // What the bytes break, empty: nothing.
  using BrokenBy = std::function<std::string(const std::string& bytes)>;

  // folder: below the root of the source tree.
  Corpus(const std::string& folder, BrokenBy broken_by) : broken_by_(std::move(broken_by)) {
    std::vector<std::filesystem::path> paths;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(source_dir) / folder))
      if (entry.is_regular_file()) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const auto& path : paths) {
      std::ifstream file(path, std::ios::binary);
      texts_.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  }

  void expect_unbroken(std::size_t least_files, int mutations = 5000) {
    EXPECT_GE(texts_.size(), least_files);
    for (const std::string& text : texts_) {
      const auto start = Clock::now();
      EXPECT_EQ(broken_by_(text), "") << text.substr(0, 400);
      EXPECT_LT(Clock::now() - start, std::chrono::seconds(5)) << text.substr(0, 400);
    }
    std::erase_if(texts_, [](const std::string& text) { return text.size() > 4000; });
    const char* const seconds = std::getenv("BRICARD_MUTATION_SECONDS");
    std::mt19937 random(seconds ? std::random_device()() : 20240229);
    const auto end = Clock::now() + std::chrono::milliseconds(seconds ? 1000 * std::atoi(seconds) : mutations / 4);
    int tried = 0;
    for (; Clock::now() < end && (seconds || tried < mutations); ++tried) {
      const std::string text = mutated(texts_[random() % texts_.size()], random);
      ASSERT_EQ(broken_by_(text), "") << text;
    }
    EXPECT_GT(tried, 20);
  }

 private:
  using Clock = std::chrono::steady_clock;

  // Changes that find more than random bytes do: pieces of other files, characters that mean something, doubled and cut parts.
  std::string mutated(std::string text, std::mt19937& random) const {
    const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1)); };
    const std::string special = "[]{}:,-?#&*!|>'\"%@`\n \t.+/^()<>=0e9\xC3\x80\x00";
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      const std::size_t at = below(text.size() + 1), size = below(std::min<std::size_t>(text.size() - at, 40) + 1);
      const std::string& other = texts_[below(texts_.size())];
      switch (below(5)) {
        case 0:
          text.insert(at, 1, special[below(special.size())]);
          break;
        case 1:
          text.erase(at, size);
          break;
        case 2:
          text.insert(at, text.substr(at, size));
          break;
        case 3:
          text.replace(at, size, other.substr(below(other.size()), below(40)));
          break;
        case 4:
          if (at < text.size()) text[at] = static_cast<char>(random());
          break;
      }
    }
    return text;
  }

  BrokenBy broken_by_;
  std::vector<std::string> texts_;
};

}  // namespace bricard
