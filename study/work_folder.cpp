#include "study/work_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/io/document.hpp"
#include "bricard/results/atomic_file.hpp"

namespace bricard::study {

namespace fs = std::filesystem;

namespace {

constexpr int most_lost = 3;

// Their names, in order; a folder that is gone has none.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) names.push_back(at->path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

bool renamed(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::rename(from, to, error);
  return !error;
}

std::string chunk_name(long number) { return fmt::format("{:07}", number); }

// Signs of life, as long as it lives: ten in the time after which it would count as lost, so that thousands of workers leave the file
// system its time.
class Heart {
 public:
  Heart(const fs::path& file, double lost_after) : beating_([file, pause = lost_after / 10](std::stop_token stop) {
    while (!stop.stop_requested()) {
      std::ofstream(file) << "alive\n";
      const auto next = std::chrono::steady_clock::now() + std::chrono::duration<double>(pause);
      while (!stop.stop_requested() && std::chrono::steady_clock::now() < next) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }) {
    std::ofstream(file) << "alive\n";
  }

 private:
  std::jthread beating_;
};

}  // namespace

bool WorkFolder::exists() const { return fs::exists(path_ / "study"); }

void WorkFolder::lay_out(const std::vector<long>& tasks, std::size_t size, const std::string& words, Store* known) const {
  remove();
  for (const char* each : {"open", "taken", "done", "lost", "news", "alive"}) fs::create_directories(path_ / each);
  if (known) {
    NewsFile file(path_ / "known");
    known->for_each_run([&](const std::string& key, Run&& run) { file.append(Record{0, 0, key, {}, std::move(run)}); });
  }
  long number = 0;
  for (std::size_t begin = 0; begin < tasks.size(); begin += size, ++number) {
    std::ofstream chunk(path_ / "open" / chunk_name(number));
    for (std::size_t i = begin; i < std::min(begin + size, tasks.size()); ++i) chunk << tasks[i] << '\n';
    if (!chunk.flush()) throw Error(path_.string(), "the folder of the workers cannot be written");
  }
  write_file(path_ / "study", words);
}

WorkFolder::Counts WorkFolder::counts() const {
  const auto count = [&](const char* folder) { return static_cast<long>(names_in(path_ / folder).size()); };
  return {count("open"), count("taken"), count("done")};
}

void WorkFolder::merge(const std::function<void(const News&)>& take) const {
  for (const std::string& each : names_in(path_ / "news"))
    read_news(path_ / "news" / each, [&](News&& news) { take(news); });
}

void WorkFolder::take_back(double seconds) const {
  std::error_code error;
  const fs::path now_file = path_ / "alive" / (".now-" + worker_name(0));
  std::ofstream(now_file) << "now\n";
  const auto now = fs::last_write_time(now_file, error);  // by the clock of the file system
  fs::remove(now_file, error);
  for (const std::string& each : names_in(path_ / "taken")) {
    const std::size_t dot = each.find('.');
    const std::string number = each.substr(0, dot), worker = each.substr(dot + 1);
    const auto sign = fs::last_write_time(path_ / "alive" / worker, error);
    const bool alive = !error && std::chrono::duration<double>(now - sign).count() < seconds;
    if (alive || !renamed(path_ / "taken" / each, path_ / "open" / number)) continue;
    if (seconds > 0) std::ofstream(path_ / "lost" / number, std::ios::app) << '.';
  }
}

void WorkFolder::remove() const {
  std::error_code error;
  fs::remove(path_ / "study", error);  // first: what is half removed is none
  fs::remove_all(path_, error);
}

std::string WorkFolder::words() const { return read_file((path_ / "study").string()); }

std::optional<Chunk> WorkFolder::take(const std::string& worker) const {
  std::vector<std::string> open = names_in(path_ / "open");
  // Each worker begins at a place of its own: a thousand that come at once do not all want the first chunk.
  if (!open.empty()) std::rotate(open.begin(), open.begin() + static_cast<std::ptrdiff_t>(std::hash<std::string>()(worker) % open.size()), open.end());
  for (const std::string& each : open) {
    const fs::path mine = path_ / "taken" / (each + '.' + worker);
    if (!renamed(path_ / "open" / each, mine)) continue;  // another one was faster
    Chunk chunk;
    chunk.number = std::stol(each);
    std::ifstream file(mine);
    for (long task; file >> task;) chunk.tasks.push_back(task);
    std::error_code error;
    const auto lost = fs::file_size(path_ / "lost" / each, error);
    chunk.lost = error ? 0 : static_cast<int>(lost);
    return chunk;
  }
  return std::nullopt;
}

void WorkFolder::finish(const Chunk& chunk, const std::string& worker) const {
  const std::string name = chunk_name(chunk.number);
  renamed(path_ / "taken" / (name + '.' + worker), path_ / "done" / name);
}

void WorkFolder::read_known(Work& work) const {
  const auto know = [&](const News& news) {
    if (const auto* record = std::get_if<Record>(&news)) work.know(*record);
  };
  read_news(path_ / "known", know);
  merge(know);
}

bool do_chunk(const Chunk& chunk, Work& work, const Evaluation& evaluation, NewsFile& news, const std::function<void(const News&)>& told) {
  bool may_be_deadly = chunk.lost >= most_lost;
  for (const long task : chunk.tasks) {
    if (!work.is_search() && chunk.lost > 0) {
      const std::string key = evaluation.key(work.point(task));
      if (work.knows(key)) continue;
      if (may_be_deadly) {
        Record record{task, 0, key, work.point(task), {}};
        record.run.failed = true;
        record.run.reason = fmt::format("{} workers that ran it were lost", chunk.lost);
        news.append(record);
        if (told) told(record);
        may_be_deadly = false;
        continue;
      }
    }
    const bool ended = work.run(task, 1, [&](const News& each) {
      news.append(each);
      if (told) told(each);
    });
    if (!ended) return false;
  }
  return true;
}

void work_in_folder(const WorkFolder& folder, Work& work, const Evaluation& evaluation, const std::string& worker, double lost_after,
                    const std::atomic<bool>* interrupt) {
  const Heart heart(folder.path() / "alive" / worker, lost_after);
  NewsFile news(folder.path() / "news" / worker);
  if (work.is_search()) folder.read_known(work);
  while (!(interrupt && interrupt->load())) {
    const std::optional<Chunk> chunk = folder.take(worker);
    if (!chunk) {
      if (folder.counts().taken == 0) return;
      folder.take_back(lost_after);
      if (folder.counts().open == 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
      continue;
    }
    if (chunk->lost > 0) folder.read_known(work);
    if (!do_chunk(*chunk, work, evaluation, news)) return;
    folder.finish(*chunk, worker);
  }
}

std::size_t chunk_size(const Work& work, std::size_t tasks, std::size_t workers) {
  constexpr std::size_t shares = 8, most = 1000;
  if (work.is_search()) return 1;
  return std::clamp<std::size_t>(tasks / (shares * std::max<std::size_t>(workers, 1)), 1, most);
}

std::string worker_name(int thread) {
  char host[256] = "host";
  ::gethostname(host, sizeof host - 1);
  std::string name(host);
  std::replace(name.begin(), name.end(), '.', '_');
  return fmt::format("{}-{}-{}", name, ::getpid(), thread);
}

}  // namespace bricard::study
