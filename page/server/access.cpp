// The checks before every request.
#include "page/server/access.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

namespace bricard::page {
namespace {

// Takes as long for a token that is wrong at its end as for one that is wrong at its start.
bool equal(const std::string& a, const std::string& b) {
  unsigned different = a.size() != b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    different |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[b.empty() ? 0 : i % b.size()]);
  return different == 0;
}

}  // namespace

Answer trouble(int status, const std::string& words) {
  Answer answer;
  answer.status = status;
  answer.body = nlohmann::json{{"error", words}}.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return answer;
}

std::string random_token() {
  std::random_device device;
  std::string token;
  for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", device());
  return token;
}

Access::Access(int port, std::string token) : port_(port), token_(std::move(token)) {}

std::optional<Answer> Access::refusal(const Request& request) const {
  const bool is_ours = request.host == fmt::format("127.0.0.1:{}", port_) || request.host == fmt::format("localhost:{}", port_);
  if (!is_ours) return trouble(403, "this server answers to 127.0.0.1 only");
  if (!request.origin.empty() && request.origin != "http://" + request.host)
    return trouble(403, "pages of other places may not ask");
  if (!request.site.empty() && request.site != "same-origin" && request.site != "none")
    return trouble(403, "pages of other places may not ask");
  const auto in_address = request.query.find("token");
  const bool is_page = request.method == "GET" && request.path == "/" && in_address != request.query.end();
  if (!equal(token_, is_page ? in_address->second : request.token))
    return trouble(403, "the token is missing or wrong: open the address that `bricard view` has printed");
  return std::nullopt;
}

}  // namespace bricard::page
