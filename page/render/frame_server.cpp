#include "page/render/frame_server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <charconv>
#include <random>
#include <stdexcept>

namespace bricard::page {
namespace {

constexpr std::size_t most_waiting = 8;             // pictures
constexpr std::size_t largest_picture = 128 << 20;  // bytes

std::string new_token() {
  std::random_device random;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", random());
  return token;
}

bool is_png(std::string_view bytes) { return bytes.starts_with("\x89PNG\r\n\x1a\n"); }

}  // namespace

FrameServer::FrameServer(std::size_t frames, std::size_t raw)
    : server_(std::make_unique<httplib::Server>()), token_(new_token()), frames_(frames), raw_(raw) {
  server_->set_payload_max_length(largest_picture);
  server_->set_keep_alive_max_count(1 << 20);
  server_->new_task_queue = [] { return new httplib::ThreadPool(4); };
  port_ = server_->bind_to_any_port("127.0.0.1");
  if (port_ < 0) throw std::runtime_error("no port on 127.0.0.1 is free");
}

FrameServer::~FrameServer() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  changed_.notify_all();
  server_->stop();
  if (thread_.joinable()) thread_.join();
}

std::string FrameServer::address() const { return fmt::format("http://127.0.0.1:{}/?token={}", port_, token_); }
std::string FrameServer::post() const { return fmt::format("/frame?token={}", token_); }

void FrameServer::serve(std::string html) {
  html_ = std::move(html);
  const std::string host = fmt::format("127.0.0.1:{}", port_);
  const auto allowed = [this, host](const httplib::Request& request) {
    return request.get_header_value("Host") == host && request.get_param_value("token") == token_;
  };
  server_->Get("/", [this, allowed](const httplib::Request& request, httplib::Response& response) {
    response.status = allowed(request) ? 200 : 403;
    if (response.status != 200) return;
    // A text that is given whole would be packed as small as can be, which takes longer than to draw some pictures.
    response.set_content_provider(
        html_.size(), "text/html; charset=utf-8",
        [this](std::size_t at, std::size_t size, httplib::DataSink& sink) { return sink.write(html_.data() + at, size); });
  });
  server_->Put("/frame", [this, allowed](const httplib::Request& request, httplib::Response& response) {
    response.status = 204;
    const std::string number = request.get_param_value("n");
    std::size_t n = 0;
    if (!allowed(request)) {
      response.status = 403;
    } else if (request.has_param("error")) {
      const std::lock_guard lock(mutex_);
      trouble_ = request.body.substr(0, 2000);
      changed_.notify_all();
    } else if (!request.has_param("done")) {
      const auto [end, status] = std::from_chars(number.data(), number.data() + number.size(), n);
      if (status != std::errc() || end != number.data() + number.size() || n >= frames_ ||
          !(raw_ > 0 ? request.body.size() == raw_ : is_png(request.body)))
        response.status = 400;
      else if (!take(n, request.body))
        response.status = 503;
    }
  });
  thread_ = std::thread([this] { server_->listen_after_bind(); });
  while (!server_->is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));  // stop() needs it
}

bool FrameServer::take(std::size_t n, std::string png) {
  std::unique_lock lock(mutex_);
  // Whoever brings the picture that is waited for comes in at once, the others when there is room.
  changed_.wait(lock, [&] { return closing_ || n <= next_ || n < next_ + most_waiting; });
  if (closing_ || n < next_) return !closing_;
  waiting_[n] = std::move(png);
  changed_.notify_all();
  return true;
}

std::optional<std::string> FrameServer::next(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return trouble_ || waiting_.count(next_) > 0; });
  if (trouble_) throw std::runtime_error("the page could not draw: " + *trouble_);
  const auto found = waiting_.find(next_);
  if (found == waiting_.end()) return {};
  std::string png = std::move(found->second);
  waiting_.erase(found);
  ++next_;
  changed_.notify_all();
  return png;
}

}  // namespace bricard::page
