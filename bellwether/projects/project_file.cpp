#include <bellwether/projects/project_file.h>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include <bellwether/data/error.h>
#include <bellwether/data/text.h>

namespace bellwether {
namespace {

constexpr int application = 0x62777031;  // "bwp1": what SQLite keeps in the file's header
constexpr const char* tables =
    "CREATE TABLE IF NOT EXISTS events(number INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, said TEXT "
    "NOT NULL);"
    "CREATE TABLE IF NOT EXISTS facts(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS labels(event INTEGER PRIMARY KEY, of_items BLOB NOT NULL);";

/// A statement that is run once, row by row.
class Statement {
 public:
  Statement(sqlite3* file, const std::string& name, const char* text) : file_(file), name_(name) {
    check(sqlite3_prepare_v2(file, text, -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(int place, std::string_view text) {
    check(sqlite3_bind_text64(statement_, place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  }
  void bind(int place, std::int64_t number) { check(sqlite3_bind_int64(statement_, place, number)); }
  void bind(int place, const std::vector<int>& numbers) {
    check(sqlite3_bind_blob64(statement_, place, numbers.data(), numbers.size() * sizeof(int),
                              SQLITE_TRANSIENT));
  }
  bool next() {
    const int status = sqlite3_step(statement_);
    if (status != SQLITE_ROW && status != SQLITE_DONE) check(status);
    return status == SQLITE_ROW;
  }
  std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
  std::string_view bytes(int column) {
    const void* start = sqlite3_column_blob(statement_, column);
    const auto count = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    return start == nullptr ? std::string_view() : std::string_view(static_cast<const char*>(start), count);
  }

 private:
  void check(int status) const { require(status == SQLITE_OK, "{}: {}", name_, sqlite3_errmsg(file_)); }

  sqlite3* file_;
  const std::string& name_;
  sqlite3_stmt* statement_ = nullptr;
};

/// A lock on the file that ends with the process, however it ends.
int lock(const std::filesystem::path& path) {
  const int handle = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  require(handle >= 0, "{}: cannot be opened to be written: {}", path.string(), std::strerror(errno));
  if (flock(handle, LOCK_EX | LOCK_NB) == 0) return handle;
  close(handle);
  return -1;
}

}  // namespace

struct ProjectFile::State {
  std::string name = {};
  int lock = -1;
  sqlite3* file = nullptr;

  ~State() {
    sqlite3_close(file);
    if (lock >= 0) close(lock);
  }
  Statement statement(const char* text) const { return Statement(file, name, text); }
  void run(const char* text) const {
    require(sqlite3_exec(file, text, nullptr, nullptr, nullptr) == SQLITE_OK, "{}: {}", name,
            sqlite3_errmsg(file));
  }
  std::int64_t number(const char* text) const {
    Statement asked = statement(text);
    return asked.next() ? asked.number(0) : 0;
  }
  void open_to(ProjectFile::For what, const std::filesystem::path& path) {
    const int flags = what == ProjectFile::For::owning ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    require(sqlite3_open_v2(path.c_str(), &file, flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_NOFOLLOW,
                            nullptr) == SQLITE_OK,
            "{}: cannot be opened{}", name,
            what == ProjectFile::For::reading ? " (is there such a project file?)" : "");
    sqlite3_busy_timeout(file, 5000);
  }
};

ProjectFile::ProjectFile(const std::filesystem::path& given, For what) : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.name = given.string();
  std::error_code ignored;
  const bool there = std::filesystem::exists(given, ignored);
  require(there || what == For::owning, "{}: there is no such project file", s.name);
  require(!there || std::filesystem::is_regular_file(given, ignored), "{}: is no project file", s.name);
  const std::filesystem::path path = std::filesystem::weakly_canonical(given);
  if (what == For::owning) s.lock = lock(path);
  const bool refused = what == For::owning && s.lock < 0;
  s.open_to(refused ? For::reading : what, path);
  const std::int64_t kind = s.number("PRAGMA application_id");
  const bool empty = kind == 0 && s.number("SELECT count(*) FROM sqlite_master") == 0;
  if (refused)
    refuse("{}: another studio has it open{}: close that first", s.name,
           kind == application && kept("process") ? ", process " + *kept("process") : "");
  require(kind == application || (empty && what == For::owning), "{}: is no project file", s.name);
  if (what == For::reading) return;
  s.run("PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL");
  if (empty) s.run(fmt::format("BEGIN; PRAGMA application_id={}; {} COMMIT", application, tables).c_str());
  keep("process", std::to_string(getpid()));
}

ProjectFile::~ProjectFile() = default;

std::int64_t ProjectFile::append(std::string_view at, std::string_view said) {
  Statement add = state_->statement("INSERT INTO events(at, said) VALUES(?, ?)");
  add.bind(1, at);
  add.bind(2, said);
  add.next();
  return sqlite3_last_insert_rowid(state_->file);
}

std::vector<Event> ProjectFile::events() const {
  std::vector<Event> all;
  Statement asked = state_->statement("SELECT number, at, said FROM events ORDER BY number");
  while (asked.next())
    all.push_back({asked.number(0), std::string(asked.bytes(1)), std::string(asked.bytes(2))});
  return all;
}

void ProjectFile::keep(std::string_view name, std::string_view value) {
  Statement put = state_->statement("INSERT OR REPLACE INTO facts(name, value) VALUES(?, ?)");
  put.bind(1, name);
  put.bind(2, value);
  put.next();
}

std::optional<std::string> ProjectFile::kept(std::string_view name) const {
  Statement asked = state_->statement("SELECT value FROM facts WHERE name = ?");
  asked.bind(1, name);
  if (!asked.next()) return {};
  return std::string(asked.bytes(0));
}

void ProjectFile::keep_labels(std::int64_t event, const std::vector<int>& labels) {
  Statement put = state_->statement("INSERT OR REPLACE INTO labels(event, of_items) VALUES(?, ?)");
  put.bind(1, event);
  put.bind(2, labels);
  put.next();
}

std::vector<int> ProjectFile::labels_after(std::int64_t event) const {
  Statement asked = state_->statement("SELECT of_items FROM labels WHERE event = ?");
  asked.bind(1, event);
  if (!asked.next()) return {};
  const std::string_view bytes = asked.bytes(0);
  std::vector<int> labels(bytes.size() / sizeof(int));
  std::memcpy(labels.data(), bytes.data(), labels.size() * sizeof(int));
  return labels;
}

}  // namespace bellwether
