// Studies under MPI: rank 0 has the results and gives out chunks, the others do them. Each writes what it tells to a file of its own
// before it says so, so that nothing finished is lost when a rank is killed, which ends them all.
#define OMPI_SKIP_MPICXX  // its old interface of C++ is another library
#define MPICH_SKIP_MPICXX
#include <mpi.h>

#include <fmt/format.h>

#include <cstring>
#include <filesystem>

#include "bricard/core/error.hpp"
#include "cli/studying/study_session.hpp"
#include "cli/studying/study_tables.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;
using namespace bricard::study;

namespace {

// From a rank to 0: ready for a chunk, or told runs; from 0: a chunk, none of size 0.
enum Tag { ready, told, chunk_of_tasks };

class Mpi {
 public:
  Mpi() { MPI_Init(nullptr, nullptr); }
  ~Mpi() { MPI_Finalize(); }
  Mpi(const Mpi&) = delete;
  Mpi& operator=(const Mpi&) = delete;
  int rank() const {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
  }
  int size() const {
    int size = 0;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    return size;
  }
};

std::string shared(std::string text) {
  unsigned long size = text.size();
  MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  text.resize(size);
  MPI_Bcast(text.data(), static_cast<int>(size), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text;
}

// Every rank must know before any waits for another: whether all could begin.
bool all_good(bool good) {
  int mine = good, all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
  return all;
}

// Rank 0. Messages of told runs are counts of done and failed ones.
bool give_out(const Outstanding& outstanding, Work& work, int ranks, const Arguments& arguments) {
  const std::vector<long>& tasks = outstanding.tasks();
  const std::size_t size = chunk_size(work, tasks.size(), static_cast<std::size_t>(ranks - 1));
  StudyLine line(arguments);
  Progress progress(outstanding.expected_runs(), [&](const std::string& text, double fraction) { line.show(text, fraction); });
  std::size_t next = 0;
  bool whole = true;
  for (int at_work = ranks - 1; at_work > 0;) {
    long message[2];
    MPI_Status status;
    MPI_Recv(message, 2, MPI_LONG, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    if (status.MPI_TAG == told) {
      progress.ended(message[0] != 0);
      continue;
    }
    if (interrupt_flag()) whole = whole && next >= tasks.size();
    const std::size_t end = interrupt_flag() ? next : std::min(next + size, tasks.size());
    MPI_Send(tasks.data() + next, static_cast<int>(end - next), MPI_LONG, status.MPI_SOURCE, chunk_of_tasks, MPI_COMM_WORLD);
    if (end == next) --at_work;
    next = end;
    if (message[0] != 0) whole = false;  // it was interrupted
  }
  return whole;
}

void work_for(StudySession& session, const WorkFolder& folder, int rank) {
  NewsFile news(folder.path() / "news" / worker_name(rank));
  if (session.work().is_search()) folder.read_known(session.work());
  long interrupted = 0;
  while (true) {
    const long message[2] = {interrupted, 0};
    MPI_Send(message, 2, MPI_LONG, 0, ready, MPI_COMM_WORLD);
    MPI_Status status;
    MPI_Probe(0, chunk_of_tasks, MPI_COMM_WORLD, &status);
    int count = 0;
    MPI_Get_count(&status, MPI_LONG, &count);
    Chunk chunk;
    chunk.tasks.resize(static_cast<std::size_t>(count));
    MPI_Recv(chunk.tasks.data(), count, MPI_LONG, 0, chunk_of_tasks, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (count == 0) return;
    const bool ended = do_chunk(chunk, session.work(), session.evaluation(), news, [&](const News& each) {
      const auto* record = std::get_if<Record>(&each);
      if (!record) return;
      const long one[2] = {record->run.failed, 0};
      MPI_Send(one, 2, MPI_LONG, 0, told, MPI_COMM_WORLD);
    });
    if (!ended) interrupted = 1;
  }
}

int as_worker(const Mpi& mpi) {
  const std::string words = shared("");
  if (words.empty()) return done;  // rank 0 has nothing to do, or could not begin
  const nlohmann::json json = nlohmann::json::parse(words);
  std::unique_ptr<StudySession> session;
  std::string trouble;
  try {
    session = session_of_worker(json.at("session"), &interrupt_flag());
  } catch (const std::exception& error) {
    trouble = error.what();
  }
  if (!all_good(session != nullptr)) {
    if (!trouble.empty()) print_error(fmt::format("bricard: rank {}: {}\n", mpi.rank(), trouble));
    return failed;
  }
  work_for(*session, WorkFolder(fs::path(json.at("folder").get<std::string>())), mpi.rank());
  return done;
}

}  // namespace

int study_on_mpi(const Arguments& arguments, const std::string& path) {
  interrupt_flag();
  const Mpi mpi;
  if (mpi.rank() > 0) return as_worker(mpi);
  bool has_shared = false;
  const auto share = [&](const std::string& words) {
    if (!has_shared) shared(words);
    has_shared = true;
  };
  try {
    if (mpi.size() < 2) throw Error("--on", "under MPI one rank gives out work and others do it", "mpirun -n 4 bricard study .. --on mpi");
    const fs::path results = results_of(arguments, path);
    const int code = conduct_study(arguments, path, [&](StudySession& session, const Outstanding& outstanding, const auto& take) {
      const WorkFolder folder(work_folder_of(results, session.plan()));
      std::optional<Store> known;
      if (session.work().is_search()) known.emplace(results, Store::Use::read);
      folder.lay_out({}, 1, session.words(), known ? &*known : nullptr);
      share(nlohmann::json{{"folder", folder.path().string()}, {"session", session.words()}}.dump());
      if (!all_good(true)) throw Error("--on", "a rank could not begin");
      const bool whole = give_out(outstanding, session.work(), mpi.size(), arguments);
      folder.merge(take);
      return whole;
    });
    share("");
    return code;
  } catch (...) {
    share("");
    throw;
  }
}

}  // namespace bricard::cli
