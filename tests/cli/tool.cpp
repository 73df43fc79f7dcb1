#include <tests/cli/tool.h>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <sstream>
#include <system_error>

namespace bellwether::testing_support {
namespace {

struct Ends {
  int read = -1, write = -1;
};

void require_done(int outcome, const char* what) {
  if (outcome < 0) throw std::system_error(errno, std::generic_category(), what);
}

Ends make_pipe() {
  int ends[2];
  require_done(pipe2(ends, O_CLOEXEC), "pipe");
  return {ends[0], ends[1]};
}

Ends make_terminal() {
  Ends ends;
  winsize size{};
  size.ws_row = 24;
  size.ws_col = 80;
  require_done(openpty(&ends.read, &ends.write, nullptr, nullptr, &size), "openpty");
  fcntl(ends.read, F_SETFD, FD_CLOEXEC);
  fcntl(ends.write, F_SETFD, FD_CLOEXEC);
  return ends;
}

[[noreturn]] void become_tool(const Words& arguments, const std::filesystem::path& folder, int out, int err) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // never outlives the test
  signal(SIGINT, SIG_DFL);           // tests that run in the background inherit an ignored one
  setenv("TERM", "xterm", 1);
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (chdir(folder.c_str()) != 0) _exit(127);
  std::vector<char*> words{const_cast<char*>("bellwether")};
  for (const auto& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  const char* const other = getenv("BELLWETHER_TOOL");  // the one with the sanitizers
  execv(other != nullptr ? other : BELLWETHER_TOOL, words.data());
  _exit(127);
}

}  // namespace

RunningTool::RunningTool(const Words& arguments, const std::filesystem::path& folder, Stderr kind,
                         Stdout out_kind) {
  const Ends out = out_kind == Stdout::terminal ? make_terminal() : make_pipe();
  const int full = out_kind == Stdout::full ? open("/dev/full", O_WRONLY | O_CLOEXEC) : -1;
  const Ends err = kind == Stderr::terminal ? make_terminal() : make_pipe();
  process_ = fork();
  require_done(process_, "fork");
  if (process_ == 0) become_tool(arguments, folder, full >= 0 ? full : out.write, err.write);
  if (full >= 0) close(full);
  close(out.write);
  close(err.write);
  out_ = out.read;
  err_ = err.read;
}

RunningTool::~RunningTool() {
  if (process_ > 0) {
    kill(process_, SIGKILL);
    waitpid(process_, nullptr, 0);
  }
  if (out_ >= 0) close(out_);
  if (err_ >= 0) close(err_);
}

void RunningTool::send(int signal) const {
  kill(process_, signal);
}

bool RunningTool::read_some(int& descriptor, std::string& into) const {
  char buffer[4096];
  const ssize_t got = ::read(descriptor, buffer, sizeof buffer);
  if (got > 0) {
    into.append(buffer, static_cast<std::size_t>(got));
    return true;
  }
  close(descriptor);  // at its end; a terminal says so by an error
  descriptor = -1;
  return false;
}

bool RunningTool::wait_for_stderr(const std::string& text) {
  while (finished_.err.find(text) == std::string::npos)
    if (err_ < 0 || !read_some(err_, finished_.err)) return false;
  return true;
}

Finished RunningTool::finish() {
  while (out_ >= 0 || err_ >= 0) {
    pollfd watched[2] = {{out_, POLLIN, 0}, {err_, POLLIN, 0}};
    if (poll(watched, 2, -1) < 0 && errno != EINTR) break;
    if (watched[0].revents != 0) read_some(out_, finished_.out);
    if (watched[1].revents != 0) read_some(err_, finished_.err);
  }
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  finished_.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return finished_;
}

nlohmann::json ToolTest::run_json(Words arguments) const {
  arguments.emplace_back("--json");
  const Finished finished = run(arguments);
  EXPECT_EQ(finished.status, 0) << finished.err;
  EXPECT_EQ(finished.err, "");
  return nlohmann::json::parse(finished.out);
}

std::string ToolTest::read(const std::string& name) const {
  std::ifstream in(folder / name, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + name);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

void expect_refused(const Finished& finished, int status, const std::string& words) {
  EXPECT_EQ(finished.status, status);
  EXPECT_THAT(finished.err, testing::StartsWith("bellwether: "));
  EXPECT_THAT(finished.err, testing::HasSubstr(words));
  EXPECT_EQ(lines_of(finished.err).size(), 1U) << finished.err;
  EXPECT_EQ(finished.out, "");
}

Words lines_of(const std::string& text) {
  Words lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

}  // namespace bellwether::testing_support
