#define CPPHTTPLIB_OPENSSL_SUPPORT  // as Debian built the library: without it the sizes of its types differ
#define CPPHTTPLIB_ZLIB_SUPPORT
#define CPPHTTPLIB_BROTLI_SUPPORT
#include <httplib.h>

#include <studio/guard.h>
#include <studio/http.h>

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <list>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether::studio {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t most_body = 16 << 20;  // a million selected items are 8 MB
constexpr std::size_t most_head = 32 << 10;
constexpr std::size_t most_connections = 256;
constexpr auto time_for_request = std::chrono::seconds(10);
constexpr auto time_for_write = std::chrono::seconds(20);  // without a byte taken

/// Waits for a socket; false if the time is over.
bool wait_for(int socket, short event, Clock::time_point until) {
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return false;
    pollfd asked{socket, event, 0};
    const int ready = poll(&asked, 1, static_cast<int>(std::min<std::int64_t>(left, 60'000)));
    if (ready > 0) return (asked.revents & (event | POLLHUP | POLLERR)) != 0;
    if (ready < 0 && errno != EINTR) return false;
  }
}

/// A connection whose request has to come whole in a given time and size.
class BoundedStream : public httplib::Stream {
 public:
  explicit BoundedStream(int socket) : socket_(socket), until_(Clock::now() + time_for_request) {}

  bool is_readable() const override { return at_ < buffer_.size() || wait_for(socket_, POLLIN, until_); }
  bool is_writable() const override { return wait_for(socket_, POLLOUT, Clock::now() + time_for_write); }
  ssize_t read(char* into, std::size_t size) override {
    if (at_ == buffer_.size() && !fill()) return -1;
    const std::size_t count = std::min(size, buffer_.size() - at_);
    std::copy_n(buffer_.data() + at_, count, into);
    at_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* from, std::size_t size) override {
    std::size_t sent = 0;
    while (sent < size) {
      if (!is_writable()) return -1;
      const ssize_t count = send(socket_, from + sent, size - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
      if (count < 0 && (errno == EAGAIN || errno == EINTR)) continue;
      if (count <= 0) return -1;
      sent += static_cast<std::size_t>(count);
    }
    return static_cast<ssize_t>(sent);
  }
  void get_remote_ip_and_port(std::string& ip, int& port) const override {
    ip = "127.0.0.1";
    port = 0;
  }
  void get_local_ip_and_port(std::string& ip, int& port) const override { get_remote_ip_and_port(ip, port); }
  socket_t socket() const override { return socket_; }

 private:
  bool fill() {
    if (taken_ > (head_ended_ ? most_head + most_body : most_head) || !wait_for(socket_, POLLIN, until_))
      return false;
    buffer_.resize(16 << 10);
    const ssize_t count = recv(socket_, buffer_.data(), buffer_.size(), MSG_DONTWAIT);
    buffer_.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    at_ = 0;
    taken_ += buffer_.size();
    for (std::size_t i = 0; i < buffer_.size() && !head_ended_; ++i) {
      if (buffer_[i] != '\r') line_ = buffer_[i] == '\n' ? (head_ended_ = line_ == 0, 0) : line_ + 1;
    }
    return count > 0;
  }

  int socket_;
  Clock::time_point until_;
  std::string buffer_ = {};
  std::size_t at_ = 0, taken_ = 0, line_ = 0;
  bool head_ended_ = false;
};

/// Which connections there are, and which have not said yet what they want.
class Connections {
 public:
  struct One {
    int socket = -1;
    bool asked = false;
  };
  using Place = std::list<One>::iterator;

  Place add(int socket) {
    const std::lock_guard guard(mutex_);
    if (all_.size() >= most_connections) {
      const auto oldest = std::ranges::find(all_, false, &One::asked);
      if (oldest != all_.end()) shutdown(oldest->socket, SHUT_RDWR);
    }
    if (closed_) shutdown(socket, SHUT_RDWR);
    all_.push_back({socket});
    return std::prev(all_.end());
  }
  void has_asked(Place place) {
    const std::lock_guard guard(mutex_);
    place->asked = true;
  }
  void remove(Place place) {
    const std::lock_guard guard(mutex_);
    shutdown(place->socket, SHUT_RDWR);
    close(place->socket);
    all_.erase(place);
  }
  void close_all() {
    const std::lock_guard guard(mutex_);
    closed_ = true;
    for (const One& one : all_) shutdown(one.socket, SHUT_RDWR);
  }

 private:
  std::mutex mutex_;
  std::list<One> all_;
  bool closed_ = false;
};

/// A thread for each connection.
class Threads : public httplib::TaskQueue {
 public:
  void enqueue(std::function<void()> work) override {
    {
      const std::lock_guard guard(mutex_);
      ++running_;
    }
    auto counted_work = [this, work = std::move(work)] {
      work();
      const std::lock_guard guard(mutex_);
      --running_;
      ended_.notify_all();
    };
    try {
      std::thread(counted_work).detach();
    } catch (const std::system_error&) {  // no more threads: the others wait for this one
      counted_work();
    }
  }
  void shutdown() override {
    std::unique_lock lock(mutex_);
    ended_.wait(lock, [this] { return running_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable ended_;
  int running_ = 0;
};

Request request_of(const httplib::Request& given) {
  Request request{.method = given.method, .path = given.path, .body = given.body};
  for (const auto& [name, value] : given.params) request.words.emplace(name, value);
  for (const auto& [name, value] : given.headers) {
    // A header that stands twice could mean one thing to us and another to the browser.
    auto [at, is_new] = request.headers.emplace(lower(name), value);
    if (!is_new) at->second += "," + value;
  }
  return request;
}

void give(const Answer& answer, httplib::Response& response) {
  response.status = answer.status;
  for (const auto& [name, value] : safe_headers()) response.set_header(name, value);
  for (const auto& [name, value] : answer.headers) response.set_header(name, value);
  if (!answer.more) return response.set_content(answer.body, answer.type);
  response.set_chunked_content_provider(answer.type,
                                        [more = answer.more](std::size_t, httplib::DataSink& sink) {
                                          std::string piece;
                                          const bool goes_on = more(piece);
                                          if (!piece.empty() && !sink.write(piece.data(), piece.size()))
                                            return false;
                                          if (!goes_on) sink.done();
                                          return true;
                                        });
}

class HttpServer : public httplib::Server {
 public:
  std::function<std::optional<Answer>(const Request&)> check = {};
  Respond respond = {};
  Connections connections = {};

  /// The library lets five wait, so that one that comes after many at once would be kept waiting for seconds.
  void let_many_wait() { ::listen(svr_sock_, 512); }

  void prepare() {
    set_payload_max_length(most_body);
    new_task_queue = [] { return new Threads; };
    set_pre_routing_handler([this](const httplib::Request& given, httplib::Response& response) {
      if (auto refusal = check(request_of(given))) {
        give(*refusal, response);
        return HandlerResponse::Handled;
      }
      return HandlerResponse::Unhandled;
    });
    const auto handle = [this](const httplib::Request& given, httplib::Response& response) {
      give(respond(request_of(given)), response);
    };
    Get("/[a-z.]{0,40}", handle);
    Post("/[a-z.]{0,40}", handle);
    set_error_handler(Handler([](const httplib::Request&, httplib::Response& response) {
      for (const auto& [name, value] : safe_headers())
        if (!response.has_header(name)) response.set_header(name, value);
    }));
    set_exception_handler([](const httplib::Request&, httplib::Response& response, std::exception_ptr) {
      give({.status = 500, .type = "text/plain", .body = "the studio could not answer that"}, response);
    });
  }

 private:
  bool process_and_close_socket(socket_t socket) override {
    const auto place = connections.add(socket);
    BoundedStream stream(socket);
    bool closed = false;
    const bool done =
        process_request(stream, true, closed, [&](httplib::Request&) { connections.has_asked(place); });
    connections.remove(place);
    return done;
  }
};

}  // namespace

struct Server::State {
  HttpServer http = {};
  int port = 0;
  std::thread listener = {};
};

Server::Server(int port) : state_(std::make_unique<State>()) {
  state_->http.prepare();
  // Not SO_REUSEPORT, which is the library's default: another process could then take a share of the
  // connections.
  state_->http.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  state_->port = port == 0                                      ? state_->http.bind_to_any_port("127.0.0.1")
                 : state_->http.bind_to_port("127.0.0.1", port) ? port
                                                                : -1;
  require(state_->port > 0, "port {} of 127.0.0.1 is taken: give another with {}, or 0 for any", port,
          setting("port"));
  state_->http.let_many_wait();
}

Server::~Server() {
  stop();
}

int Server::port() const {
  return state_->port;
}

void Server::start(std::function<std::optional<Answer>(const Request&)> check, Respond respond) {
  state_->http.check = std::move(check);
  state_->http.respond = std::move(respond);
  state_->listener = std::thread([this] { state_->http.listen_after_bind(); });
  while (!state_->http.is_running())
    std::this_thread::sleep_for(std::chrono::milliseconds(1));  // else stop() would come to nothing
}

void Server::stop() {
  if (!state_->listener.joinable()) return;
  state_->http.connections.close_all();
  state_->http.stop();
  state_->listener.join();
}

}  // namespace bellwether::studio
