#pragma once
// What the server makes of bytes before anything else sees them, and what goes back.

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace bellwether::studio {

struct Request {
  std::string method = {};
  std::string path = {};                          ///< decoded, without what follows the question mark
  std::map<std::string, std::string> words = {};  ///< what follows it, decoded
  std::map<std::string, std::string> headers =
      {};  ///< those that matter, in small letters: host, origin, ...
  std::string body = {};

  std::string_view word(const std::string& name) const {
    const auto at = words.find(name);
    return at == words.end() ? std::string_view() : at->second;
  }
  std::string_view header(const std::string& name) const {
    const auto at = headers.find(name);
    return at == headers.end() ? std::string_view() : at->second;
  }
};

struct Answer {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  /// Of an answer that goes on: called again and again for its next piece, which may take a while; false:
  /// that was all.
  std::function<bool(std::string& piece)> more = {};
};

using Respond = std::function<Answer(const Request&)>;

}  // namespace bellwether::studio
