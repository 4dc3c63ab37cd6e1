// The routes without sockets, and the checks before them.
#include "page/server/routes.hpp"

#include <cstring>

#include "bricard/core/test_paths.hpp"
#include "page/bundle.hpp"
#include "page/json.hpp"
#include "page/refusal.hpp"
#include "page/server/access.hpp"
#include "page/server/digest.hpp"
#include "page/server/test_server.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
// FIPS 180-4, examples of the standard; base 64 of their digests.
TEST(Digest, ExamplesOfTheStandard) {
  EXPECT_EQ(sha256_base64("abc"), "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
  EXPECT_EQ(sha256_base64("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=");
  EXPECT_EQ(sha256_base64(""), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
}

TEST(AccessTest, OnlyThePageItself) {
  const Access access(4711, "0123456789abcdef0123456789abcdef");
  Request good;
  good.method = "GET";
  good.path = "/api/project";
  good.host = "127.0.0.1:4711";
  good.token = access.token();
  EXPECT_FALSE(access.refusal(good));
  const auto refused = [&](auto change) {
    Request request = good;
    change(request);
    const auto answer = access.refusal(request);
    return answer && answer->status == 403 && answer->body.find("error") != std::string::npos;
  };
  EXPECT_FALSE(
      refused([](Request& r) { r.host = "localhost:4711", r.origin = "http://localhost:4711", r.site = "same-origin"; }));
  for (const char* host : {"", "evil.example:4711", "127.0.0.1", "127.0.0.1:4712", "127.0.0.1:4711.evil.example", "[::1]:4711"})
    EXPECT_TRUE(refused([&](Request& r) { r.host = host; })) << host;
  for (const char* origin :
       {"null", "http://evil.example", "https://127.0.0.1:4711", "http://localhost:4711", "http://127.0.0.1:80"})
    EXPECT_TRUE(refused([&](Request& r) { r.origin = origin; })) << origin;
  for (const char* site : {"cross-site", "same-site", "x"}) EXPECT_TRUE(refused([&](Request& r) { r.site = site; })) << site;
  for (const char* token : {"", "0", "0123456789abcdef0123456789abcdeF", "0123456789abcdef0123456789abcdef0"})
    EXPECT_TRUE(refused([&](Request& r) { r.token = token; })) << token;
  // In the address it counts for the page only.
  const auto in_address = [&](Request& r) { r.token = "", r.query["token"] = access.token(); };
  EXPECT_TRUE(refused(in_address));
  EXPECT_FALSE(refused([&](Request& r) { in_address(r), r.path = "/"; }));
  EXPECT_TRUE(refused([&](Request& r) { in_address(r), r.path = "/", r.method = "POST"; }));
  EXPECT_EQ(random_token().size(), 32u);
  EXPECT_NE(random_token(), random_token());
}

TEST(RateTest, ABurstThenSlowly) {
  Rate rate(3, 0.001);
  EXPECT_TRUE(rate.take() && rate.take() && rate.take());
  EXPECT_FALSE(rate.take());
}

class RoutesTest : public FolderTest {
 protected:
  RoutesTest() {
    write("rod.bricard.yaml", rod + short_run);
    write("t.csv", "t,x,y\n0,1,-1\n1,2,nan\n2,4,-3\n3,8,-4\n");
    workspace_ = std::make_unique<Workspace>(std::vector<fs::path>{path("rod.bricard.yaml"), path("t.csv")}, nullptr, nullptr);
    jobs_ = std::make_unique<Jobs>(JobSettings{program_path, test_verbs}, *workspace_);
    routes_ = std::make_unique<Routes>(*workspace_, *jobs_, reader_, "1.2.3");
  }
  Answer ask(const std::string& method, const std::string& path, std::map<std::string, std::string> query = {},
             const std::string& body = {}) {
    Request request;
    request.method = method;
    request.path = path;
    request.query = std::move(query);
    request.body = body;
    return routes_->answer(request);
  }
  Json json(const std::string& method, const std::string& path, std::map<std::string, std::string> query = {},
            const Json& body = {}) {
    const Answer answer = ask(method, path, std::move(query), body.dump());
    EXPECT_EQ(answer.status, 200) << path << answer.body;
    return Json::parse(answer.body);
  }
  std::vector<double> numbers(const Answer& answer) {
    std::string bytes;
    EXPECT_TRUE(answer.stream && answer.stream([&](std::string_view piece) { return bytes.append(piece), true; })) << answer.body;
    EXPECT_EQ(bytes.size(), answer.length);
    std::vector<double> values(bytes.size() / sizeof(double));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
    return values;
  }
  std::unique_ptr<Workspace> workspace_;
  std::unique_ptr<Jobs> jobs_;
  ModelReader reader_{program_path};
  std::unique_ptr<Routes> routes_;
};

TEST_F(RoutesTest, ThePageWithItsPolicy) {
  const Answer answer = ask("GET", "/");
  EXPECT_EQ(answer.body, bundle());
  EXPECT_NE(answer.policy.find("default-src 'none'; script-src 'sha256-"), std::string::npos) << answer.policy;
  EXPECT_EQ(answer.policy.find("unsafe-eval"), std::string::npos);
}

TEST_F(RoutesTest, TheProject) {
  const Json project = json("GET", "/api/project");
  EXPECT_EQ(project["version"], "1.2.3");
  EXPECT_EQ(project["live"], true);
  EXPECT_EQ(project["models"], Json::parse(R"([{"id": "m0", "name": "rod", "file": "rod.bricard.yaml"}])"));
  EXPECT_EQ(project["runs"][0]["kind"], "table");
  EXPECT_EQ(project["runs"][0]["model"], nullptr);
  EXPECT_EQ(project["memory"], Json::object());
}

TEST_F(RoutesTest, Columns) {
  const auto columns = [&](std::map<std::string, std::string> query, const char* names) {
    query["run"] = "r0";
    return ask("POST", "/api/columns", std::move(query), std::string("{\"names\": ") + names + "}");
  };
  EXPECT_EQ(numbers(columns({}, R"(["x", "t"])")), (std::vector<double>{1, 2, 4, 8, 0, 1, 2, 3}));
  EXPECT_EQ(numbers(columns({{"from", "1"}, {"to", "3"}}, R"(["x"])")), (std::vector<double>{2, 4}));
  EXPECT_EQ(numbers(columns({{"from", "1"}, {"to", "99"}}, R"(["x"])")), (std::vector<double>{2, 4, 8}));
  EXPECT_EQ(numbers(columns({{"points", "2"}, {"by", "every"}}, R"(["x"])")), (std::vector<double>{1, 8}));
  EXPECT_TRUE(std::isnan(numbers(columns({}, R"(["y"])"))[1]));
  EXPECT_EQ(columns({}, R"([])").length, 0u);
  EXPECT_EQ(columns({}, R"(["z"])").status, 404);
  for (const char* wrong : {"-1", "1e3", "x", "99999999999999999999999", "1 "})
    EXPECT_EQ(columns({{"from", wrong}}, "[]").status, 400) << wrong;
  EXPECT_EQ(columns({{"from", "3"}, {"to", "1"}}, "[]").status, 400);
  EXPECT_EQ(columns({{"by", "magic"}}, "[]").status, 400);
  for (const char* wrong : {"3", "[3]", "{}", "null", "[["}) EXPECT_EQ(columns({}, wrong).status, 400) << wrong;
  // Nobody takes it any more: it ends.
  int pieces = 0;
  EXPECT_FALSE(columns({}, R"(["x", "t"])").stream([&](std::string_view) { return ++pieces, false; }));
  EXPECT_EQ(pieces, 1);
}

TEST_F(RoutesTest, NothingIsReadByAPath) {
  const std::vector<std::string> ways{
      "../rod.bricard.yaml",  "/etc/passwd", "..%2f..%2fetc%2fpasswd", "....//t.csv", "results.csv",
      std::string("m0\0", 3), "r0/../r0",    path("t.csv").string()};
  for (const std::string& way : ways) {
    for (const char* route : {"/api/run", "/api/scene", "/api/summary", "/api/file", "/api/asset"}) {
      EXPECT_EQ(ask("GET", route, {{"run", way}, {"name", "summary.json"}}).status, 404) << route << way;
    }
    for (const char* route : {"/api/file", "/api/asset"})
      EXPECT_EQ(ask("GET", route, {{"run", "r0"}, {"name", way}}).status, 404) << route << way;
    EXPECT_EQ(ask("DELETE", "/api/run", {{"run", way}}).status, 404) << way;
    EXPECT_EQ(ask("GET", "/api/model", {{"model", way}}).status, 404) << way;
    EXPECT_EQ(ask("GET", "/api/job", {{"job", way}}).status, 404) << way;
    EXPECT_EQ(ask("POST", "/api/columns", {{"run", way}}, R"({"names": []})").status, 404) << way;
    for (const char* route : {"/api/model", "/api/draft"})
      EXPECT_EQ(ask("PUT", route, {{"model", way}}, R"({"text": "x", "mark": ""})").status, 404) << way;
    EXPECT_EQ(ask("GET", "/" + way).status, 404) << way;
  }
  EXPECT_EQ(ask("DELETE", "/api/run", {{"run", "r0"}}).status, 403);
  EXPECT_EQ(ask("DELETE", "/api/project").status, 405);
}

TEST_F(RoutesTest, WrongBodies) {
  const std::vector<std::pair<std::string, std::string>> routes{{"PUT", "/api/memory"}, {"PUT", "/api/model"},
                                                                {"PUT", "/api/draft"},  {"POST", "/api/check"},
                                                                {"POST", "/api/kc"},
                                                                {"POST", "/api/start"}, {"POST", "/api/columns"}};
  const std::string deep = std::string(300'000, '[') + std::string(300'000, ']');
  for (const auto& [method, route] : routes) {
    for (const std::string& body :
         {std::string(), std::string("{"), std::string("[1]"), std::string("\xff\x00\x80", 3), deep, "{\"a\":" + deep + "}"})
      EXPECT_EQ(ask(method, route, {{"model", "m0"}, {"run", "r0"}}, body).status, 400) << route << body.substr(0, 20);
  }
  for (const char* body : {"{}", R"({"text": 3})", R"({"text": "", "set": 3})", R"({"text": "", "set": {"a": 3}})"})
    EXPECT_EQ(ask("POST", "/api/check", {{"model", "m0"}}, body).status, 400) << body;
  const std::string large = R"({"text": ")" + std::string(10'000'001, 'x') + R"(", "mark": ""})";
  EXPECT_EQ(ask("PUT", "/api/model", {{"model", "m0"}}, large).status, 413);
  EXPECT_EQ(ask("PUT", "/api/draft", {{"model", "m0"}}, large).status, 413);
  EXPECT_EQ(ask("PUT", "/api/memory", {}, "{\"a\": \"" + std::string(1'000'001, 'x') + "\"}").status, 413);
}

TEST_F(RoutesTest, TextsDraftsAndSaving) {
  const Json first = json("GET", "/api/model", {{"model", "m0"}});
  EXPECT_EQ(first["text"], rod + short_run);
  EXPECT_EQ(first["draft"], nullptr);
  EXPECT_EQ(first["writable"], true);
  json("PUT", "/api/draft", {{"model", "m0"}}, {{"text", "half"}});
  EXPECT_EQ(json("GET", "/api/model", {{"model", "m0"}})["draft"], "half");
  json("PUT", "/api/draft", {{"model", "m0"}}, {{"text", nullptr}});
  EXPECT_EQ(json("GET", "/api/model", {{"model", "m0"}})["draft"], nullptr);
  const Json saved = json("PUT", "/api/model", {{"model", "m0"}}, {{"text", rod}, {"mark", first["mark"]}});
  EXPECT_EQ(saved["text"], rod);
  EXPECT_EQ(ask("PUT", "/api/model", {{"model", "m0"}}, Json{{"text", "x"}, {"mark", first["mark"]}}.dump()).status, 409);
  EXPECT_EQ(content(path("rod.bricard.yaml")), rod);
}

TEST_F(RoutesTest, SheetOfAVehicle) {
  const std::string corner =
      "bricard: 1\nname: corner\nunits: {length: mm}\nsubsystems: {fl: {template: semi_trailing_arm, bodies: {chassis: ground}}}\nvehicle: {rear: {left: fl}}\n";
  const Json options{{"tests", "heave"}, {"positions", "3"}, {"sensitivity", "false"}};
  const Json sheet = json("POST", "/api/kc", {{"model", "m0"}}, {{"text", corner}, {"set", Json::object()}, {"options", options}});
  EXPECT_EQ(sheet["axles"][0]["tests"][0]["rows"].size(), 3u);
  const Json bad = json("POST", "/api/kc", {{"model", "m0"}}, {{"text", rod}, {"set", Json::object()}});
  EXPECT_EQ(bad["faults"][0]["where"], "vehicle");
  EXPECT_EQ(ask("POST", "/api/kc", {{"model", "m0"}}, Json{{"text", corner}, {"options", {{"out", "/tmp"}}}}.dump()).status, 400);
}

TEST_F(RoutesTest, CheckGivesSummaryAndScene) {
  const Json good = json("POST", "/api/check", {{"model", "m0"}}, {{"text", rod}, {"set", {{"size", "2"}}}});
  EXPECT_EQ(good["faults"], Json::array());
  EXPECT_EQ(good["summary"]["mobility"]["actual"], 1);
  EXPECT_EQ(good["scene"]["bodies"][0]["at"], Json::parse("[1.0, 0.0, 0.0]"));
  const Json bad = json("POST", "/api/check", {{"model", "m0"}}, {{"text", rod + "x: 1\n"}, {"set", Json::object()}});
  EXPECT_EQ(bad["faults"][0]["line"], 9);
  EXPECT_EQ(bad["summary"], nullptr);
  EXPECT_EQ(bad["scene"], nullptr);
}

TEST_F(RoutesTest, ARunFromStartToRemoval) {
  const Json order{
      {"text", rod + short_run}, {"set", {{"size", "0.5"}}}, {"analysis", ""}, {"options", Json::object()}, {"name", "short"}};
  Json job = json("POST", "/api/start", {{"model", "m0"}}, order);
  EXPECT_EQ(job["state"], "running");
  ASSERT_TRUE(eventually([&] { return (job = json("GET", "/api/job", {{"job", "j0"}}))["state"] != "running"; }));
  EXPECT_EQ(job["state"], "done") << job;
  const std::string run = job["run"];
  EXPECT_EQ(json("GET", "/api/run", {{"run", run}})["rows"], 11);
  EXPECT_EQ(json("GET", "/api/scene", {{"run", run}})["name"], "Rod");
  EXPECT_EQ(json("GET", "/api/summary", {{"run", run}})["status"], "done");
  EXPECT_EQ(Json::parse(ask("GET", "/api/file", {{"run", run}, {"name", "source.json"}}).body)["set"]["size"], "0.5");
  // The rod falls from the horizontal: it starts with g/(2/3 size) of angular acceleration.
  const auto values = numbers(ask("POST", "/api/columns", {{"run", run}, {"to", "1"}}, R"({"names": ["t", "rod.x"]})"));
  EXPECT_EQ(values, (std::vector<double>{0, 0.25}));
  json("DELETE", "/api/run", {{"run", run}});
  EXPECT_EQ(ask("GET", "/api/run", {{"run", run}}).status, 404);
  EXPECT_EQ(ask("POST", "/api/cancel", {{"job", "j9"}}, "{}").status, 404);
}

TEST_F(RoutesTest, RatesAreBounded) {
  int refused = 0;
  const std::string order =
      Json{{"text", ""}, {"set", Json::object()}, {"analysis", "none"}, {"options", Json::object()}, {"name", ""}}.dump();
  for (int i = 0; i < 60; ++i) refused += ask("POST", "/api/start", {{"model", "m0"}}, order).status == 429;
  EXPECT_GT(refused, 20);
}

TEST_F(RoutesTest, FewTablesAreOpenAtATimeAndChangesAreSeen) {
  OpenRuns open(2);
  const auto entry = [&](int i) {
    RunEntry run;
    run.id = "r" + std::to_string(i);
    run.path = write("t" + run.id + ".csv", "t\n" + std::to_string(i) + "\n");
    run.is_table = true;
    return run;
  };
  const RunEntry first = entry(0), second = entry(1), third = entry(2);
  const std::weak_ptr<const RunFolder> kept = open.open(first);
  open.open(second);
  open.open(first);
  open.open(third);
  EXPECT_FALSE(kept.expired());  // the second was used less lately
  EXPECT_EQ(open.open(first)->columns().rows(), 1u);
  write("tr0.csv", "t\n0\n1\n2\n");
  EXPECT_EQ(open.open(first)->columns().rows(), 3u);
  EXPECT_TRUE(kept.expired());
}

// The rows before are overwritten in the file: who reads them again has other numbers.
TEST_F(RoutesTest, RowsOfARunUnderWayAreReadOnce) {
  OpenRuns open;
  RunEntry run;
  run.id = "m0r1";
  run.path = write("run-1.partial/results.partial.csv", "t\n0\n1\n").parent_path();
  run.under_way = true;
  const auto before = open.open(run);
  EXPECT_EQ(before->columns().rows(), 2u);
  std::ofstream(run.path / "results.partial.csv", std::ios::app) << "2\n3";
  std::fstream(run.path / "results.partial.csv", std::ios::in | std::ios::out) << "t\n8\n9";
  ASSERT_TRUE(eventually([&] { return open.open(run)->columns().rows() == 3; }));
  EXPECT_EQ(open.open(run)->columns().values(0), (std::vector<double>{0, 1, 2}));
  EXPECT_EQ(before->columns().rows(), 2u);
  // The end: the folder is complete and has its name.
  std::ofstream(run.path / "results.partial.csv", std::ios::app) << "\n4\n";
  fs::rename(run.path / "results.partial.csv", run.path / "results.csv");
  fs::rename(run.path, run.path.parent_path() / "run-1");
  run.path = run.path.parent_path() / "run-1";
  run.under_way = false;
  EXPECT_EQ(open.open(run)->columns().values(0), (std::vector<double>{0, 1, 2, 3, 4}));
}

TEST_F(RoutesTest, ARunThatEndedBetweenTwoLooksIsReadWhereItIs) {
  OpenRuns open;
  RunEntry run;
  run.id = "m0r1";
  run.path = write("run-1.partial/results.csv", "t\n0\n1\n").parent_path();
  write("run-1.partial/summary.json", R"({"status": "done"})");
  run.under_way = true;
  EXPECT_EQ(open.open(run)->summary()["status"], "done");
  fs::rename(run.path, run.path.parent_path() / "run-1");  // its files are as they were
  run.path = run.path.parent_path() / "run-1";
  run.under_way = false;
  EXPECT_EQ(open.open(run)->summary()["status"], "done");
}

}  // namespace
}  // namespace bricard::page
