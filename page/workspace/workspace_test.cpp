// What was given is found, and what the page keeps is found again by the next server.
#include "page/workspace/workspace.hpp"

#include <set>

#include "bricard/core/error.hpp"
#include "bricard/io/document.hpp"
#include "bricard/io/workbook/test_book.hpp"
#include "bricard/io/yaml_reader.hpp"
#include "page/refusal.hpp"
#include "page/server/test_server.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;

class WorkspaceTest : public FolderTest {
 protected:
  Workspace open(const std::vector<fs::path>& given) {
    return Workspace(
        given, [this](const std::string& text) { told_.push_back(text); },
        [](const std::string& text, const std::string& file, const fs::path& folder, const Settings& set) {
          try {
            read_yaml_text(text, file, folder.string(), {set.begin(), set.end()}, folder.string());
            return true;
          } catch (const Error&) {
            return false;
          }
        });
  }
  std::string fault(const fs::path& given) {
    try {
      open({given});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  // What `bricard run` leaves, in short.
  fs::path results(const std::string& name, const std::string& source = {}) {
    write(name + "/results.csv", "t,rod.x\n0,1\n1,2\n");
    write(name + "/summary.json", R"({"analysis": "dynamics", "status": "done", "message": "simulated 1 s"})");
    write(name + "/model.bricard.yaml", rod);
    if (!source.empty())
      write(name + "/source.json",
            nlohmann::json{{"file", "rod.bricard.yaml"}, {"text", source}, {"set", {{"size", "2"}}}}.dump());
    return path(name);
  }
  RunEntry make_run(Workspace& workspace, const std::string& name, const Settings& set = {}) {
    const RunEntry run = workspace.reserve_run(workspace.model("m0"), name, set);
    std::ofstream(run.path / "summary.json") << R"({"status": "stopped"})";
    std::ofstream(run.path / "model.bricard.yaml") << rod;
    EXPECT_TRUE(workspace.keep_run(run));
    return run;
  }
  std::vector<std::string> told_;
};

template <class Call>
int status_of(Call&& call) {
  try {
    call();
  } catch (const Refusal& refusal) {
    return refusal.status;
  }
  return 0;
}

TEST_F(WorkspaceTest, WrongPathsAreNamed) {
  EXPECT_EQ(fault(path("none.yaml")), path("none.yaml").string() + ": error: there is no such file or folder");
  EXPECT_NE(fault(write("notes.txt", "x")).find("notes.txt: error: is neither a model"), std::string::npos);
  fs::create_directories(path("empty"));
  EXPECT_NE(fault(path("empty")).find("no results"), std::string::npos);
}

TEST_F(WorkspaceTest, ModelsResultsAndTablesHaveIdsAndUniqueNames) {
  const Workspace workspace =
      open({write("a/rod.bricard.yaml", rod), write("b/rod.bricard.yaml", rod), path("a/rod.bricard.yaml"),
            write("t.csv", "t,x\n0,1\n"), results("first.out"), results("c/first.out")});
  std::vector<std::string> names;
  for (const ModelEntry& each : workspace.models()) names.push_back(each.id + " " + each.name);
  EXPECT_EQ(names, (std::vector<std::string>{"m0 rod", "m1 rod (2)", "m2 first", "m3 first (2)"}));
  names.clear();
  for (const RunEntry& each : workspace.runs()) names.push_back(each.id + " " + each.name + " " + each.model + " " + each.status);
  EXPECT_EQ(names, (std::vector<std::string>{"r0 t.csv  done", "r1 first m2 done", "r2 first (2) m3 done"}));
  EXPECT_EQ(status_of([&] { workspace.model("../m0"); }), 404);
  EXPECT_EQ(status_of([&] { workspace.run(""); }), 404);
}

TEST_F(WorkspaceTest, ResultsOfferTheTextThatWasRun) {
  const std::string text = rod + "# as it was written\n";
  Workspace alone = open({results("x.out", text)});
  ModelEntry model = alone.model("m0");
  EXPECT_EQ(alone.text(model), text);
  EXPECT_FALSE(model.writable);
  EXPECT_EQ(model.set, (Settings{{"size", "2"}}));
  EXPECT_EQ(model.file, "rod.bricard.yaml");
  EXPECT_EQ(status_of([&] { alone.save(model, "x", Workspace::mark(text)); }), 409);
  // It names a file that is not there, or outside: the copy that has all inside is taken.
  for (const char* file : {"none.csv", "../secret.csv"}) {
    write("secret.csv", "0,0\n1,1\n");
    const Workspace other = open({results("x.out", rod + "tables: {d: {file: " + file + "}}\n")});
    EXPECT_EQ(other.text(other.model("m0")), rod);
    EXPECT_EQ(other.model("m0").set, Settings());
  }
  // Beside its model they belong to it.
  const Workspace both = open({results("x.out", text), write("rod.bricard.yaml", rod)});
  EXPECT_EQ(both.models().size(), 1u);
  EXPECT_EQ(both.run("r0").model, "m0");
  EXPECT_TRUE(both.model("m0").writable);
}

// Its text is that of a model file, and the book itself is never written.
TEST_F(WorkspaceTest, WorkbooksAreShownAsModels) {
  const std::string bytes = book_of(
      "SimParam!D3 1\nSimParam!D4 0.1\nSimParam!D5 'Kin'\nBodies!C4 0 0 0\nBodies!B5 'Rod' 1 0 0\nJoints!B2 'Ground' - 1\n");
  Workspace workspace = open({write("rod.xlsx", bytes)});
  const ModelEntry model = workspace.model("m0");
  EXPECT_NE(workspace.text(model).find("Rod: {position: [1, 0, 0]}"), std::string::npos) << workspace.text(model);
  EXPECT_FALSE(model.writable);
  EXPECT_EQ(status_of([&] { workspace.save(model, "x", Workspace::mark(workspace.text(model))); }), 409);
  EXPECT_EQ(read_file(path("rod.xlsx").string()), bytes);
  EXPECT_NE(fault(write("bad.xlsx", book_of("Bodies!C4 0 0 0\n"))).find("SimParam"), std::string::npos);
}

TEST_F(WorkspaceTest, NothingIsWrittenBeforeItIsNeeded) {
  const Workspace workspace = open({write("rod.bricard.yaml", rod)});
  EXPECT_FALSE(fs::exists(path("rod.view")));
}

TEST_F(WorkspaceTest, DraftsMemoryAndRunsAreFoundAgain) {
  const fs::path file = write("rod.bricard.yaml", rod);
  {
    Workspace workspace = open({file});
    workspace.keep_draft(workspace.model("m0"), "draft");
    workspace.remember({{"view", {{"zoom", 2}}}, {"gone", 1}});
    workspace.remember({{"gone", nullptr}, {"pane", "crank.x"}});
    make_run(workspace, "soft", {{"size", "20 cm"}});
    make_run(workspace, "soft");
    const RunEntry failed = workspace.reserve_run(workspace.model("m0"), "", {});
    EXPECT_FALSE(workspace.keep_run(failed));
    EXPECT_FALSE(fs::exists(failed.path));
    fs::create_directories(path("rod.view/run-7"));  // cut short by the end of a server
    write("rod.view/run-7/page.json", R"({"name": "cut"})");
    write("rod.view/run-10/keep.txt", "not ours");
  }
  Workspace workspace = open({file});
  EXPECT_EQ(workspace.draft(workspace.model("m0")), "draft");
  EXPECT_EQ(workspace.memory(), (Json{{"view", {{"zoom", 2}}}, {"pane", "crank.x"}}));
  const std::vector<RunEntry> runs = workspace.runs();
  ASSERT_EQ(runs.size(), 2u);
  EXPECT_EQ(runs[0].id + runs[0].name + runs[0].status, "m0r1softstopped");
  EXPECT_EQ(runs[0].set, (Settings{{"size", "20 cm"}}));
  EXPECT_EQ(runs[1].id + runs[1].name, "m0r2soft (2)");
  EXPECT_EQ(runs[0].created.size(), std::string("2026-01-31T12:00:00Z").size());
  EXPECT_FALSE(fs::exists(path("rod.view/run-7")));
  EXPECT_TRUE(fs::exists(path("rod.view/run-10/keep.txt")));
  EXPECT_EQ(make_run(workspace, "").id, "m0r11");
  workspace.keep_draft(workspace.model("m0"), std::nullopt);
  EXPECT_EQ(workspace.draft(workspace.model("m0")), std::nullopt);
}

// From its first row until it is kept, under both names that its folder has.
TEST_F(WorkspaceTest, ARunUnderWayIsFoundAtAnyMoment) {
  Workspace workspace = open({write("rod.bricard.yaml", rod)});
  const RunEntry run = workspace.reserve_run(workspace.model("m0"), "", {});
  EXPECT_EQ(status_of([&] { workspace.run(run.id); }), 404);
  const fs::path coming = run.path.string() + ".partial";
  fs::create_directories(coming);
  std::ofstream(coming / "summary.json") << R"({"status": "running"})";
  EXPECT_EQ(workspace.run(run.id).path, coming);
  fs::remove_all(run.path);
  fs::rename(coming, run.path);
  EXPECT_EQ(workspace.run(run.id).path, run.path);
  EXPECT_EQ(workspace.run(run.id).status, "running");
  std::ofstream(run.path / "model.bricard.yaml") << rod;
  EXPECT_TRUE(workspace.keep_run(run));
  EXPECT_FALSE(workspace.run(run.id).under_way);
}

TEST_F(WorkspaceTest, OnlyRunsThatWereMadeAreRemoved) {
  Workspace workspace = open({write("rod.bricard.yaml", rod), results("x.out")});
  const RunEntry run = make_run(workspace, "a");
  workspace.remove_run(run.id);
  EXPECT_FALSE(fs::exists(run.path));
  EXPECT_EQ(status_of([&] { workspace.remove_run(run.id); }), 404);
  EXPECT_EQ(status_of([&] { workspace.remove_run("r0"); }), 403);
  EXPECT_TRUE(fs::exists(path("x.out/results.csv")));
}

TEST_F(WorkspaceTest, SavingRefusesWhereTheFileHasChanged) {
  const fs::path file = write("rod.bricard.yaml", rod);
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("rod.bricard.yaml", path("link.bricard.yaml"));
  Workspace workspace = open({path("link.bricard.yaml")});
  const ModelEntry model = workspace.model("m0");
  const std::string mark = Workspace::mark(workspace.text(model));
  workspace.keep_draft(model, "new");
  workspace.save(model, "new", mark);
  EXPECT_EQ(content(file), "new");
  EXPECT_TRUE(fs::is_symlink(path("link.bricard.yaml")));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(workspace.draft(model), std::nullopt);
  EXPECT_EQ(status_of([&] { workspace.save(model, "newer", mark); }), 409);
  EXPECT_EQ(content(file), "new");
}

TEST_F(WorkspaceTest, MemoryIsBounded) {
  Workspace workspace = open({write("rod.bricard.yaml", rod)});
  workspace.remember({{"a", 1}});
  EXPECT_EQ(status_of([&] { workspace.remember({{"b", std::string(1'100'000, 'x')}}); }), 413);
  EXPECT_EQ(status_of([&] { workspace.remember(3); }), 400);
  EXPECT_EQ(workspace.memory(), (Json{{"a", 1}}));
}

TEST_F(WorkspaceTest, TheTokenLastsWhileNobodyElseCanReadIt) {
  const fs::path model = write("rod.bricard.yaml", rod), file = path("rod.view") / "token";
  const std::string first(32, 'a'), second(32, 'b'), third(32, 'c');
  EXPECT_EQ(open({model}).lasting_token(first), first);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(open({model}).lasting_token(second), first);
  fs::permissions(file, fs::perms::others_read, fs::perm_options::add);
  EXPECT_EQ(open({model}).lasting_token(second), second);
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  std::ofstream(file) << std::string(32, '/');
  EXPECT_EQ(open({model}).lasting_token(third), third);
  fs::remove(file);
  fs::create_symlink(write("elsewhere", first), file);
  fs::permissions(path("elsewhere"), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(open({model}).lasting_token(second), second);
  EXPECT_EQ(content(path("elsewhere")), first);
}

TEST_F(WorkspaceTest, ThePlaceBesideTheModelThatCannotBeWrittenIsReplacedByTheUsersOwn) {
  write("rod.view", "a file where the folder would be");  // as good as no permission, also for root
  const fs::path file = write("rod.bricard.yaml", rod);
  {
    Workspace workspace = open({file});
    EXPECT_TRUE(told_.empty());
    workspace.keep_draft(workspace.model("m0"), "draft");
    workspace.remember({{"a", 1}});
    EXPECT_EQ(make_run(workspace, "a").path.parent_path(), workspace.model("m0").kept);
  }
  Workspace again = open({file});
  EXPECT_EQ(again.draft(again.model("m0")), "draft");
  EXPECT_EQ(again.memory(), (Json{{"a", 1}}));
  ASSERT_EQ(again.runs().size(), 1u);
  EXPECT_EQ(again.runs()[0].name, "a");
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_EQ(told_[0], folder_.string() + " cannot be written: drafts and runs are kept in " + again.model("m0").kept.string());
  EXPECT_TRUE(again.model("m0").kept.string().starts_with(path("state/bricard/view/rod-").string()));
  EXPECT_EQ(content(path("rod.view")), "a file where the folder would be");
}

TEST_F(WorkspaceTest, NothingIsKeptInTheSourceTreeOfTheProgram) {
  write("clone/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(bricard VERSION 1)\n");
  write("other/CMakeLists.txt", "project(bricard_user VERSION 1)\n");
  const Workspace workspace =
      open({write("clone/models/a/rod.bricard.yaml", rod), write("clone/models/a/rod.yaml", rod),
            write("clone/models/b/rod.bricard.yaml", rod), write("other/rod.bricard.yaml", rod), results("clone/rod.out")});
  std::set<fs::path> kept;
  for (const char* id : {"m0", "m1", "m2"}) {
    kept.insert(workspace.model(id).kept);
    EXPECT_EQ(workspace.model(id).kept.parent_path(), path("state/bricard/view"));
  }
  EXPECT_EQ(kept.size(), 3u);
  EXPECT_EQ(workspace.model("m3").kept, path("other/rod.view"));
  EXPECT_EQ(workspace.model("m4").kept, path("clone/rod.out/view"));  // what a run left is the user's
  ::unsetenv("XDG_STATE_HOME");
  ::setenv("HOME", path("home").c_str(), 1);
  EXPECT_EQ(open({path("clone/models/a/rod.bricard.yaml")}).model("m0").kept.parent_path(),
            path("home/.local/state/bricard/view"));
}

TEST_F(WorkspaceTest, WhereNothingCanBeWrittenATemporaryFolderStandsIn) {
  write("rod.view", "a file where the folder would be");
  write("state", "and here");
  Workspace workspace = open({write("rod.bricard.yaml", rod)});
  workspace.keep_draft(workspace.model("m0"), "draft");
  workspace.remember({{"a", 1}});
  EXPECT_EQ(workspace.draft(workspace.model("m0")), "draft");
  const RunEntry run = make_run(workspace, "a");
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_NE(told_[0].find(" cannot be written: drafts and runs are kept in "), std::string::npos);
  EXPECT_NE(told_[0].find(" and not found again later"), std::string::npos);
  EXPECT_EQ(content(path("rod.view")), "a file where the folder would be");
  fs::remove_all(run.path.parent_path());
}

}  // namespace
}  // namespace bricard::page
