// Runs and checks by processes of the program: progress, cancelling, faults, bounds.
#include "page/server/jobs.hpp"

#include <csignal>
#include <cstring>

#include "bricard/core/test_paths.hpp"
#include "page/refusal.hpp"
#include "page/server/test_server.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

TEST(RunChild, OutputLinesAndExitCode) {
  ChildOrder order;
  order.words = {"/bin/sh", "-c", "echo out; printf 'a\\nb' >&2; exit 3"};
  std::vector<std::string> lines;
  order.error_line = [&](std::string_view line) { lines.emplace_back(line); };
  const ChildEnd end = run_child(order);
  EXPECT_EQ(end.code, 3);
  EXPECT_EQ(end.out, "out\n");
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "b"}));
  order.words = {"/nonexistent"};
  EXPECT_EQ(run_child(order).code, 127);
}

TEST(RunChild, InheritsNoFilesAndBoundsMemory) {
  const int open_here = ::dup(STDIN_FILENO);  // would be inherited
  ChildOrder order;
  order.memory = 200'000'000;
  order.words = {"/bin/sh", "-c", "ls /proc/self/fd | wc -l; ulimit -v; ulimit -c"};
  EXPECT_EQ(run_child(order).out, "4\n195312\n0\n");  // three and the one of `ls`
  ::close(open_here);
}

TEST(RunChild, EndsWhenAskedOrTooLong) {
  ChildOrder order;
  order.words = {"/bin/sleep", "60"};
  order.limit = 100ms;
  const ChildEnd late = run_child(order);
  EXPECT_TRUE(late.too_long);
  EXPECT_EQ(late.signal, SIGKILL);
  order.limit = 0ms;
  order.wish = [] { return Wish::end_soon; };
  EXPECT_EQ(run_child(order).signal, SIGTERM);
  order.words = {"/bin/sh", "-c", "trap '' TERM; echo; while :; do sleep 0.05; done"};
  order.wish = [start = std::chrono::steady_clock::now()] {
    return std::chrono::steady_clock::now() - start > 300ms ? Wish::end_soon : Wish::go_on;
  };
  order.patience = 100ms;
  EXPECT_EQ(run_child(order).signal, SIGKILL);
}

class JobsTest : public FolderTest {
 protected:
  JobsTest() {
    write("rod.bricard.yaml", rod + short_run);
    settings_.program = program_path;
    settings_.verbs = test_verbs;
  }
  void open() {
    workspace_ = std::make_unique<Workspace>(std::vector<fs::path>{path("rod.bricard.yaml")}, nullptr, nullptr);
    jobs_ = std::make_unique<Jobs>(settings_, *workspace_);
  }
  RunOrder order(const std::string& text) const {
    RunOrder order;
    order.text = text;
    return order;
  }
  Job ended(const std::string& id) {
    EXPECT_TRUE(eventually([&] { return jobs_->find(id).state != Job::State::running; }));
    return jobs_->find(id);
  }
  int refused(RunOrder order) {
    try {
      jobs_->start(workspace_->model("m0"), std::move(order));
    } catch (const Refusal& refusal) {
      return refusal.status;
    }
    return 0;
  }
  JobSettings settings_;
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Jobs> jobs_;
};

TEST_F(JobsTest, ARunWithParametersAndOptions) {
  open();
  RunOrder wish = order(rod);
  wish.analysis = "dynamics";
  wish.options = {{"duration", "50 ms"}, {"output_step", "5 ms"}};
  wish.set = {{"size", "2"}};
  wish.name = "longer";
  const Job job = ended(jobs_->start(workspace_->model("m0"), wish).id);
  EXPECT_EQ(job.state, Job::State::done) << job.message;
  EXPECT_EQ(job.progress, 1);
  const RunEntry run = workspace_->run(job.run);
  EXPECT_EQ(run.name, "longer");
  EXPECT_EQ(run.path, path("rod.view/run-1"));
  EXPECT_EQ(content(run.path / "results.csv").substr(0, 2), "t,");
  const auto source = nlohmann::json::parse(content(run.path / "source.json"));
  EXPECT_EQ(source["file"], "rod.bricard.yaml");
  EXPECT_EQ(source["text"], rod);
  EXPECT_EQ(source["set"]["size"], "2");
  EXPECT_EQ(source["options"]["output_step"], "5 ms");
}

TEST_F(JobsTest, FaultsHaveTheirLines) {
  open();
  const Job job =
      ended(jobs_->start(workspace_->model("m0"), order("bricard: 1\nbodies: {a: {mass: -1}}\nx: 3\n" + short_run)).id);
  EXPECT_EQ(job.state, Job::State::failed);
  EXPECT_EQ(job.run, "");
  EXPECT_EQ(job.message, "the model has 2 faults");
  ASSERT_EQ(job.faults.size(), 2u);
  EXPECT_EQ(job.faults[0].place, (Place{"", 2, 20}));
  EXPECT_EQ(job.faults[0].where, "bodies.a.mass");
  EXPECT_EQ(job.faults[0].what, "the mass is negative");
  EXPECT_EQ(job.faults[1].place.line, 3);
  EXPECT_FALSE(fs::exists(path("rod.view/run-1")));
}

TEST_F(JobsTest, OrdersAreCheckedBeforeTheyBecomeACommandLine) {
  open();
  for (const char* name : {"out", "from", "type", "within", "--out", "record", ""}) {
    RunOrder wish = order(rod);
    wish.options[name] = "/tmp/x";
    EXPECT_EQ(refused(wish), 400) << name;
  }
  RunOrder wish = order(rod);
  wish.analysis = "bench";
  EXPECT_EQ(refused(wish), 400);
  wish = order(rod);
  wish.set[std::string("a\0b", 3)] = "1";
  EXPECT_EQ(refused(wish), 400);
  // What looks like an option is a value.
  wish = order(rod + short_run);
  wish.set["size"] = "--out=/tmp/x";
  wish.options["duration"] = "--help";
  const Job job = ended(jobs_->start(workspace_->model("m0"), wish).id);
  EXPECT_EQ(job.state, Job::State::failed);
  ASSERT_FALSE(job.faults.empty());
}

TEST_F(JobsTest, ProgressAndCancelKeepWhatWasComputed) {
  open();
  const std::string id = jobs_->start(workspace_->model("m0"), order(rod + long_run)).id;
  ASSERT_TRUE(eventually([&] { return jobs_->find(id).progress > 0; }));
  EXPECT_LT(jobs_->find(id).progress, 1);
  jobs_->cancel(id);
  const Job job = ended(id);
  EXPECT_EQ(job.state, Job::State::cancelled);
  EXPECT_NE(job.message.find("interrupted at t = "), std::string::npos) << job.message;
  EXPECT_EQ(job.message.find("rod.view"), std::string::npos) << job.message;
  ASSERT_EQ(job.run, "m0r1");
  EXPECT_EQ(workspace_->runs()[0].status, "stopped");
  EXPECT_GT(content(workspace_->run(job.run).path / "results.csv").size(), 0u);
}

TEST_F(JobsTest, OneRunOfAModelAtATimeAndFewWaiting) {
  settings_.most_waiting = 3;
  open();
  const ModelEntry model = workspace_->model("m0");
  const std::string first = jobs_->start(model, order(rod + long_run)).id;
  const std::string second = jobs_->start(model, order(rod + short_run)).id;
  const std::string third = jobs_->start(model, order(rod + short_run)).id;
  EXPECT_EQ(refused(order(rod + short_run)), 429);
  ASSERT_TRUE(eventually([&] { return jobs_->find(first).progress > 0; }));
  EXPECT_EQ(jobs_->find(second).message, "waiting");
  jobs_->cancel(second);
  EXPECT_EQ(ended(second).state, Job::State::cancelled);
  EXPECT_EQ(jobs_->find(third).state, Job::State::running);
  jobs_->cancel(first);
  EXPECT_EQ(ended(third).state, Job::State::done);
  EXPECT_EQ(jobs_->all().size(), 3u);
}

TEST_F(JobsTest, ChildrenEndWithTheServer) {
  open();
  const std::string id = jobs_->start(workspace_->model("m0"), order(rod + long_run)).id;
  ASSERT_TRUE(eventually([&] { return jobs_->find(id).progress > 0; }));
  const auto start = std::chrono::steady_clock::now();
  jobs_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  EXPECT_EQ(workspace_->runs().size(), 1u);  // what it had is kept
}

TEST_F(JobsTest, ChecksTellMobilityOrFaults) {
  open();
  const ModelEntry model = workspace_->model("m0");
  const CheckResult good = jobs_->check(model, rod, {});
  EXPECT_TRUE(good.faults.empty());
  EXPECT_EQ(good.summary["mobility"]["actual"], 1);
  const CheckResult bad = jobs_->check(model, rod + "tables: {d: {file: ../secret.csv}}\n", {});
  ASSERT_EQ(bad.faults.size(), 1u);
  EXPECT_EQ(bad.faults[0].place.line, 9);
  EXPECT_NE(bad.faults[0].what.find("lies outside of the folder"), std::string::npos);
  EXPECT_TRUE(bad.summary.is_null());
  const CheckResult unknown = jobs_->check(model, rod, {{"sise", "3"}});
  ASSERT_EQ(unknown.faults.size(), 1u);
  EXPECT_NE(unknown.faults[0].what.find("sise"), std::string::npos) << unknown.faults[0].what;
  settings_.check_limit = 1ms;
  open();
  std::string large = "bricard: 1\nbodies:\n";  // far longer, however fast the machine is
  for (int i = 0; i < 3000; ++i) large += "  b" + std::to_string(i) + ": {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}\n";
  EXPECT_NE(jobs_->check(workspace_->model("m0"), large, {}).faults.at(0).what.find("longer than"), std::string::npos);
}

// The head, the JSON and the numbers of an answer, each as long as the head says.
struct LiveParts {
  Json head, told;
  std::vector<double> numbers;
};
LiveParts parts_of(const std::string& answer) {
  const std::size_t line = answer.find('\n');
  LiveParts parts;
  parts.head = Json::parse(answer.substr(0, line));
  const std::size_t json = parts.head["json"], count = parts.head["numbers"];
  EXPECT_EQ(answer.size(), line + 1 + json + count * sizeof(double));
  if (json > 0) parts.told = Json::parse(answer.substr(line + 1, json));
  parts.numbers.resize(count);
  std::memcpy(parts.numbers.data(), answer.data() + line + 1 + json, count * sizeof(double));
  return parts;
}

TEST_F(JobsTest, AHandIsAnsweredAtOnceAndWhatHangsIsKilled) {
  settings_.live_limit = 400ms;
  open();
  Jobs& jobs = *jobs_;
  const ModelEntry model = workspace_->model("m0");
  RunOrder order;
  order.text = rod + short_run;
  const LiveParts first = parts_of(jobs.live(model, order));
  EXPECT_EQ(first.told["rows"], 11);
  const std::size_t columns = first.told["columns"].size();
  ASSERT_EQ(first.numbers.size(), 11 * columns);
  for (int i = 0; i < 11; ++i) EXPECT_NEAR(first.numbers[i], 0.01 * i, 1e-15);  // t, the first column
  EXPECT_EQ(first.told["scene"]["handles"][0]["name"], "pivot");

  order.text = rod + "joints: {}\n" + short_run;  // a key twice
  EXPECT_EQ(parts_of(jobs.live(model, order)).head["faults"][0]["file"], "");
  order.text = rod + long_run;
  EXPECT_THROW(jobs.live(model, order), Refusal);
  order.text = rod + short_run;
  order.set["size"] = "2";
  EXPECT_EQ(parts_of(jobs.live(model, order)).told["scene"]["bodies"][0]["at"][0], 1.0);  // a new process has answered
}

// The server's threads come and go. The process that answers a hand stays, whichever of them has started it.
TEST_F(JobsTest, TheProcessThatAnswersAHandOutlivesTheThreadThatAskedFirst) {
  open();
  RunOrder order;
  order.text = rod + short_run;
  std::thread([&] { jobs_->live(workspace_->model("m0"), order); }).join();
  std::this_thread::sleep_for(100ms);
  const auto is_there = [] {
    for (const auto& each : fs::directory_iterator("/proc")) {
      std::ifstream file(each.path() / "stat");
      std::string pid, name;
      char state = 0;
      int parent = 0;
      if (file >> pid >> name >> state >> parent && parent == ::getpid() && state != 'Z') return true;
    }
    return false;
  };
  EXPECT_TRUE(is_there());
}

}  // namespace
}  // namespace bricard::page
