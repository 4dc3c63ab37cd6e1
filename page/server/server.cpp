// The server's sockets, with cpp-httplib. Requests are looked at before their bodies are read; what has no body is answered there
// too, because the library waits for one of DELETE.
#include "page/server/server.hpp"

#include <fmt/format.h>
#include <httplib.h>
#undef _res  // of <resolv.h>: Eigen has a parameter of this name

#include <atomic>
#include <thread>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "page/processes/model_reader.hpp"
#include "page/processes/sole_use.hpp"
#include "page/server/access.hpp"
#include "page/server/growing_pool.hpp"
#include "page/server/routes.hpp"

namespace bricard::page {
namespace {

constexpr std::size_t largest_payload = 25'000'000;  // bytes: a model's text as JSON; routes have smaller bounds of their own
constexpr std::size_t most_threads = 1000;

Request request_of(const httplib::Request& from) {
  Request request;
  request.method = from.method;
  request.path = from.path;
  for (const auto& [key, value] : from.params) request.query.emplace(key, value);
  request.body = from.body;
  request.host = from.get_header_value_count("Host") == 1 ? from.get_header_value("Host") : "";
  request.origin = from.get_header_value("Origin");
  request.site = from.get_header_value("Sec-Fetch-Site");
  request.token = from.get_header_value("X-Bricard-Token");
  return request;
}

// Through a content provider, also what is small: the library would spend seconds on compressing it.
void give(Answer&& answer, httplib::Response& to) {
  to.status = answer.status;
  if (!answer.policy.empty()) to.set_header("Content-Security-Policy", answer.policy);
  if (answer.stream) {
    if (answer.length == 0) return to.set_content("", answer.type);
    const auto stream = [stream = std::move(answer.stream)](std::size_t, std::size_t, httplib::DataSink& sink) {
      try {
        return stream([&](std::string_view piece) { return sink.write(piece.data(), piece.size()); });
      } catch (const std::exception&) {
        return false;  // the connection is closed before its end
      }
    };
    return to.set_content_provider(answer.length, answer.type, stream);
  }
  if (answer.body.empty()) return to.set_content("", answer.type);
  const auto body = std::make_shared<std::string>(std::move(answer.body));
  to.set_content_provider(body->size(), answer.type, [body](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
    return sink.write(body->data() + offset, std::min(length, body->size() - offset));
  });
}

// What a body must be, before it is read: JSON of a known length, not packed.
std::optional<Answer> refused_body(const httplib::Request& from) {
  if (from.has_header("Transfer-Encoding") || !from.has_header("Content-Length"))
    return trouble(411, "the length of the request is missing");
  if (from.has_header("Content-Encoding")) return trouble(415, "requests must not be packed");
  if (!from.get_header_value("Content-Type").starts_with("application/json")) return trouble(415, "requests must be JSON");
  const std::string length = from.get_header_value("Content-Length");
  const bool is_number = !length.empty() && length.size() < 10 && length.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number || std::stoul(length) > largest_payload) return trouble(413, "the request is too large");
  return std::nullopt;
}

JobSettings job_settings(const ServerOptions& options) {
  JobSettings settings;
  settings.program = std::filesystem::absolute(options.program);
  settings.verbs = options.verbs;
  settings.allow_code = options.allow_code;
  return settings;
}

}  // namespace

struct Server::Parts {
  explicit Parts(const ServerOptions& options)
      : reader(std::filesystem::absolute(options.program)),
        workspace(
            options.paths, options.tell,
            [this](const std::string& text, const std::string& file, const std::filesystem::path& folder, const Settings& set) {
              return reader.reads({text, file, folder, set});
            }),
        jobs(job_settings(options), workspace),
        routes(workspace, jobs, reader, BRICARD_VERSION) {
    for (const ModelEntry& each : workspace.models()) held.emplace_back(each.kept, each.path.string());
  }

  void bind(int wanted);
  void connect();
  void start_first_runs();

  ModelReader reader;
  Workspace workspace;
  std::vector<SoleUse> held;  // models, whose drafts no other server may write
  Jobs jobs;
  Routes routes;
  std::unique_ptr<Access> access;
  httplib::Server http;
  int port = 0;
  std::atomic<bool> stopped{false}, serving{false};
};

void Server::Parts::bind(int wanted) {
  // Not SO_REUSEPORT, which would let another program listen beside us.
  socket_t listening = -1;
  http.set_socket_options([&listening](socket_t socket) {
    const int yes = 1;
    listening = socket;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  http.set_tcp_nodelay(true);
  if (wanted == 0) {
    port = http.bind_to_any_port("127.0.0.1");
  } else if (http.bind_to_port("127.0.0.1", wanted)) {
    port = wanted;
  }
  if (port <= 0)
    throw Error("--port",
                wanted == 0 ? "no port of this machine is free" : fmt::format("the port {} is taken or not allowed", wanted),
                wanted == 0 ? "" : "leave the option out: a free one is found");
  // The library lets five connections wait; of more the system would make each wait for a second.
  ::listen(listening, static_cast<int>(most_threads));
  http.set_socket_options(nullptr);
  access = std::make_unique<Access>(port, wanted == 0 ? random_token() : workspace.lasting_token(random_token()));
}

void Server::Parts::connect() {
  http.new_task_queue = [] { return new GrowingPool(most_threads); };  // the library takes it over
  http.set_keep_alive_timeout(1);
  http.set_keep_alive_max_count(1000);
  http.set_read_timeout(5);
  http.set_write_timeout(10);
  http.set_payload_max_length(largest_payload);
  http.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                            {"Referrer-Policy", "no-referrer"},
                            {"Cache-Control", "no-store"},
                            {"X-Frame-Options", "DENY"},
                            {"Cross-Origin-Resource-Policy", "same-origin"},
                            {"Cross-Origin-Opener-Policy", "same-origin"}});
  http.set_pre_routing_handler([this](const httplib::Request& from, httplib::Response& to) {
    using Handled = httplib::Server::HandlerResponse;
    const Request request = request_of(from);
    std::optional<Answer> answer = access->refusal(request);
    if (!answer && from.has_header("Range")) answer = trouble(416, "parts of an answer are not given");
    const bool takes_body = Routes::takes_body(from.method, from.path);
    if (!answer && takes_body) answer = refused_body(from);
    if (!answer && takes_body) return Handled::Unhandled;
    give(answer ? std::move(*answer) : routes.answer(request), to);
    return Handled::Handled;
  });
  const auto handle = [this](const httplib::Request& from, httplib::Response& to) { give(routes.answer(request_of(from)), to); };
  for (const std::string& path : Routes::paths_with_body("POST")) http.Post(path, handle);
  for (const std::string& path : Routes::paths_with_body("PUT")) http.Put(path, handle);
  http.set_error_handler([](const httplib::Request&, httplib::Response& to) {
    if (to.body.empty() && to.content_length_ == 0)
      to.set_content(trouble(to.status, to.status == 413 ? "the request is too large" : "the request is not understood").body,
                     "application/json");
  });
  http.set_exception_handler([](const httplib::Request&, httplib::Response& to, std::exception_ptr) {
    to.status = 500;
    to.set_content(trouble(500, "the server could not answer").body, "application/json");
  });
}

void Server::Parts::start_first_runs() {
  const std::vector<RunEntry> runs = workspace.runs();
  for (const ModelEntry& model : workspace.models()) {
    if (std::any_of(runs.begin(), runs.end(), [&](const RunEntry& run) { return run.model == model.id; })) continue;
    try {
      RunOrder order;
      order.text = workspace.text(model);
      const Json scene = reader.scene({order.text, model.file, model.folder, {}}).scene;
      if (!scene.is_object() || scene.value("analysis", "").empty()) continue;  // the page shows the faults of the text
      jobs.start(model, std::move(order), true);
    } catch (const std::exception&) {
      // the page shows why it does not run
    }
  }
}

Server::Server(const ServerOptions& options) : parts_(std::make_unique<Parts>(options)) {
  parts_->bind(options.port);
  parts_->connect();
  for (const SoleUse& each : parts_->held) each.tell(address());
  parts_->start_first_runs();
}

Server::~Server() = default;

std::string Server::address() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", parts_->port, parts_->access->token());
}

void Server::run() {
  if (parts_->stopped) return;
  parts_->serving = true;
  parts_->http.listen_after_bind();
  parts_->serving = false;
}

void Server::stop() {
  parts_->stopped = true;
  parts_->jobs.end();  // requests wait for checks, and the server for requests
  parts_->reader.end();
  while (parts_->serving) {  // it may be on its way to listening
    parts_->http.stop();
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace bricard::page
