#include "page/processes/model_reader.hpp"

#include <fmt/format.h>

#include "page/faults.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
constexpr std::chrono::seconds longest{30};

Json parsed(const ChildEnd& end) {
  Json json = end.code == 0 ? Json::parse(end.out, nullptr, false) : Json(nullptr);
  return json.is_discarded() ? Json(nullptr) : json;
}

std::vector<Fault> faults_of(const ChildEnd& end, const std::string& file, const std::string& folder) {
  std::vector<Fault> faults = read_faults(end.out, file, folder);
  if (!faults.empty()) return faults;
  faults.emplace_back().what =
      end.too_long ? fmt::format("reading took longer than {} s and was ended", longest.count())
                   : fmt::format("reading ended with {} {}", end.signal ? "signal" : "code", end.signal ? end.signal : end.code);
  return faults;
}

}  // namespace

ChildEnd ModelReader::read(std::vector<std::string> words) const {
  ChildOrder child;
  child.words = {program_.string(), "scene"};
  child.words.insert(child.words.end(), words.begin(), words.end());
  child.words.push_back("--json");
  child.memory = memory_for_children();
  child.limit = longest;
  child.wish = [this] { return ending_ ? Wish::end_now : Wish::go_on; };
  return run_child(child);
}

ModelReader::Drawn ModelReader::scene(const Text& text) {
  const fs::path file = scratch_.put(text.file, text.text);
  std::vector<std::string> words{file.string(), "--within=" + text.folder.string()};
  for (const auto& [name, value] : text.set) words.push_back("--set=" + name + '=' + value);
  const ChildEnd end = read(std::move(words));
  std::error_code ignored;
  fs::remove_all(file.parent_path(), ignored);
  Drawn drawn{parsed(end), {}};
  if (drawn.scene.is_null()) drawn.faults = faults_of(end, file.string(), text.folder.string());
  return drawn;
}

Json ModelReader::scene_of_results(const fs::path& folder) {
  const ChildEnd end = read({folder.string()});
  if (end.code != 0) throw Error(faults_of(end, "", ""));
  return parsed(end);
}

}  // namespace bricard::page
