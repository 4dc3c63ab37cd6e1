// For the tests of the server: folders that go away again, small models, and a client that speaks plain bytes.
#pragma once
#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>

namespace bricard::page {

inline const std::map<std::string, std::string> test_verbs{
    {"dynamics", "simulate"}, {"kinematics", "kinematics"}, {"assembly", "assemble"}};

inline const std::string rod = R"(bricard: 1
name: Rod
gravity: [0, -9.81, 0]
parameters: {size: 1}
bodies:
  rod: {mass: 1, inertia: [0.01, size^2/12, size^2/12], position: [size/2, 0, 0]}
joints:
  pivot: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 0, 1]}
)";
inline const std::string short_run = "analysis: {type: dynamics, duration: 0.1, output_step: 10 ms}\n";
// It takes a quarter of a minute or more.
inline const std::string long_run = "analysis: {type: dynamics, duration: 4000, output_step: 1, max_step: 1 ms}\n";

inline std::string content(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

class FolderTest : public testing::Test {
 protected:
  FolderTest() {
    const auto* test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::canonical(std::filesystem::temp_directory_path()) /
              ("bricard_page_" + std::to_string(::getpid()) + "_" + test->test_suite_name() + "_" + test->name());
    std::filesystem::create_directories(folder_);
    ::setenv("XDG_STATE_HOME", path("state").c_str(), 1);
  }
  ~FolderTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path path(const std::string& name) const { return folder_ / name; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(path(name).parent_path());
    std::ofstream(path(name)) << text;
    return path(name);
  }
  std::filesystem::path folder_;
};

inline bool eventually(const std::function<bool()>& is_so, std::chrono::seconds patience = std::chrono::seconds(30)) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

// A connection to this machine.
class Line {
 public:
  explicit Line(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{20, 0};
    ::setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    ::setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    connected = ::connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
  }
  ~Line() { ::close(socket_); }
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;
  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t n = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return;
      bytes.remove_prefix(static_cast<std::size_t>(n));
    }
  }
  // Up to so many bytes, or all until the other side closes.
  std::string receive(std::size_t most = std::string::npos) {
    std::string text;
    char buffer[65536];
    for (ssize_t n = 0; text.size() < most && (n = ::recv(socket_, buffer, std::min(sizeof buffer, most - text.size()), 0)) > 0;)
      text.append(buffer, static_cast<std::size_t>(n));
    return text;
  }
  bool connected = false;

 private:
  int socket_;
};

struct Reply {
  int status = 0;
  std::string head, body;
  nlohmann::json json() const { return nlohmann::json::parse(body, nullptr, false); }
};

// Asks as the page does, unless headers are given.
class Client {
 public:
  explicit Client(const std::string& address) {
    const std::size_t colon = address.rfind(':'), token_at = address.find("token=");
    port = std::stoi(address.substr(colon + 1));
    token = address.substr(token_at + 6);
  }
  Reply ask(const std::string& method, const std::string& target, const std::string& body = {}) const {
    std::string head = "Host: 127.0.0.1:" + std::to_string(port) + "\r\nX-Bricard-Token: " + token + "\r\n";
    if (method == "POST" || method == "PUT")
      head += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    return raw(method + " " + target + " HTTP/1.1\r\n" + head + "Connection: close\r\n\r\n" + body);
  }
  nlohmann::json json(const std::string& target) const { return ask("GET", target).json(); }
  Reply raw(const std::string& bytes) const {
    Line line(port);
    line.send(bytes);
    const std::string text = line.receive();
    Reply reply;
    const std::size_t gap = text.find("\r\n\r\n");
    if (!text.starts_with("HTTP/1.1 ") || gap == std::string::npos) return reply;
    reply.status = std::stoi(text.substr(9, 3));
    reply.head = text.substr(0, gap);
    reply.body = text.substr(gap + 4);
    return reply;
  }
  int port = 0;
  std::string token;
};

}  // namespace bricard::page
