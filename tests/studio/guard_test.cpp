#include <studio/guard.h>

#include <gtest/gtest.h>

namespace bellwether::studio {
namespace {

const std::string token = "0123456789abcdef0123456789abcdef";

Request asking(const std::string& method, std::map<std::string, std::string> headers,
               const std::string& given = token) {
  headers.emplace("host", "127.0.0.1:8000");
  return {.method = method, .path = "/", .words = {{"token", given}}, .headers = std::move(headers)};
}

int status_of(const Request& request) {
  const auto refusal = Guard(token, 8000).refusal(request);
  return refusal ? refusal->status : 200;
}

TEST(Guard, LetsItsOwnPageIn) {
  EXPECT_EQ(status_of(asking("GET", {})), 200);
  EXPECT_EQ(status_of(asking("GET", {{"origin", "http://127.0.0.1:8000"}})), 200);
  EXPECT_EQ(
      status_of(asking("POST", {{"x-bellwether-token", token}, {"origin", "http://127.0.0.1:8000"}}, "")),
      200);
}

TEST(Guard, KeepsOutWhoDoesNotKnowTheToken) {
  EXPECT_EQ(status_of(asking("GET", {}, "")), 403);
  EXPECT_EQ(status_of(asking("GET", {}, token.substr(1))), 403);
  EXPECT_EQ(status_of(asking("GET", {}, token + "0")), 403);
  EXPECT_EQ(status_of(asking("GET", {}, std::string(32, 'f'))), 403);
}

TEST(Guard, ATokenInTheAddressChangesNothing) {
  EXPECT_EQ(status_of(asking("POST", {})), 403);
  EXPECT_EQ(status_of(asking("DELETE", {})), 403);
}

TEST(Guard, ANameThatLeadsHereIsNotThisServer) {
  for (const char* host : {"evil.example:8000", "evil.example", "127.0.0.1", "127.0.0.1:8001",
                           "127.0.0.1:8000,evil.example", "", "[::1]:8000"}) {
    Request request = asking("GET", {});
    request.headers["host"] = host;
    EXPECT_EQ(status_of(request), 421) << host;
  }
}

TEST(Guard, OtherPagesMayNotAsk) {
  for (const char* origin : {"http://evil.example", "null", "https://127.0.0.1:8000", "http://127.0.0.1:8001",
                             "http://127.0.0.1:8000.evil.example"})
    EXPECT_EQ(status_of(asking("GET", {{"origin", origin}})), 403) << origin;
  EXPECT_EQ(status_of(asking("POST", {{"x-bellwether-token", token}, {"sec-fetch-site", "cross-site"}})),
            403);
}

TEST(Guard, TokensAreLongAndDiffer) {
  EXPECT_EQ(random_token().size(), 32u);
  EXPECT_NE(random_token(), random_token());
}

TEST(Guard, EveryAnswerForbidsWhatThePageDoesNotNeed) {
  std::string policy;
  for (const auto& [name, value] : safe_headers())
    if (name == "Content-Security-Policy") policy = value;
  EXPECT_NE(policy.find("default-src 'none'"), std::string::npos);
  EXPECT_EQ(policy.find("unsafe"), std::string::npos);
  EXPECT_EQ(policy.find("http"), std::string::npos);
  EXPECT_EQ(policy.find('*'), std::string::npos);
}

}  // namespace
}  // namespace bellwether::studio
