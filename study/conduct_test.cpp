// One table, whoever computes it and however often it is interrupted; nothing is done twice.
#include <gtest/gtest.h>

#include <cstdlib>

#include "study/test_conducted.hpp"

namespace bricard::study {
namespace {

bool is_long() { return std::getenv("BRICARD_LONG") != nullptr; }

// A pendulum that falls: a few milliseconds a run.
const char* const pendulum = R"(bricard: 1
dimension: 2
gravity: [0, -9.81]
parameters: {l: 1, a: 30 deg}
bodies: {bob: {mass: 1, inertia: 0.01, position: [0, -l]}}
joints: {pin: {type: revolute, bodies: [ground, bob], at: [0, 0], initial: {angle: a}}}
analysis: {type: dynamics, duration: 4, output_step: 20 ms, tolerance: 1e-8}
)";

class Conducting : public StudyTest {
 protected:
  void give_pendulum(int count) const {
    give(pendulum, "vary: {l: {from: 0.5, to: 2}, a: {from: 10 deg, to: 80 deg}}\nmeasure: {fast: max(pin.speed), x: bob.x}\n"
                   "sampling: {kind: sobol, seed: 4, count: " + std::to_string(count) + "}\n");
  }
  std::string table_on(std::vector<std::string> words, const std::string& results) const {
    words.insert(words.end(), {"--out", results, "--quiet"});
    const cli::Ended ended = study(words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return exported(results);
  }
  // Killed by -9 as soon as this many samples are there.
  void kill_at(long samples, const std::vector<std::string>& words, const std::string& results) const {
    const pid_t child = ::fork();
    if (child == 0) {
      ::setpgid(0, 0);  // with all that it starts
      cli::become(words, here());
    }
    for (int i = 0; i < 3000; ++i) {
      if (this->samples(results) + news_of(results) >= samples) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ::kill(-child, SIGKILL);
    ::waitpid(child, nullptr, 0);
  }
  // What workers have told and nobody has merged: a record has more than 100 bytes.
  long news_of(const std::string& results) const {
    long bytes = 0;
    std::error_code error;
    for (const auto& each : std::filesystem::recursive_directory_iterator(folder(), error))
      if (each.path().parent_path().filename() == "news" && each.path().string().find(results + ".work-") != std::string::npos)
        bytes += static_cast<long>(each.file_size(error));
    return bytes / 100;
  }
  long samples(const std::string& results) const {  // 0 also as long as nothing is there
    const cli::Ended status = bricard({"study", "status", results, "--json"});
    return status.code == 0 ? Json::parse(status.out)["samples"].get<long>() : 0;
  }
};

TEST_F(Conducting, OneTableOnOneCoreAndOnMany) {
  give_pendulum(60);
  const std::string one = table_on({"--threads", "1"}, "one.sqlite");
  EXPECT_EQ(std::count(one.begin(), one.end(), '\n'), 61);
  EXPECT_EQ(one.find("failed"), std::string::npos);
  EXPECT_EQ(table_on({"--threads", "4"}, "four.sqlite"), one);
}

// Each random search draws its own numbers, whatever thread does it.
TEST_F(Conducting, OneTableOfASearch) {
  for (const char* method : {"auto", "crs", "isres", "esch"}) {
    give(functions_of("x: 0, y: 0", "f: \"(x - 0.3)^2 + (y*y - x)^2 + 0.1*sin(20*x)\""),
         std::string("vary: {x: {from: -1, to: 1}, y: {from: -1, to: 1}}\nmeasure: {f: f}\noptimize: {minimize: f, starts: 4, evaluations: 150, method: ") + method + "}\n");
    const std::string name(method);
    EXPECT_EQ(table_on({"--threads", "1"}, name + "1.sqlite"), table_on({"--threads", "4"}, name + "4.sqlite")) << method;
  }
}

TEST_F(Conducting, KilledAtAnyMomentNothingFinishedIsLost) {
  give_pendulum(300);
  const std::string whole = table_on({}, "whole.sqlite");
  kill_at(40, {program_path, "study", "s.study.yaml", "--out", "killed.sqlite", "--quiet"}, "killed.sqlite");
  const long kept = samples("killed.sqlite");
  EXPECT_GE(kept, 40);
  EXPECT_LT(kept, 300);
  EXPECT_NE(bricard({"study", "show", "killed.sqlite"}).out.find("not done"), std::string::npos);
  EXPECT_EQ(table_on({}, "killed.sqlite"), whole);
}

// Runs that are known are not done again, though the study is another one: a finer grid takes those of the coarse one.
TEST_F(Conducting, TheSameWorkIsNotDoneTwice) {
  const auto grid = [&](int points) {
    give(pendulum, "vary: {l: {from: 0.5, to: 1.5, points: " + std::to_string(points) + "}}\nmeasure: {fast: max(pin.speed)}\n");
  };
  grid(3);
  table_on({}, "s.study.sqlite");
  EXPECT_EQ(known_runs(), 3);
  grid(5);
  const std::string finer = table_on({}, "s.study.sqlite");
  EXPECT_EQ(known_runs(), 5);
  EXPECT_EQ(std::count(finer.begin(), finer.end(), '\n'), 6);
  // Two samples of a list that are the same are one run.
  give(pendulum, "vary: {l: [0.5, 1.25, 0.5, 1.25]}\nmeasure: {fast: max(pin.speed)}\n");
  const std::string listed = table_on({}, "s.study.sqlite");
  EXPECT_EQ(std::count(listed.begin(), listed.end(), '\n'), 5);
  EXPECT_EQ(known_runs(), 5);
  // What is measured, and the model, are part of what a run is known by.
  give(std::string(pendulum) + "# another word\n", "vary: {l: [0.5]}\nmeasure: {fast: max(pin.speed)}\n");
  table_on({}, "s.study.sqlite");
  EXPECT_EQ(known_runs(), 6);
}

// All runs of a study are of the model as it was when it began.
TEST_F(Conducting, AModelThatIsChangedMeanwhileChangesNothing) {
  give_pendulum(300);
  const std::string whole = table_on({}, "whole.sqlite");
  const pid_t child = ::fork();
  if (child == 0) cli::become({program_path, "study", "s.study.yaml", "--out", "changed.sqlite", "--quiet"}, here());
  while (samples("changed.sqlite") == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  std::string other = pendulum;
  other.replace(other.find("-9.81"), 5, "-1.62");
  write("m.bricard.yaml", other);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(exported("changed.sqlite"), whole);
}

TEST_F(Conducting, OneProcessWritesAtATime) {
  give_pendulum(400);
  const pid_t child = ::fork();
  if (child == 0) cli::become({program_path, "study", "s.study.yaml", "--quiet"}, here());
  while (samples("s.study.sqlite") == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  const cli::Ended second = study();
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(second.code, 2);
  EXPECT_NE(second.err.find("another process is doing this study"), std::string::npos) << second.err;
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1);  // interrupted: what was done is kept
  EXPECT_GT(samples("s.study.sqlite"), 0);
}

TEST_F(Conducting, AFullDiskIsTold) {
  give_pendulum(3000);
  cli::Setting setting = here();
  setting.largest_file = 60'000;
  const cli::Ended ended = bricard({"study", "s.study.yaml", "--quiet"}, setting);
  EXPECT_NE(ended.code, 0);
  EXPECT_EQ(ended.signal, 0);
  EXPECT_NE(ended.err.find("s.study.sqlite"), std::string::npos) << ended.err;
}

TEST_F(Conducting, WhenAllRunsFailTheStudyDoes) {
  give(functions_of("x: 0", "f: sqrt(x)"), "vary: {x: {from: 1, to: 2, points: 3}}\nrun: {type: dynamics, duration: 1, step: -1}\nmeasure: {f: f}\n");
  EXPECT_EQ(study().code, 2);  // the options are wrong, which is known before
}

class UnderMpi : public Conducting {
 protected:
  void SetUp() override {
    if (std::system("command -v mpirun > /dev/null") != 0) GTEST_SKIP() << "mpirun is not installed (scripts/setup test)";
    if (!std::filesystem::exists(std::filesystem::path(program_path).parent_path() / "bricard-study-mpi")) GTEST_SKIP() << "built without MPI";
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
    ::setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
    ::setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 1);
    ::setenv("OMPI_MCA_mpi_yield_when_idle", "1", 1);
  }
  std::vector<std::string> ranks(const std::string& results) const {
    return {"mpirun", "-n", "4", program_path, "study", "s.study.yaml", "--on", "mpi", "--out", results, "--quiet"};
  }
};

TEST_F(UnderMpi, OneTableOnFourRanksAlsoWhenAWorkerIsKilled) {
  give_pendulum(is_long() ? 2000 : 200);
  const std::string whole = table_on({}, "whole.sqlite");
  const pid_t child = ::fork();
  if (child == 0) cli::become(ranks("mpi.sqlite"), here());
  for (int i = 0; i < 2000 && news_of("mpi.sqlite") < 20; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // A rank that is at work: the file it writes tells its process, HOST-PID-RANK.
  for (const auto& each : std::filesystem::recursive_directory_iterator(folder())) {
    if (each.path().parent_path().filename() != "news" || each.file_size() == 0) continue;
    const std::string name = each.path().filename().string();
    const std::size_t last = name.rfind('-'), before = name.rfind('-', last - 1);
    ::kill(std::stoi(name.substr(before + 1, last - before - 1)), SIGKILL);
    break;
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_FALSE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  const cli::Ended again = cli::execute(ranks("mpi.sqlite"), here());
  EXPECT_EQ(again.code, 0) << again.err << again.out;
  EXPECT_EQ(exported("mpi.sqlite"), whole);
  for (const auto& each : std::filesystem::directory_iterator(folder())) EXPECT_EQ(each.path().string().find(".work-"), std::string::npos);
}

TEST_F(UnderMpi, OneTableOfASearch) {
  give(functions_of("x: 0, y: 0", "f: \"100*(y - x^2)^2 + (1 - x)^2\""), "vary: {x: {from: -2, to: 2}, y: {from: -2, to: 2}}\nmeasure: {f: f}\noptimize: {minimize: f, starts: 5}\n");
  const std::string whole = table_on({}, "whole.sqlite");
  EXPECT_EQ(cli::execute(ranks("mpi.sqlite"), here()).code, 0);
  EXPECT_EQ(exported("mpi.sqlite"), whole);
}

TEST_F(UnderMpi, FaultsAreToldOnce) {
  give(functions_of("x: 0", "f: x"), "vary: {y: {from: 0, to: 1, points: 2}}\nmeasure: {f: f}\n");
  const cli::Ended ended = cli::execute(ranks("mpi.sqlite"), here());
  EXPECT_NE(ended.code, 0);
  const std::size_t first = ended.err.find("s.study.yaml:");
  EXPECT_NE(first, std::string::npos) << ended.err;
  EXPECT_EQ(ended.err.find("s.study.yaml:", first + 1), std::string::npos) << ended.err;
}

}  // namespace
}  // namespace bricard::study
