#include <studio/guard.h>

#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace bellwether::studio {
namespace {

Answer refused(int status, const char* why) {
  return {.status = status, .type = "text/plain; charset=utf-8", .body = why};
}

}  // namespace

std::string random_token() {
  std::array<unsigned char, 16> bytes{};
  if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    throw std::system_error(errno, std::generic_category(), "cannot get random numbers");
  std::string token;
  for (const unsigned char byte : bytes) token += fmt::format("{:02x}", byte);
  return token;
}

Guard::Guard(std::string token, int port) : token_(std::move(token)) {
  const char* names[] = {"127.0.0.1", "localhost"};
  for (int i = 0; i < 2; ++i) {
    hosts_[i] = fmt::format("{}:{}", names[i], port);
    origins_[i] = "http://" + hosts_[i];
  }
}

/// Takes the same time wherever the first difference is.
bool Guard::is_token(std::string_view given) const {
  if (given.size() != token_.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < token_.size(); ++i)
    difference |= static_cast<unsigned char>(token_[i]) ^ static_cast<unsigned char>(given[i]);
  return difference == 0;
}

std::optional<Answer> Guard::refusal(const Request& request) const {
  if (std::ranges::find(hosts_, request.header("host")) == std::end(hosts_))
    return refused(421, "this server answers to 127.0.0.1 alone");
  const std::string_view origin = request.header("origin");
  if (!origin.empty() && std::ranges::find(origins_, origin) == std::end(origins_))
    return refused(403, "another page may not ask this server");
  const std::string_view site = request.header("sec-fetch-site");
  const bool changes = request.method != "GET";
  if (changes && !site.empty() && site != "same-origin")
    return refused(403, "another page may not ask this server");
  const bool knows =
      is_token(request.header("x-bellwether-token")) || (!changes && is_token(request.word("token")));
  if (!knows) return refused(403, "open the address that `bellwether studio` printed, with its token");
  return {};
}

const std::vector<std::pair<std::string, std::string>>& safe_headers() {
  static const std::vector<std::pair<std::string, std::string>> headers{
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
       "base-uri 'none'; form-action "
       "'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Cache-Control", "no-store"}};
  return headers;
}

}  // namespace bellwether::studio
