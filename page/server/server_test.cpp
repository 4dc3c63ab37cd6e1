// The server over real sockets, and as a program of its own: who is let in, what it withstands, what it keeps.
#include "page/server/server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>

#include <csignal>
#include <set>

#include "bricard/core/error.hpp"
#include "bricard/core/test_paths.hpp"
#include "page/bundle.hpp"
#include "page/json.hpp"
#include "page/server/test_server.hpp"

namespace bricard::page {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
class ServerTest : public FolderTest {
 protected:
  ~ServerTest() override { stop(); }
  const Client& serve(const std::vector<fs::path>& paths, const fs::path& program = program_path) {
    stop();
    ServerOptions options;
    options.paths = paths;
    options.program = program;
    options.verbs = test_verbs;
    server_ = std::make_unique<Server>(options);
    client_ = std::make_unique<Client>(server_->address());
    thread_ = std::thread([this] { server_->run(); });
    return *client_;
  }
  void stop() {
    if (!server_) return;
    server_->stop();
    thread_.join();
    server_.reset();
  }
  bool answers() const { return client_->ask("GET", "/api/project").status == 200; }
  Json job(const std::string& id) const { return client_->json("/api/job?job=" + id); }
  Json ended(const std::string& id) const {
    EXPECT_TRUE(eventually([&] { return job(id)["state"] != "running"; }));
    return job(id);
  }
  std::string order(const std::string& text, const std::string& name = "") const {
    return Json{{"text", text}, {"set", Json::object()}, {"analysis", ""}, {"options", Json::object()}, {"name", name}}.dump();
  }
  std::unique_ptr<Server> server_;
  std::unique_ptr<Client> client_;
  std::thread thread_;
};

TEST_F(ServerTest, LetsInWhoHasTheTokenOnly) {
  const Client& client = serve({write("rod.bricard.yaml", rod)});
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\n", client.port),
                    token = "X-Bricard-Token: " + client.token + "\r\n";
  const auto status = [&](const std::string& target, const std::string& head) {
    return client.raw("GET " + target + " HTTP/1.1\r\n" + head + "Connection: close\r\n\r\n").status;
  };
  EXPECT_EQ(status("/api/project", host + token), 200);
  EXPECT_EQ(status("/api/project", host), 403);
  EXPECT_EQ(status("/api/project", host + "X-Bricard-Token: " + std::string(32, '0') + "\r\n"), 403);
  EXPECT_EQ(status("/api/project?token=" + client.token, host), 403);
  EXPECT_EQ(status("/api/project", "Host: evil.example\r\n" + token), 403);
  EXPECT_EQ(status("/api/project", token), 403);
  EXPECT_EQ(status("/api/project", host + "Host: evil.example\r\n" + token), 403);
  EXPECT_EQ(status("/api/project", host + token + "Origin: http://evil.example\r\n"), 403);
  EXPECT_EQ(status("/api/project", host + token + fmt::format("Origin: http://127.0.0.1:{}\r\n", client.port)), 200);
  EXPECT_EQ(status("/api/project", host + token + "Sec-Fetch-Site: cross-site\r\n"), 403);
  EXPECT_EQ(status("/", host), 403);
  const Reply page = client.raw("GET /?token=" + client.token + " HTTP/1.1\r\n" + host +
                                "Accept-Encoding: br, gzip\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(page.body, bundle());
  for (const char* header : {"Content-Security-Policy: default-src 'none'", "X-Content-Type-Options: nosniff",
                             "Referrer-Policy: no-referrer", "Cache-Control: no-store", "X-Frame-Options: DENY"})
    EXPECT_NE(page.head.find(header), std::string::npos) << header;
  EXPECT_EQ(page.head.find("Access-Control"), std::string::npos);
}

TEST_F(ServerTest, OnThisMachineOnly) {
  const Client& client = serve({write("rod.bricard.yaml", rod)});
  // Listening addresses of this port: 0100007F is 127.0.0.1.
  const std::string port = fmt::format(":{:04X} ", client.port);
  std::istringstream lines(content("/proc/net/tcp") + content("/proc/net/tcp6"));
  int found = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(port);
    if (at == std::string::npos || line.find(" 0A ") == std::string::npos || at > 40) continue;
    ++found;
    EXPECT_NE(line.find("0100007F" + port), std::string::npos) << line;
  }
  EXPECT_EQ(found, 1);
  ServerOptions second;
  second.paths = {path("rod.bricard.yaml")};
  second.port = client.port;
  second.program = program_path;
  EXPECT_THROW(Server{second}, Error);  // the port is taken
}

TEST_F(ServerTest, WithstandsMalformedRequests) {
  const Client& client = serve({write("rod.bricard.yaml", rod), write("t.csv", "t,x\n0,1\n")});
  const std::string host = fmt::format("Host: 127.0.0.1:{}\r\nX-Bricard-Token: {}\r\n", client.port, client.token);
  std::string garbage(10'000, '\0');
  for (std::size_t i = 0; i < garbage.size(); ++i) garbage[i] = static_cast<char>(i * 7919 >> 3);
  const std::string json = "Content-Type: application/json\r\n";
  for (const std::string& bytes : std::vector<std::string>{
           garbage, "\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
           "GET /" + std::string(100'000, 'a') + " HTTP/1.1\r\n" + host + "\r\n",
           "GET / HTTP/1.1\r\nX: " + std::string(100'000, 'a') + "\r\n\r\n",
           "GET /api/project HTTP/1.1\r\n" + host + "Range: bytes=" + std::string(4000, '1') +
               ",0-1\r\nConnection: close\r\n\r\n",
           "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n",
           "PUT /api/memory HTTP/1.1\r\n" + host + json +
               "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\n{\"a\":\r\n",
           "PUT /api/memory HTTP/1.1\r\n" + host + json +
               "Content-Encoding: gzip\r\nContent-Length: 4\r\nConnection: close\r\n\r\nabcd",
           "PUT /api/memory HTTP/1.1\r\n" + host + json + "Content-Length: 99999999999\r\nConnection: close\r\n\r\n",
           "PUT /api/memory HTTP/1.1\r\n" + host + json + "Content-Length: -5\r\nConnection: close\r\n\r\n",
           "PUT /api/memory HTTP/1.1\r\n" + host + "Content-Type: text/plain\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
           "POST /api/check HTTP/1.1\r\n" + host +
               "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}",
           "OPTIONS /api/project HTTP/1.1\r\n" + host + "Connection: close\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"}) {
    Line line(client.port);
    line.send(bytes);
    const std::string reply = line.receive(12);
    EXPECT_TRUE(reply.empty() || reply.starts_with("HTTP/1.1 4") || reply.starts_with("HTTP/1.1 5"))
        << bytes.substr(0, 60) << reply;
    EXPECT_TRUE(answers()) << bytes.substr(0, 60);
  }
  EXPECT_EQ(client.ask("PUT", "/api/memory", "{\"a\": \"" + std::string(2'000'000, 'x') + "\"}").status, 413);
  EXPECT_EQ(client.ask("PUT", "/api/memory", "{").status, 400);
  EXPECT_EQ(client.ask("PUT", "/api/memory", "{\"a\":" + std::string(200'000, '[') + std::string(200'000, ']') + "}").status,
            400);
  for (const char* way : {"..%2F..%2Fetc%2Fpasswd", "%2Fetc%2Fpasswd", "r0%00"}) {
    EXPECT_EQ(client.ask("GET", std::string("/api/file?name=") + way + "&run=r0").status, 404);
    EXPECT_EQ(client.ask("GET", std::string("/api/asset?name=") + way + "&run=r0").status, 404);
    EXPECT_EQ(client.ask("GET", std::string("/api/run?run=") + way).status, 404);
  }
  EXPECT_TRUE(answers());
}

TEST_F(ServerTest, WithstandsClientsThatStandStillOrDisappear) {
  std::string table = "t,x\n";
  for (int i = 0; i < 300'000; ++i) table += fmt::format("{},{}\n", i, i % 10);
  const Client& client = serve({write("t.csv", table)});
  const auto start = std::chrono::steady_clock::now();  // connecting waits too, where nobody takes connections
  std::vector<std::unique_ptr<Line>> half_open;
  for (int i = 0; i < 200; ++i) {
    half_open.push_back(std::make_unique<Line>(client.port));
    half_open.back()->send(i % 2 ? "GET /api/project HTTP/1.1\r\nHost: 127" : "");
  }
  EXPECT_TRUE(answers());
  EXPECT_LT(std::chrono::steady_clock::now() - start, 2s);
  const std::string body = R"({"names": ["t", "x"]})";
  for (int i = 0; i < 5; ++i) {
    Line gone(client.port);
    gone.send(fmt::format(
        "POST /api/columns?run=r0 HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Bricard-Token: {}\r\nContent-Type: application/json\r\n"
        "Content-Length: {}\r\n\r\n{}",
        client.port, client.token, body.size(), body));
    EXPECT_EQ(gone.receive(1000).size(), 1000u);
  }
  const Reply whole = client.ask("POST", "/api/columns?run=r0", body);
  EXPECT_EQ(whole.status, 200);
  EXPECT_EQ(whole.body.size(), 300'000u * 2 * 8);
}

// Two would overwrite each other's drafts.
TEST_F(ServerTest, ASecondServerOfAModelIsRefusedAndToldWhere) {
  const fs::path file = write("rod.bricard.yaml", rod);
  serve({file});
  ServerOptions options;
  options.paths = {file};
  options.program = program_path;
  options.verbs = test_verbs;
  try {
    const Server second(options);
    ADD_FAILURE() << "two servers of one model";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("rod.bricard.yaml: error: is open already, at " + server_->address()),
              std::string::npos)
        << error.what();
  }
  serve({file});  // the first has ended
  EXPECT_TRUE(answers());
}

// Where no other program reads models nobody does, and the server goes on.
TEST_F(ServerTest, ModelsAreReadByOtherProcesses) {
  write("o/results.csv", "t,rod.x\n0,1\n1,2\n");
  write("o/summary.json", R"({"analysis": "dynamics", "status": "done", "message": ""})");
  write("o/model.bricard.yaml", rod);
  const Client& client = serve({path("o"), write("rod.bricard.yaml", rod + short_run)}, "/bin/false");
  EXPECT_EQ(client.ask("GET", "/api/scene?run=r0").status, 422);
  EXPECT_EQ(client.json("/api/run?run=r0")["rows"], 2);
  EXPECT_TRUE(client.json("/api/project")["jobs"].empty());
  const std::string text = Json{{"text", rod}, {"set", Json::object()}}.dump();
  const Json checked = client.ask("POST", "/api/check?model=m0", text).json();
  EXPECT_TRUE(checked["scene"].is_null());
  EXPECT_EQ(checked["faults"].size(), 1u);
}

TEST_F(ServerTest, RowsOfARunAreShownAsTheyCome) {
  const std::string slow = rod + "analysis: {type: dynamics, duration: 4000, output_step: 0.1, max_step: 1 ms}\n";
  const Client& client = serve({write("rod.bricard.yaml", rod)});
  client.ask("POST", "/api/start?model=m0", order(slow));
  ASSERT_TRUE(eventually([&] { return job("j0")["run"] == "m0r1"; }));
  const Json listed = client.json("/api/project")["runs"];
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed[0]["status"], "running");
  EXPECT_EQ(listed[0]["analysis"], "dynamics");
  const auto rows = [&] { return client.json("/api/run?run=m0r1").value("rows", 0); };
  ASSERT_TRUE(eventually([&] { return rows() > 10; }));
  const int before = rows();
  EXPECT_TRUE(eventually([&] { return rows() > before; }));
  EXPECT_EQ(client.json("/api/scene?run=m0r1")["bodies"].size(), 1u);
  const Reply numbers = client.ask("POST", "/api/columns?run=m0r1", R"({"names": ["t", "rod.x"]})");
  EXPECT_GE(numbers.body.size(), static_cast<std::size_t>(before) * 2 * 8);
  EXPECT_EQ(client.ask("POST", "/api/cancel?job=j0", "{}").status, 200);
  EXPECT_EQ(ended("j0")["run"], "m0r1");
  EXPECT_EQ(client.json("/api/project")["runs"][0]["status"], "stopped");
}

TEST_F(ServerTest, TheFirstRunIsMadeAtOnceAndAllIsFoundAgain) {
  const fs::path file = write("rod.bricard.yaml", rod + short_run);
  write("plain.bricard.yaml", rod);  // asks for no analysis
  serve({file, path("plain.bricard.yaml")});
  const Json first = ended("j0");
  EXPECT_EQ(first["state"], "done");
  EXPECT_EQ(first["run"], "m0r1");
  EXPECT_EQ(client_->json("/api/project")["jobs"].size(), 1u);
  EXPECT_EQ(client_->ask("PUT", "/api/memory", R"({"zoom": 3})").status, 200);
  EXPECT_EQ(client_->ask("PUT", "/api/draft?model=m0", R"({"text": "edited"})").status, 200);
  EXPECT_EQ(client_->ask("POST", "/api/start?model=m0", order(rod + short_run, "second")).status, 200);
  EXPECT_EQ(ended("j1")["run"], "m0r2");

  serve({file, path("plain.bricard.yaml")});
  const Json again = client_->json("/api/project");
  EXPECT_EQ(again["memory"], (Json{{"zoom", 3}}));
  EXPECT_EQ(again["jobs"], Json::array());
  ASSERT_EQ(again["runs"].size(), 2u);
  EXPECT_EQ(again["runs"][1]["name"], "second");
  EXPECT_EQ(again["runs"][1]["id"], "m0r2");
  EXPECT_EQ(client_->json("/api/model?model=m0")["draft"], "edited");
  EXPECT_EQ(client_->ask("DELETE", "/api/run?run=m0r1").status, 200);  // without a body, and at once
  EXPECT_EQ(client_->json("/api/project")["runs"].size(), 1u);
}

TEST_F(ServerTest, ProgressCancelAndFaults) {
  const Client& client = serve({write("rod.bricard.yaml", rod)});
  EXPECT_EQ(client.ask("POST", "/api/start?model=m0", order(rod + long_run)).json()["state"], "running");
  ASSERT_TRUE(eventually([&] { return job("j0")["progress"] > 0; }));
  EXPECT_EQ(client.ask("POST", "/api/cancel?job=j0", "{}").status, 200);
  const Json cancelled = ended("j0");
  EXPECT_EQ(cancelled["state"], "cancelled");
  EXPECT_GT(client.json("/api/run?run=" + cancelled["run"].get<std::string>())["rows"], 0);
  EXPECT_EQ(client.ask("POST", "/api/start?model=m0", order(rod + "x: 1\n" + short_run)).status, 200);
  EXPECT_EQ(ended("j1")["faults"][0]["line"], 9);
}

// `bricard view` as a process.
class ViewTest : public FolderTest {
 protected:
  ~ViewTest() override {
    if (child_ > 0) end(SIGTERM);
  }
  void view(const std::vector<fs::path>& paths) {
    std::vector<std::string> words{program_path, "view", "--no-browser", "--quiet"};
    for (const fs::path& each : paths) words.push_back(each.string());
    std::vector<char*> pointers;
    for (std::string& each : words) pointers.push_back(each.data());
    pointers.push_back(nullptr);
    const fs::path out = path("address.txt");
    fs::remove(out);
    child_ = ::fork();
    if (child_ == 0) {
      std::signal(SIGINT, SIG_DFL);
      ::setenv("TMPDIR", folder_.c_str(), 1);  // what a killed one leaves goes with the folder
      ::dup2(::open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDOUT_FILENO);
      ::execv(pointers[0], pointers.data());
      ::_exit(127);
    }
    ASSERT_TRUE(eventually([&] { return content(out).ends_with("\n"); }));
    const std::string address = content(out);
    EXPECT_TRUE(address.starts_with("http://127.0.0.1:")) << address;
    client_ = std::make_unique<Client>(address.substr(0, address.find('\n')));
  }
  int end(int signal) {
    ::kill(child_, signal);
    int status = 0;
    ::waitpid(child_, &status, 0);
    child_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  // The most memory that the process ever had, MB.
  double peak_memory() const {
    const std::string status = content(fmt::format("/proc/{}/status", child_));
    return std::stod(status.substr(status.find("VmHWM:") + 6)) / 1024;
  }
  pid_t child_ = -1;
  std::unique_ptr<Client> client_;
};

TEST_F(ViewTest, CtrlCEndsIt) {
  view({write("rod.bricard.yaml", rod)});
  EXPECT_EQ(client_->ask("GET", "/api/project").status, 200);
  EXPECT_EQ(end(SIGINT), 0);
}

TEST_F(ViewTest, NoRunOutlivesAServerThatIsKilled) {
  view({write("rod.bricard.yaml", rod + long_run)});
  ASSERT_TRUE(eventually([&] { return client_->json("/api/job?job=j0")["progress"] > 0; }));
  // The child of the server: its folder of results is on its command line.
  const std::string sign = path("rod.view/run-1").string();
  const auto is_there = [&] {
    for (const auto& entry : fs::directory_iterator("/proc"))
      if (content(entry.path() / "cmdline").find(sign) != std::string::npos) return true;
    return false;
  };
  EXPECT_TRUE(is_there());
  end(SIGKILL);
  EXPECT_TRUE(eventually([&] { return !is_there(); }, 5s));
}

// What it had computed is found by the next server, and its temporary folders are gone.
TEST_F(ViewTest, WhatAKilledServerLeaves) {
  const fs::path file =
      write("rod.bricard.yaml", rod + "analysis: {type: dynamics, duration: 4000, output_step: 0.1, max_step: 1 ms}\n");
  view({file});
  ASSERT_TRUE(eventually([&] { return client_->json("/api/run?run=m0r1").value("rows", 0) > 10; }));
  const auto scratch = [&] {
    std::set<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder_))
      if (entry.path().filename().string().starts_with("bricard-jobs-")) found.insert(entry.path());
    return found;
  };
  const std::set<fs::path> left = scratch();
  EXPECT_FALSE(left.empty());
  end(SIGKILL);
  std::this_thread::sleep_for(500ms);  // its children end with it
  view({file});
  for (const fs::path& each : left) EXPECT_EQ(scratch().count(each), 0u) << each;
  const Json runs = client_->json("/api/project")["runs"];
  ASSERT_EQ(runs.size(), 1u);
  EXPECT_EQ(runs[0]["status"], "partial");
  EXPECT_GT(client_->json("/api/run?run=m0r1")["rows"], 10);
  EXPECT_EQ(end(SIGTERM), 0);
}

TEST_F(ViewTest, AMillionRowsInBoundedMemory) {
  const int rows = std::getenv("BRICARD_LONG") ? 1'000'000 : 200'000, columns = 20;
  {
    std::ofstream file(path("large.csv"));
    file << "t";
    for (int c = 1; c < columns; ++c) file << ",c" << c;
    for (int r = 0; r < rows; ++r) {
      file << '\n' << r;
      for (int c = 1; c < columns; ++c) file << ',' << (r * c) % 1000;
    }
    file << '\n';
  }
  view({path("large.csv")});
  EXPECT_EQ(client_->json("/api/run?run=r0")["rows"], rows);
  Json names = Json::array();
  for (int c = 1; c < columns; ++c) names.push_back(fmt::format("c{}", c));
  const Reply all = client_->ask("POST", "/api/columns?run=r0", Json{{"names", names}}.dump());
  EXPECT_EQ(all.body.size(), std::size_t(rows) * (columns - 1) * 8);
  double last = 0;
  std::memcpy(&last, all.body.data() + all.body.size() - 8, 8);
  EXPECT_EQ(last, (rows - 1) * (columns - 1) % 1000);
  EXPECT_EQ(client_->ask("POST", "/api/columns?run=r0&points=2000&by=envelope", Json{{"names", names}}.dump()).status, 200);
  RecordProperty("peak_memory_MB", fmt::format("{:.0f}", peak_memory()));
  EXPECT_LT(peak_memory(), 120);  // the numbers alone are 152 MB of a million rows
}

TEST_F(ViewTest, FiveThousandBodies) {
  std::string text = "bricard: 1\ngravity: [0, -9.81, 0]\nbodies:\n";
  for (int i = 0; i < 5000; ++i)
    text += fmt::format("  b{}: {{mass: 1, inertia: [0.1, 0.1, 0.1], position: [{}, 0, 0]}}\n", i, i);
  text += "joints:\n";
  for (int i = 0; i < 5000; ++i)
    text += fmt::format("  j{}: {{type: revolute, bodies: [{}, b{}], at: [{}, 0, 0], axis: [0, 0, 1]}}\n", i,
                        i ? fmt::format("b{}", i - 1) : "ground", i, i - 0.5);
  const bool is_long = std::getenv("BRICARD_LONG");
  view({write("chain.bricard.yaml", text)});
  EXPECT_EQ(client_->json("/api/model?model=m0")["text"].get<std::string>().size(), text.size());
  if (is_long) {
    const Json checked = client_->ask("POST", "/api/check?model=m0", Json{{"text", text}, {"set", Json::object()}}.dump()).json();
    EXPECT_EQ(checked["scene"]["bodies"].size(), 5000u);
  }
  EXPECT_EQ(client_->ask("GET", "/api/project").status, 200);
  // A check under way does not hold the end up.
  const std::string body = Json{{"text", text}, {"set", Json::object()}}.dump();
  Line line(client_->port);
  line.send(
      fmt::format("POST /api/check?model=m0 HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Bricard-Token: {}\r\n"
                  "Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
                  client_->port, client_->token, body.size(), body));
  std::this_thread::sleep_for(500ms);
  RecordProperty("peak_memory_MB", fmt::format("{:.0f}", peak_memory()));
  EXPECT_LT(peak_memory(), 300);
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(end(SIGTERM), 0);
  EXPECT_LT(std::chrono::steady_clock::now() - start, 4s);
}

}  // namespace
}  // namespace bricard::page
