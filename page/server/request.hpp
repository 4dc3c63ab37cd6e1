// A request and its answer without sockets.
#pragma once
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace bricard::page {

struct Request {
  std::string method, path;
  std::map<std::string, std::string> query;
  std::string body;
  std::string host, origin, site, token;  // headers Host, Origin, Sec-Fetch-Site, X-Bricard-Token
};

using Put = std::function<bool(std::string_view)>;  // false: nobody takes it any more

struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::string body;
  std::string policy;  // header Content-Security-Policy
  // Where it is set, in place of the body: hands `length` bytes over in pieces; false: it could not.
  std::function<bool(const Put&)> stream;
  std::size_t length = 0;
};

// {"error": words}
Answer trouble(int status, const std::string& words);

}  // namespace bricard::page
