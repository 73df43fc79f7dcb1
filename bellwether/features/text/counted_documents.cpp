#include <bellwether/features/text/counted_documents.h>

#include <algorithm>
#include <atomic>

#include <bellwether/data/error.h>
#include <bellwether/data/files.h>
#include <bellwether/data/text.h>
#include <bellwether/engine/stream.h>
#include <bellwether/features/text/encoding.h>
#include <bellwether/features/text/mail.h>

namespace bellwether {
namespace {

/// What one thread has and makes.
struct Worker {
  explicit Worker(const TextOptions& options) : counter(options) {}

  WordCounter counter;
  std::vector<TermCount> counts = {};
  std::vector<CountedDocument> documents = {};
  std::vector<std::string> binary = {}, fallback = {}, lossy = {};  ///< ids
};

void count_one(Worker& worker, Document& document, std::int64_t number, const TextOptions& options,
               const Strip& strip) {
  CountedDocument counted{.number = number, .id = document.id, .label = document.label};
  std::string text = text_of(std::move(document));
  // Texts in UTF-16 are full of null bytes: if an encoding was given, what it makes of the bytes tells.
  const bool guessed = same_word(options.encoding, "auto");
  if (guessed && is_binary(text)) return worker.binary.push_back(std::move(counted.id));
  const Decoded decoded = decode(text, options.encoding);
  if (!guessed && is_binary(text)) return worker.binary.push_back(std::move(counted.id));
  if (decoded == Decoded::fallback) worker.fallback.push_back(counted.id);
  if (decoded == Decoded::lossy) worker.lossy.push_back(counted.id);
  if (strip.headers || strip.quotes || strip.signatures) text = stripped(text, strip);

  counted.begin = worker.counts.size();
  worker.counter.count(text, worker.counts);
  counted.end = worker.counts.size();
  worker.documents.push_back(std::move(counted));
}

/// "3 documents ...: a, b, c", the first few of them by name; nothing if there are none.
void note_ids(std::vector<std::string>& notes, std::vector<std::string> ids, std::string_view what) {
  if (ids.empty()) return;
  std::sort(ids.begin(), ids.end());
  notes.push_back(fmt::format("{} {} {}: {}", ids.size(), ids.size() == 1 ? "document" : "documents", what,
                              first_few(ids)));
}

CountedDocuments joined(std::vector<Worker>& workers, bool by_id) {
  CountedDocuments all;
  std::vector<std::string> binary, fallback, lossy;
  const auto append = [](auto& to, auto& from) {
    to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  };
  for (Worker& worker : workers) {
    for (CountedDocument& document : worker.documents) document.counter = all.counters.size();
    append(all.documents, worker.documents);
    append(binary, worker.binary);
    append(fallback, worker.fallback);
    append(lossy, worker.lossy);
    all.counters.push_back({worker.counter.take_terms(), std::move(worker.counts)});
  }
  std::sort(all.documents.begin(), all.documents.end(), [&](const auto& a, const auto& b) {
    return by_id && a.id != b.id ? a.id < b.id : a.number < b.number;
  });
  note_ids(all.notes, std::move(binary), "left out, being no text");
  note_ids(all.notes, std::move(fallback),
           fmt::format("not UTF-8, read as Windows-1252 ({} for another)", setting("encoding")));
  note_ids(all.notes, std::move(lossy), "with bytes that mean nothing in the encoding given");
  return all;
}

}  // namespace

CountedDocuments count_documents(Documents& documents, const TextOptions& options, const Run& run) {
  check_options(options, "words");
  require_encoding(options.encoding);
  const Strip strip = strip_by_names(options.strip);
  std::vector<Worker> workers;
  for (int i = 0; i < thread_count(run); ++i) workers.emplace_back(options);

  std::atomic<double> share = 0;  // the source is asked where it is read, under its lock
  for_each_streamed<Document>(
      [&](Document& document) {
        const bool more = documents.next(document);
        if (run.on_progress) share = documents.share();
        return more;
      },
      [&](Document& document, std::int64_t number, int worker) {
        count_one(workers[static_cast<std::size_t>(worker)], document, number, options, strip);
      },
      [&](std::int64_t done) {
        if (run.on_progress && done % 64 == 0)
          run.on_progress({.stage = "reading words", .done = done, .unit = "documents", .share = share});
      },
      run);
  require(!run.stop.stop_requested(), "interrupted while the documents were read");
  CountedDocuments counted = joined(workers, documents.sorted_by_id);
  counted.notes.insert(counted.notes.begin(), documents.notes.begin(), documents.notes.end());
  if (documents.left_out)
    if (const std::string note = about_left_out(documents.left_out()); !note.empty())
      counted.notes.push_back(note);
  require(!counted.documents.empty(), "{}: there is no document in it", documents.name);
  return counted;
}

}  // namespace bellwether
