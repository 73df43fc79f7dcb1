#pragma once
// The server: connections become requests, and answers bytes. It binds to 127.0.0.1 and to nothing else.
//
// Each connection has a thread, one request, and a time in which that must have come; where there are very
// many, the oldest that has not said what it wants is closed. So a slow client waits for itself alone.

#include <memory>
#include <optional>

#include <studio/request.h>

namespace bellwether::studio {

class Server {
 public:
  /// Port 0: any that is free. Throws InvalidInput if it cannot be had.
  explicit Server(int port);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  /// `check` sees requests before their bodies are read; what it answers goes back, and the connection is
  /// closed.
  void start(std::function<std::optional<Answer>(const Request&)> check, Respond respond);
  /// Closes every connection and waits for their threads.
  void stop();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace bellwether::studio
