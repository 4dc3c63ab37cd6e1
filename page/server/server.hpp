// The page's server: on this machine only, for those who have the token. What it answers is in routes.hpp, whom in access.hpp.
#pragma once
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bricard::page {

struct ServerOptions {
  std::vector<std::filesystem::path> paths;      // models, folders of results, CSV tables
  int port = 0;                                  // 0: any free one
  std::filesystem::path program;                 // this program: runs and checks are done by processes of their own
  std::map<std::string, std::string> verbs;      // its verb of each analysis: "dynamics" to "simulate"
  std::function<void(const std::string&)> tell;  // what the user should know, while it serves
  bool allow_code = false;                       // the processes may run code that models name
};

class Server {
 public:
  // Reads what is given and takes the port; throws Error where a path is wrong or the port taken. Models that can be run and
  // never were get their first run at once.
  explicit Server(const ServerOptions& options);
  ~Server();
  std::string address() const;  // "http://127.0.0.1:43210/?token=..."
  void run();                   // serves until stop()
  void stop();                  // from any thread, or a signal's flag watcher

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace bricard::page
