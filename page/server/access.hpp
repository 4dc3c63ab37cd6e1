// Who may ask: whoever has the token, through a page of this server. Other pages that a browser has open must not reach it,
// neither by asking for another host's name that leads here (Host) nor from their own place (Origin, Sec-Fetch-Site).
#pragma once
#include <optional>

#include "page/server/request.hpp"

namespace bricard::page {

// 128 random bits in hexadecimal.
std::string random_token();

class Access {
 public:
  Access(int port, std::string token);
  const std::string& token() const { return token_; }
  // Why the request is not answered; nothing where it may be. Looks at no body.
  std::optional<Answer> refusal(const Request& request) const;

 private:
  int port_;
  std::string token_;
};

}  // namespace bricard::page
