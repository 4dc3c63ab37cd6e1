// What workers on many nodes share: chunks that are taken once, come back when a worker is lost, and news that outlive their writers.
#include "study/work_folder.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "bricard/core/test_scratch.hpp"

namespace bricard::study {
namespace {

std::vector<long> numbers(long count) {
  std::vector<long> list;
  for (long i = 0; i < count; ++i) list.push_back(i);
  return list;
}

TEST(WorkFolder, EveryChunkIsTakenOnce) {
  const ScratchFolder scratch("chunks");
  const WorkFolder folder(scratch.path() / "work");
  folder.lay_out(numbers(1000), 7, "words", nullptr);
  EXPECT_TRUE(folder.exists());
  EXPECT_EQ(folder.words(), "words");
  EXPECT_EQ(folder.counts().open, 143);
  std::mutex mutex;
  std::multiset<long> done;
  std::vector<std::thread> crew;
  for (int w = 0; w < 8; ++w)
    crew.emplace_back([&, name = worker_name(w)] {
      while (const auto chunk = folder.take(name)) {
        const std::lock_guard lock(mutex);
        done.insert(chunk->tasks.begin(), chunk->tasks.end());
        folder.finish(*chunk, name);
      }
    });
  for (auto& each : crew) each.join();
  const auto all = numbers(1000);
  EXPECT_EQ(done, std::multiset<long>(all.begin(), all.end()));
  EXPECT_EQ(folder.counts().done, 143);
  EXPECT_EQ(folder.counts().taken, 0);
}

TEST(WorkFolder, AChunkOfALostWorkerIsTakenAgain) {
  const ScratchFolder scratch("lost");
  const WorkFolder folder(scratch.path() / "work");
  folder.lay_out(numbers(3), 10, "words", nullptr);
  ASSERT_TRUE(folder.take("node1-1-0"));
  EXPECT_FALSE(folder.take("node2-1-0"));
  std::ofstream(folder.path() / "alive" / "node1-1-0") << "alive\n";
  folder.take_back(1000);  // it lives
  EXPECT_FALSE(folder.take("node2-1-0"));
  std::filesystem::last_write_time(folder.path() / "alive" / "node1-1-0", std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  folder.take_back(1000);
  const auto again = folder.take("node2-1-0");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->lost, 1);
  EXPECT_EQ(again->tasks, numbers(3));
  // The lost one was only slow: what it says of its chunk changes nothing any more.
  folder.finish(Chunk{0, {}, 0}, "node1-1-0");
  EXPECT_EQ(folder.counts().taken, 1);
}

// A file whose writer was killed is read up to its last whole record; a byte that was changed ends it.
TEST(NewsFile, ATornEndIsLeftOut) {
  const ScratchFolder scratch("news");
  const auto path = scratch.path() / "worker";
  {
    NewsFile file(path);
    for (long i = 0; i < 3; ++i) file.append(Record{i, 0, std::string(32, 'k'), {1.0, double(i)}, {i == 1, "reason", 0.1, {2.5}}});
    file.append(SearchEnd{4, "why"});
  }
  const auto whole = std::filesystem::file_size(path);
  const auto read = [&] {
    std::vector<News> all;
    read_news(path, [&](News&& news) { all.push_back(std::move(news)); });
    return all;
  };
  ASSERT_EQ(read().size(), 4u);
  const Record second = std::get<Record>(read()[1]);
  EXPECT_TRUE(second.run.failed);
  EXPECT_EQ(second.run.reason, "reason");
  EXPECT_EQ(second.point, (Point{1, 1}));
  EXPECT_EQ(second.run.values, std::vector<double>{2.5});
  EXPECT_EQ(std::get<SearchEnd>(read()[3]).message, "why");
  for (std::uintmax_t size = whole - 1; size > whole - 20; --size) {
    std::filesystem::resize_file(path, size);
    EXPECT_EQ(read().size(), 3u) << size;
  }
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(40).put('x');
  EXPECT_EQ(read().size(), 0u);
  EXPECT_TRUE((read_news(scratch.path() / "nothing", [](News&&) { FAIL(); }), true));
}

}  // namespace
}  // namespace bricard::study
