// Replays the files in corpus/ and deterministic mutations of them for a few seconds: no bytes may crash or stall the reader, and
// what it reads must write and read back the same.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "bricard/core/test_paths.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/fuzz_yaml.hpp"

namespace bricard {
namespace {

const std::filesystem::path folder = std::filesystem::path(source_dir) / "bricard/io/corpus";

std::vector<std::string> corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_regular_file()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) texts.push_back(read_file(path.string()));
  return texts;
}

TEST(Corpus, HoldsAndIsFast) {
  const std::vector<std::string> texts = corpus();
  EXPECT_GE(texts.size(), 20u);
  for (const std::string& text : texts) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_EQ(broken_by(text, folder.string()), "") << text.substr(0, 400);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5)) << text.substr(0, 400);
  }
}

// Changes that find more than random bytes do: pieces of other files, characters that mean something, doubled and cut parts.
std::string mutate(std::string text, const std::vector<std::string>& texts, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % std::max<std::size_t>(n, 1)); };
  const std::string special = "[]{}:,-?#&*!|>'\"%@`\n \t.+/^()<>=0e9\xC3\x80\x00";
  for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
    const std::size_t at = below(text.size() + 1), size = below(std::min<std::size_t>(text.size() - at, 40) + 1);
    const std::string& other = texts[below(texts.size())];
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

TEST(Corpus, HoldsForMutations) {
  std::vector<std::string> texts = corpus();
  texts.erase(std::remove_if(texts.begin(), texts.end(), [](const std::string& text) { return text.size() > 4000; }),
              texts.end());
  const char* seconds = std::getenv("BRICARD_MUTATION_SECONDS");  // for a longer search, with another start each time
  std::mt19937 random(seconds ? std::random_device()() : 20240229);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds ? std::atoi(seconds) : 5);
  int tried = 0;
  for (; std::chrono::steady_clock::now() < end && (seconds || tried < 20000); ++tried) {
    const std::string text = mutate(texts[random() % texts.size()], texts, random);
    ASSERT_EQ(broken_by(text, folder.string()), "") << text;
  }
  EXPECT_GT(tried, 100);
}

}  // namespace
}  // namespace bricard
