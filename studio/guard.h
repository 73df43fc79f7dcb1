#pragma once
// Who may speak to the studio: a page that it served, on this machine, that knows the token.

#include <optional>
#include <string>

#include <studio/request.h>

namespace bellwether::studio {

/// 32 letters and digits that nobody can guess.
std::string random_token();

class Guard {
 public:
  Guard(std::string token, int port);

  /// The refusal; nothing for a request that may go on. `Host` must be this server by its number or as
  /// localhost: a name that was made to lead here is not. `Origin`, where a browser sends it, must be this
  /// server. The token stands in the address or in X-Bellwether-Token; what changes anything needs it in the
  /// header, which no form and no link can send.
  std::optional<Answer> refusal(const Request& request) const;

  const std::string& token() const { return token_; }

 private:
  bool is_token(std::string_view given) const;

  std::string token_;
  std::string hosts_[2], origins_[2];
};

/// Headers of every answer: no scripts but its own files, no other host, no frames, no sniffing, nothing
/// kept.
const std::vector<std::pair<std::string, std::string>>& safe_headers();

}  // namespace bellwether::studio
