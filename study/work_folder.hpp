// Work that processes on many nodes share through one folder of a file system that all of them see. Nothing but renaming a file is
// asked of that file system, which one process alone does successfully.
//
//   FOLDER/study          what is done: the words of the command, base and number of chunks
//   FOLDER/known          runs that are known already, for searches
//   FOLDER/open/N         a chunk: numbers of tasks; renamed to taken/N.WORKER, and that to done/N
//   FOLDER/lost/N         one byte for each worker that was lost with it
//   FOLDER/news/WORKER    what the worker tells (record.hpp)
//   FOLDER/alive/WORKER   written anew while it lives
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "study/conduct.hpp"

namespace bricard::study {

struct Chunk {
  long number = 0;
  std::vector<long> tasks;
  int lost = 0;  // how many workers
};

class WorkFolder {
 public:
  explicit WorkFolder(std::filesystem::path path) : path_(std::move(path)) {}
  const std::filesystem::path& path() const { return path_; }
  bool exists() const;

  // Of the conductor. `words`: for workers. Replaces what is there.
  void lay_out(const std::vector<long>& tasks, std::size_t chunk_size, const std::string& words, Store* known) const;
  struct Counts {
    long open = 0, taken = 0, done = 0;
  };
  Counts counts() const;
  void merge(const std::function<void(const News&)>& take) const;  // what workers have told
  // Chunks of workers that gave no sign of life for so long, or of all (0), are open again.
  void take_back(double seconds) const;
  void remove() const;
  std::string words() const;

  // Of a worker.
  std::optional<Chunk> take(const std::string& worker) const;
  void finish(const Chunk& chunk, const std::string& worker) const;
  void read_known(Work& work) const;

 private:
  std::filesystem::path path_;
};

// The chunks of a folder, one after the other, until there are none or it is interrupted. A chunk whose worker was lost is taken
// again; a task that was begun by three workers which were lost is told as failed.
void work_in_folder(const WorkFolder& folder, Work& work, const Evaluation& evaluation, const std::string& worker, double lost_after,
                    const std::atomic<bool>* interrupt);

// One chunk: tells each run as it ends, but for what is known. False: interrupted.
bool do_chunk(const Chunk& chunk, Work& work, const Evaluation& evaluation, NewsFile& news, const std::function<void(const News&)>& told = {});

// A size with which every worker gets about eight chunks, so that none waits long at the end; of searches one.
std::size_t chunk_size(const Work& work, std::size_t tasks, std::size_t workers);

// "node7-4711-0": of this host, process and thread.
std::string worker_name(int thread);

}  // namespace bricard::study
