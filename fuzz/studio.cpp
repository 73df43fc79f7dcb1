// Requests to the studio: METHOD PATH?WORDS, a line end, and the body, to handlers that work on three groups
// of flowers. What comes before them, from bytes to requests, is cpp-httplib.

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>

#include <bellwether/collections/collections.h>
#include <bellwether/sources/run_sources.h>
#include <studio/answers.h>

namespace {

using namespace bellwether;

/// A studio without a server.
struct Fixture {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("fuzz-studio-" + std::to_string(getpid()) + ".bwp");
  ProjectFile file{path, ProjectFile::For::owning};
  studio::Desk desk{file,
                    read_sources({.items = {.items = "data:iris"}}, {.threads = 1}).material,
                    {},
                    {.clusters = 3},
                    {.items = "data:iris"},
                    1,
                    [] { return std::string("now"); }};
  studio::Place place{desk, "token", [](std::string_view, const Project&, const studio::Shelf&) {
                        return std::optional<studio::Export>();
                      }};

  Fixture() {
    desk.begin();
    for (std::uint64_t pulse = 0; !desk.shown()->stand;)
      desk.wait_for_news(pulse, std::chrono::milliseconds(100));
  }
  ~Fixture() {
    desk.close();
    std::error_code ignored;
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(path.string() + ending, ignored);
  }
};

std::string_view up_to(std::string_view& rest, char end) {
  const std::size_t at = std::min(rest.find(end), rest.size());
  const std::string_view first = rest.substr(0, at);
  rest.remove_prefix(std::min(at + 1, rest.size()));
  return first;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static Fixture fixture;
  std::string_view rest(reinterpret_cast<const char*>(bytes), size);
  std::string_view line = up_to(rest, '\n');
  bellwether::studio::Request request{.method = std::string(up_to(line, ' ')),
                                      .path = std::string(up_to(line, '?'))};
  while (!line.empty()) {
    std::string_view word = up_to(line, '&');
    const std::string name(up_to(word, '='));
    request.words[name] = std::string(word);
  }
  request.body = std::string(rest);
  // The state that was seen is the present one, so that bodies get further than that check.
  if (const std::size_t at = request.body.find("VERSION"); at != std::string::npos)
    request.body.replace(at, 7, std::to_string(fixture.desk.shown()->version));
  const bellwether::studio::Answer answer = bellwether::studio::answer_to(fixture.place, request);
  if (answer.status != 200 && answer.status != 400 && answer.status != 404 && answer.status != 409)
    std::abort();
  return 0;
}
