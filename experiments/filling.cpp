#include <experiments/filling.h>

#include <bellwether/data/error.h>

namespace bellwether::experiments {

void Filling::fill(const std::vector<Piece>& pieces) {
  for_each_parallel(static_cast<int>(pieces.size()), [&](int number) {
    if (run_.stop.stop_requested()) return;
    run_piece(pieces[static_cast<std::size_t>(number)]);
    report();
  });
}

std::string Filling::failure(const std::string& dataset, const std::string& method) const {
  const auto found = failures_.find({dataset, method});
  return found == failures_.end() ? "" : found->second;
}

std::vector<std::string> Filling::missing(const Piece& piece) {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> some;
  for (const std::string& method : piece.methods)
    if (!finished_.has(piece.dataset, piece.split, method)) some.push_back(method);
  return some;
}

void Filling::run_piece(const Piece& piece) {
  const std::vector<std::string> wanted = missing(piece);
  if (wanted.empty()) return;
  std::vector<Cell> cells;
  try {
    cells = piece.work(wanted, {.threads = 1, .stop = run_.stop});
  } catch (const Error& error) {
    if (run_.stop.stop_requested()) return;
    const std::scoped_lock lock(mutex_);
    for (const std::string& method : wanted) failures_[{piece.dataset, method}] = error.what();
    return;
  }
  if (run_.stop.stop_requested()) return;
  const std::scoped_lock lock(mutex_);
  for (const Cell& cell : cells)  // that one cannot be kept is no failure of its method
    if (!finished_.has(cell.dataset, cell.split, cell.method)) finished_.add(cell);
}

void Filling::report() {
  const std::scoped_lock lock(mutex_);
  ++done_;
  if (run_.on_progress)
    run_.on_progress({.stage = "running",
                      .done = done_,
                      .unit = unit_,
                      .share = static_cast<double>(done_) / static_cast<double>(all_)});
}

}  // namespace bellwether::experiments
