// Gives the browser one page and takes the pictures that it draws: on this machine only, for whoever has the token.
//   GET /?token=..            the page
//   PUT /frame?token=..&n=i   picture i as PNG, or as bytes red green blue alpha, rows from below; the answer comes when there is room for the next
//   PUT /frame?token=..&done=1, &error=1   the end, well or with a text
#pragma once
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace httplib {

class Server;
}

namespace bricard::page {

class FrameServer {
 public:
  // `raw`: bytes of a picture that is not packed; 0: PNG files.
  explicit FrameServer(std::size_t frames, std::size_t raw = 0);
  ~FrameServer();
  FrameServer(const FrameServer&) = delete;
  FrameServer& operator=(const FrameServer&) = delete;

  std::string address() const;  // of the page
  std::string post() const;     // where pictures go, without their number
  void serve(std::string html);

  // The next picture in order; nothing when it has not come in this time. Throws std::runtime_error with what the page tells.
  std::optional<std::string> next(std::chrono::milliseconds patience);

 private:
  bool take(std::size_t n, std::string png);

  std::unique_ptr<httplib::Server> server_;
  int port_ = 0;
  std::string token_, html_;
  std::size_t frames_, raw_, next_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::size_t, std::string> waiting_;
  std::optional<std::string> trouble_;
  bool closing_ = false;
  std::thread thread_;
};

}  // namespace bricard::page
