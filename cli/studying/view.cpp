// The verb `view` of the results of a study: serves their page on this machine until Ctrl-C. Picking a run there runs it again, into a
// folder beside the results, and opens it with `bricard view`.
//
//   GET  /             the page
//   GET  /api/study    what page_data says    GET /api/columns    its bytes
//   POST /api/open     {task, step}: {address} of a page of that run
#include <fmt/format.h>
#include <httplib.h>
#undef _res  // of <resolv.h>: Eigen has a parameter of this name
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "cli/beside.hpp"
#include "cli/browser.hpp"
#include "cli/studying/study_page.hpp"
#include "cli/studying/study_session.hpp"
#include "cli/studying/study_tables.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"
#include "page/processes/child.hpp"
#include "page/processes/process.hpp"
#include "page/server/access.hpp"

namespace bricard::cli {

namespace fs = std::filesystem;
using namespace bricard::study;

namespace {

// `bricard view` of folders, each in a process that ends with this one.
class Views {
 public:
  Views() = default;
  Views(const Views&) = delete;
  Views& operator=(const Views&) = delete;
  ~Views() {
    for (const auto& [folder, view] : views_) ::kill(view.process, SIGTERM);
    for (const auto& [folder, view] : views_) ::waitpid(view.process, nullptr, 0);
  }

  // The address of its page.
  std::string open(const fs::path& folder) {
    if (const auto found = views_.find(folder); found != views_.end()) return found->second.address;
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw Error("", "no further process can be started");
    page::ProcessStart start;
    start.words = {beside_this(main_program).string(), "view", "--no-browser", "--json", folder.string()};
    start.out = ends[1];
    const pid_t process = page::start_process(std::move(start));
    ::close(ends[1]);
    std::string text;
    char c = 0;
    while (process > 0 && ::read(ends[0], &c, 1) == 1 && c != '\n') text += c;
    ::close(ends[0]);
    const nlohmann::json said = nlohmann::json::parse(text, nullptr, false);
    if (!said.is_object() || !said.contains("address")) throw Error("", "the page of the run cannot be opened", "bricard view " + folder.string());
    return views_.emplace(folder, View{process, said["address"]}).first->second.address;
  }

 private:
  struct View {
    pid_t process = -1;
    std::string address;
  };
  std::map<fs::path, View> views_;
};

class StudyServer {
 public:
  StudyServer(const Arguments& arguments, const fs::path& results)
      : results_(results), store_(results, Store::Use::read), port_(bind(asked_port(arguments))), access_(port_, page::random_token()) {
    data_ = page_data(store_);
    http_.set_payload_max_length(10'000);
    http_.set_keep_alive_timeout(1);
    http_.set_default_headers({{"X-Content-Type-Options", "nosniff"}, {"Referrer-Policy", "no-referrer"}, {"Cache-Control", "no-store"}, {"X-Frame-Options", "DENY"}});
    http_.set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
      page::Request request{from.method, from.path, {}, "", from.get_header_value("Host"), from.get_header_value("Origin"), from.get_header_value("Sec-Fetch-Site"), from.get_header_value("X-Bricard-Token")};
      for (const auto& [key, value] : from.params) request.query.emplace(key, value);
      const auto refused = access_.refusal(request);
      if (!refused) return httplib::Server::HandlerResponse::Unhandled;
      to.status = refused->status;
      to.set_content(refused->body, refused->type);
      return httplib::Server::HandlerResponse::Handled;
    });
    const auto give = [](const std::string_view bytes, const char* type) {
      return [bytes, type](const httplib::Request&, httplib::Response& to) {
        to.set_content_provider(bytes.size(), type, [bytes](std::size_t at, std::size_t size, httplib::DataSink& sink) { return sink.write(bytes.data() + at, size); });
      };
    };
    http_.Get("/", give(study_bundle(), "text/html; charset=utf-8"));
    http_.Get("/api/study", give(data_.head, "application/json"));
    http_.Get("/api/columns", give(data_.bytes, "application/octet-stream"));
    http_.Post("/api/open", [this](const httplib::Request& from, httplib::Response& to) { open(from.body, to); });
  }

  std::string address() const { return fmt::format("http://127.0.0.1:{}/?token={}", port_, access_.token()); }
  void run() { http_.listen_after_bind(); }
  void stop() { http_.stop(); }

 private:
  int bind(int wanted) {
    const int port = wanted == 0 ? http_.bind_to_any_port("127.0.0.1") : http_.bind_to_port("127.0.0.1", wanted) ? wanted : 0;
    if (port <= 0) throw Error("--port", "the port is taken or not allowed", "leave the option out: a free one is found");
    return port;
  }

  void open(const std::string& body, httplib::Response& to) {
    const std::lock_guard lock(mutex_);
    try {
      const nlohmann::json asked = nlohmann::json::parse(body);
      const fs::path folder = done_again(asked.at("task"), asked.at("step"));
      to.set_content(nlohmann::json{{"address", views_.open(folder)}}.dump(), "application/json");
    } catch (const Error& error) {
      to.status = 422;
      to.set_content(nlohmann::json{{"error", error.faults()[0].what}}.dump(), "application/json");
    } catch (const std::exception&) {
      to.status = 400;
      to.set_content(R"({"error": "the request is not understood"})", "application/json");
    }
  }

  // The folder of the run of a sample; it is run where it was not before.
  fs::path done_again(long task, long step) {
    const std::optional<Sample> sample = store_.sample(task, step);
    if (!sample) throw Error("", "the study has no such run");
    const fs::path folder = results_.string() + ".runs" + '/' + fmt::format("{}-{}-{}", store_.noted("plan").value_or("").substr(0, 8), task, step);
    if (fs::exists(folder / "summary.json")) return folder;
    fs::create_directories(folder.parent_path());
    page::ChildOrder order;
    order.words = nlohmann::json::parse(store_.noted("run").value_or("[]")).get<std::vector<std::string>>();
    order.words.insert(order.words.begin(), beside_this(main_program).string());
    for (std::size_t i = 0; i < sample->point.size(); ++i) {
      order.words.push_back("--set");
      order.words.push_back(store_.columns()[i] + '=' + store_.text_of(i, sample->point[i]));
    }
    for (const std::string& each : {std::string("--out"), folder.string(), std::string("--quiet")}) order.words.push_back(each);
    std::string said;
    order.error_line = [&](std::string_view line) { said += (said.empty() ? "" : " ") + std::string(line); };
    order.wish = [] { return interrupt_flag() ? page::Wish::end_soon : page::Wish::go_on; };
    order.memory = page::memory_for_children();
    const page::ChildEnd end = page::run_child(order);
    if (!fs::exists(folder / "summary.json")) throw Error("", said.empty() ? fmt::format("the run ended with {}", end.code) : said);
    return folder;
  }

  fs::path results_;
  Store store_;
  httplib::Server http_;
  int port_;
  page::Access access_;
  StudyPageData data_;
  std::mutex mutex_;
  Views views_;
};

}  // namespace

int view(const Arguments& arguments) {
  if (arguments.paths.size() > 1) throw Error("", "the results of one study are expected, found also " + bricard::quoted(arguments.paths[1]));
  const std::atomic<bool>& interrupted = interrupt_flag();
  StudyServer server(arguments, results_told_of(arguments, arguments.paths[0]));
  tell_address(arguments, server.address());
  std::atomic<bool> ended{false};
  std::thread watch([&] {
    while (!interrupted && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(50));
    server.stop();
  });
  server.run();
  ended = true;
  watch.join();
  return interrupted ? done : failed;
}

int render(const Arguments&) { go_on_as(page_program); }

}  // namespace bricard::cli
