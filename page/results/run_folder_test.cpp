#include "page/results/run_folder.hpp"

#include "bricard/core/error.hpp"
#include "page/json.hpp"
#include "page/test_folder.hpp"

namespace bricard::page {
namespace {

const std::string table = "t,bob.x,bob.e0,tip.x\n0,250,1,500\n0.5,249.5,nan,499\n1,248,0.9,496\n";
const std::string summary =
    R"({"model": "Pendulum", "analysis": "dynamics", "status": "done", "message": "simulated 1 s",
        "units": {"length": "mm", "columns": {"t": "s", "bob.x": "mm", "bob.e0": "1", "tip.x": "mm"}}})";

void write_run(const TestFolder& folder) {
  folder.write("swing.out/results.csv", table);
  folder.write("swing.out/summary.json", summary);
  folder.write("swing.out/model.bricard.yaml", pendulum);
}

// The fault's text, and that it names the path.
std::string refusal(const std::filesystem::path& path) {
  try {
    const RunFolder folder(path);
  } catch (const Error& error) {
    EXPECT_EQ(error.faults().front().place.file, path.string());
    return error.what();
  }
  return "";
}

TEST(RunFolder, TellsWhatIsThere) {
  const TestFolder folder;
  write_run(folder);
  folder.write("swing.out/modes.csv", "number\n1\n");
  folder.write("swing.out/secret.txt", "not for the page");
  const RunFolder run(folder.path() / "swing.out");
  EXPECT_FALSE(run.is_table());
  EXPECT_EQ(run.name(), "swing");
  EXPECT_EQ(RunFolder(folder.path() / "swing.out" / "").name(), "swing");
  EXPECT_EQ(run.columns().rows(), 3u);
  EXPECT_EQ(run.unit("bob.x"), "mm");
  EXPECT_EQ(run.unit("bob.e0"), "");  // a pure number
  EXPECT_EQ(run.unit("nothing"), "");
  const Json detail = run.detail();
  EXPECT_EQ(detail["rows"], 3);
  EXPECT_EQ(detail["axis"], "t");
  EXPECT_EQ(detail["columns"][3], Json::parse(R"({"name": "tip.x", "unit": "mm"})"));
  EXPECT_EQ(detail["files"], Json::parse(R"(["modes.csv", "summary.json"])"));
  EXPECT_EQ(run.summary()["message"], "simulated 1 s");
  EXPECT_EQ(*run.file("modes.csv"), "number\n1\n");
  EXPECT_FALSE(run.file("linear.json"));
  EXPECT_FALSE(run.file("secret.txt"));
  EXPECT_FALSE(run.file("../swing.out/modes.csv"));
  EXPECT_EQ(run.created().size(), std::string("2026-01-31T12:00:00Z").size());
}

// The rows of each variant of a sweep, and the axis after what was varied.
TEST(RunFolder, TheCurvesOfASweep) {
  const TestFolder folder;
  folder.write("k.out/results.csv", "k,t,x\n10,0,1\n10,1,2\n20,0,5\n");
  const auto told = [&](const std::string& rows) {
    folder.write("k.out/summary.json",
                 R"({"status": "done", "sweep": {"keep": "curves", "varied": [{"name": "k", "unit": "N/m", "values": [10, 20]}],
      "curves": [{"values": [10], "rows": 2}, {"values": [20], "rows": )" +
                     rows + "}]}}");
    return RunFolder(folder.path() / "k.out").detail();
  };
  const Json detail = told("1");
  EXPECT_EQ(detail["axis"], "t");
  EXPECT_EQ(detail["family"]["varied"][0]["unit"], "N/m");
  EXPECT_EQ(detail["family"]["curves"][1], Json::parse(R"({"values": [20.0], "from": 2, "to": 3})"));
  EXPECT_FALSE(told("7").contains("family"));  // these are not its rows
  EXPECT_FALSE(told("\"x\"").contains("family"));
}

TEST(RunFolder, ATableHasColumnsAndNoModel) {
  const TestFolder folder;
  const RunFolder run(folder.write("measured.csv", "time;force\n0;1\n1;2\n"));
  EXPECT_TRUE(run.is_table());
  EXPECT_EQ(run.name(), "measured");
  EXPECT_EQ(run.columns().values(1), (std::vector<double>{1, 2}));
  EXPECT_EQ(run.detail()["axis"], "time");
  EXPECT_TRUE(run.scene().is_null());
  EXPECT_TRUE(run.summary().is_null());
  EXPECT_EQ(run.model(), nullptr);
  EXPECT_FALSE(run.file("summary.json"));
  EXPECT_TRUE(run.assets().empty());
}

// As curves leave the page and `plot`.
TEST(RunFolder, ATableMayTellUnitsInItsHeader) {
  const TestFolder folder;
  folder.write("measured.csv", "t [s],tip.x [mm],\"c, d [N]\",note [x]\n0,1,2,3\n1,2,3,4\n");
  const RunFolder run(folder.path() / "measured.csv");
  EXPECT_EQ(run.columns().names(), (std::vector<std::string>{"t", "tip.x", "c, d", "note [x]"}));
  EXPECT_EQ(run.unit("t"), "s");
  EXPECT_EQ(run.unit("tip.x"), "mm");
  EXPECT_EQ(run.unit("c, d"), "N");
  EXPECT_EQ(run.unit("note [x]"), "");
  EXPECT_EQ(run.detail()["columns"][1], Json::parse(R"({"name": "tip.x", "unit": "mm"})"));
}

TEST(RunFolder, SaysWhatIsWrongAndWhatToDo) {
  const TestFolder folder;
  const auto missing = refusal(folder.path() / "nowhere");
  EXPECT_NE(missing.find("there is no such folder; run it first: bricard run MODEL --out"), std::string::npos) << missing;
  const auto empty = refusal(folder.path());
  EXPECT_NE(empty.find("there are no results in it; run it first: bricard run MODEL --out"), std::string::npos) << empty;
  const auto model = folder.write("x.bricard.yaml", pendulum);
  EXPECT_NE(refusal(model).find("bricard run " + model.string()), std::string::npos);
}

// The author's text has comments, expressions and its own lines, where the folder keeps it.
TEST(RunFolder, SceneKnowsTheTextThatWasRun) {
  const TestFolder folder;
  write_run(folder);
  const RunFolder run(folder.path() / "swing.out");
  EXPECT_EQ(run.scene()["parameters"][0]["text"], "250");
  EXPECT_DOUBLE_EQ(run.scene()["sensors"][0]["at"][0].get<double>(), 250);
  const Json source{{"file", "swing.bricard.yaml"},
                    {"text", "# mine\nbricard: 1\nparameters:\n  l: 0.25 m\nbodies:\n\n  bob: {}\n"},
                    {"set", Json::object()}};
  folder.write("swing.out/source.json", source.dump());
  const Json known = run.scene();
  EXPECT_EQ(known["parameters"][0]["text"], "0.25 m");
  EXPECT_EQ(known["parameters"][0]["unit"], "m");
  EXPECT_DOUBLE_EQ(known["parameters"][0]["value"].get<double>(), 0.25);
  EXPECT_EQ(known["sections"][1]["elements"][0]["name"], "bob");
  EXPECT_EQ(known["sections"][1]["elements"][0]["line"], 7);
  folder.write("swing.out/source.json", R"({"text": "{ no yaml ["})");
  EXPECT_EQ(run.scene()["parameters"][0]["text"], "250");
}

TEST(RunFolder, DamagedFilesAreNamed) {
  const TestFolder folder;
  write_run(folder);
  folder.write("swing.out/summary.json", "{");
  folder.write("swing.out/model.bricard.yaml", "bricard: 1\nbodies: {bob: {mas: 1}}\n");
  const RunFolder run(folder.path() / "swing.out");
  EXPECT_THROW(run.summary(), Error);
  folder.write("swing.out/summary.json", std::string(500'000, '[') + std::string(500'000, ']'));  // deeper than the stack
  EXPECT_THROW(run.summary(), Error);
  try {
    run.scene();
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("model.bricard.yaml:2"), std::string::npos) << error.what();
  }
}

TEST(RunFolder, MeshesOfTheModelAndNothingElse) {
  const TestFolder folder;
  write_run(folder);
  folder.write("parts/bob.stl", "solid bob");
  folder.write("parts/other.stl", "solid other");
  const RunFolder run(folder.path() / "swing.out");
  EXPECT_EQ(run.assets(), std::vector<std::string>{"parts/bob.stl"});
  EXPECT_EQ(run.asset("parts/bob.stl"), "solid bob");  // beside the folder, where the model was
  EXPECT_FALSE(run.asset("parts/other.stl"));          // there, but not named
  EXPECT_FALSE(run.asset("../swing.out/summary.json"));
  folder.write("models/parts/bob.stl", "solid bob of the model");
  EXPECT_EQ(RunFolder(folder.path() / "swing.out", folder.path() / "models").asset("parts/bob.stl"), "solid bob of the model");
}

TEST(RunFolder, MeshesOutsideStayOutside) {
  const TestFolder folder;
  folder.write("secret.stl", "secret");
  folder.write("project/run/results.csv", table);
  std::string model = pendulum;
  model.replace(model.find("parts/bob.stl"), 13, "../../secret.stl");
  folder.write("project/run/model.bricard.yaml", model);
  const RunFolder run(folder.path() / "project/run");
  EXPECT_EQ(run.assets(), std::vector<std::string>{"../../secret.stl"});
  EXPECT_FALSE(run.asset("../../secret.stl"));
  folder.write("project/run/model.bricard.yaml", pendulum);
  std::filesystem::create_directories(folder.path() / "project/parts");
  std::filesystem::create_symlink(folder.path() / "secret.stl", folder.path() / "project/parts/bob.stl");
  const RunFolder again(folder.path() / "project/run");
  EXPECT_EQ(again.assets(), std::vector<std::string>{"parts/bob.stl"});
  EXPECT_FALSE(again.asset("parts/bob.stl"));
}

}  // namespace
}  // namespace bricard::page
