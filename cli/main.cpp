// bellwether: one program, a verb for each thing it does.

#include <cli/before_main.h>
#include <cli/program.h>

#include <csignal>

int main(int count, char** words) {
  bellwether::cli::allow_all_cores();
  std::signal(SIGPIPE, SIG_DFL);  // `bellwether methods | head` ends in silence, whoever started it
  return bellwether::cli::run_program(count, words);
}
