// The command line: every line is a word; those that begin with @ are lines of settings.toml instead. The
// program is run as main() runs it, in a folder of its own where small inputs lie. Words are mutated by the
// table of options: names of options where they may stand, values that they may or may not take. No word
// leads out of the folder; where a number is large, the inputs are not there, so that nothing is computed for
// long. Every end is 0, or 1 or 2 with a sentence, and no control bytes.

#include <fcntl.h>
#include <sanitizer/common_interface_defs.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <cli/before_main.h>
#include <cli/program.h>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

// A process's own beginning, which ends one that could not go on in words: here that is a finding.
void bellwether::cli::reserve_room_for_products() {}

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::array inputs{"tiny.csv",    "labels.csv", "pairs.csv",       "answers.csv",
                            "texts.jsonl", "result",     "model.bellwether"};
constexpr std::array values{"",
                            "-",
                            "--",
                            "=",
                            "0",
                            "1",
                            "2",
                            "3",
                            "-1",
                            "+1",
                            "0.5",
                            "1.5",
                            "1e309",
                            "nan",
                            "inf",
                            "-inf",
                            "0x10",
                            "99999999999999999999",
                            "2147483648",
                            "-2147483649",
                            "auto",
                            "first",
                            "last",
                            "1-3",
                            "3-1",
                            ",",
                            ",,",
                            ":",
                            "1:3",
                            "2:",
                            ":3",
                            "5:2",
                            "a=b",
                            "=b",
                            "a=",
                            "a,b,c",
                            "%s%n",
                            "\x1b[31mred",
                            "\xff\xfe",
                            "\u202e",
                            "'",
                            "\"",
                            "a b",
                            "$(id)",
                            "`id`",
                            ";",
                            "#",
                            "@",
                            "tiny.csv",
                            "labels.csv",
                            "pairs.csv",
                            "answers.csv",
                            "texts.jsonl",
                            "settings.toml",
                            "result",
                            "model.bellwether",
                            "result/model.bellwether",
                            "missing.csv",
                            "none/at/all.csv",
                            "out",
                            "out/deep",
                            "out.csv",
                            "out.npz",
                            "out.md",
                            "out.toml",
                            "out.svm",
                            "out.bellwether",
                            "out.html",
                            ".",
                            "data:",
                            "data:none",
                            "data:?",
                            "data:x?items=1",
                            "kmeans",
                            "gm",
                            "vm",
                            "pcc",
                            "sib",
                            "plsa",
                            "idt",
                            "auto",
                            "text",
                            "class",
                            "1GB",
                            "1ZB",
                            "-1GB",
                            "0B",
                            "yes",
                            "no",
                            "true",
                            "false",
                            "cpu",
                            "cuda",
                            "alpha=0.5,1",
                            "iterations=2",
                            "none-such=1",
                            "--help",
                            "--quiet",
                            "--json",
                            "--force",
                            "-k3",
                            "-k=3",
                            "bash"};

bool is_value(std::string_view word) {
  return std::ranges::find(values, word) != values.end();
}

void replace_all(std::string& word, std::string_view from, std::string_view into) {
  for (std::size_t at = 0; (at = word.find(from, at)) != std::string::npos; at += into.size())
    word.replace(at, from.size(), into);
}

/// Stays in the folder.
void keep_inside(std::string& word) {
  if (const std::size_t equals = word.find('=');
      equals != std::string::npos && is_value(word.substr(equals + 1)))
    return;
  if (is_value(word)) return;
  replace_all(word, "/", "_");
  replace_all(word, "..", "__");
}

bool has_large_number(std::string_view word) {
  int number = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (number > 0 && (c == 'e' || c == 'E')) return true;
    number = c >= '0' && c <= '9' ? std::min(1000, 10 * number + (c - '0')) : 0;
    if (number > 20) return true;
  }
  return false;
}

Words lines_in(std::string_view text) {
  Words lines;
  while (!text.empty() && lines.size() < 40) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    std::erase(lines.back(), '\0');  // as the system hands words on
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string joined(const Words& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

/// Runs with the errors in `said`, and gives the status.
int run(Words words, std::string& said) {
  std::vector<const char*> pointers{"bellwether"};
  for (const std::string& word : words) pointers.push_back(word.c_str());
  std::fflush(stderr);
  const int shown = dup(STDERR_FILENO), kept = memfd_create("errors", 0);
  dup2(kept, STDERR_FILENO);
  const int status = bellwether::cli::run_program(static_cast<int>(pointers.size()), pointers.data());
  std::fflush(stderr);
  dup2(shown, STDERR_FILENO);
  close(shown);
  said.resize(static_cast<std::size_t>(lseek(kept, 0, SEEK_END)));
  if (pread(kept, said.data(), said.size(), 0) != static_cast<ssize_t>(said.size())) std::abort();
  close(kept);
  return status;
}

std::string bytes_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The working folder, for as long as the object lives: libFuzzer has its own.
class Inside {
 public:
  explicit Inside(const fs::path& folder) : before_(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    if (before_ < 0 || chdir(folder.c_str()) != 0) std::abort();
  }
  ~Inside() {
    if (fchdir(before_) != 0) std::abort();
    close(before_);
  }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  int before_;
};

/// The folder, with what is in it at the start of each run.
class Room {
 public:
  Room() {
    std::string name = (fs::exists("/dev/shm") ? "/dev/shm" : "/tmp") + std::string("/fuzz-arguments-XXXXXX");
    if (mkdtemp(name.data()) == nullptr) std::abort();
    place_ = name;
    const Inside inside(place_);
    write("tiny.csv", "id,a,b,class\np,0,1,x\nq,0,2,x\nr,5,1,y\ns,5,2,y\nt,6,2,y\n");
    write("labels.csv", "id,label\np,x\nr,y\n");
    write("pairs.csv", "id,id\np,q\nr,s\n");
    write("answers.csv", "kind,first,second,why,answer\nlabel,s,,nearest,y\n");
    write("texts.jsonl",
          "{\"text\":\"red wool\",\"class\":\"x\"}\n{\"text\":\"blue "
          "road\",\"class\":\"y\"}\n{\"text\":\"red road\"}\n");
    std::string said;
    if (run({"cluster", "tiny.csv", "-k", "2", "--label-column", "last", "--quiet", "-o", "result"}, said) !=
        0)
      std::abort();
    fs::copy("result/model.bellwether", "model.bellwether");
    for (const auto& entry : fs::recursive_directory_iterator("."))
      if (entry.is_regular_file()) files_[entry.path()] = bytes_of_file(entry.path());
  }
  ~Room() {
    std::error_code ignored;
    fs::remove_all(place_, ignored);
  }
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  const fs::path& place() const { return place_; }

  void make_as_it_was() const {
    for (const auto& entry : fs::directory_iterator("."))
      if (std::ranges::find(inputs, entry.path().filename().string()) == inputs.end())
        fs::remove_all(entry.path());
    for (const auto& [path, bytes] : files_)
      if (bytes_of_file(path) != bytes) {
        fs::create_directories(path.parent_path());
        write(path, bytes);
      }
  }

  static void write(const fs::path& name, std::string_view text) {
    std::ofstream(name, std::ios::binary) << text;
  }

 private:
  fs::path place_;
  std::map<fs::path, std::string> files_ = {};
};

void require_law(int status, const std::string& said) {
  const bool sentence = said.find("bellwether: ") != std::string::npos && said.size() > 24;
  bool plain = true;
  for (const char c : said) plain = plain && (static_cast<unsigned char>(c) >= 32 || c == '\n') && c != 127;
  if ((status == 0 || ((status == 1 || status == 2) && sentence)) && plain) return;
  std::fprintf(stderr, "status %d, and said: %s\n", status, said.c_str());
  std::abort();
}

const bellwether::cli::Program& program() {
  static const bellwether::cli::Program told = bellwether::cli::described();
  return told;
}

std::string any_name_of(const bellwether::cli::Option& option, std::minstd_rand& draw) {
  Words names;
  for (std::string_view rest = option.flags; !rest.empty();
       rest.remove_prefix(std::min(rest.find(',') + 1, rest.size()))) {
    names.emplace_back(rest.substr(0, rest.find(',')));
    if (rest.find(',') == std::string_view::npos) break;
  }
  return names[draw() % names.size()];
}

/// Some words for one option of the verb.
Words words_for_option(const Words& lines, std::minstd_rand& draw) {
  const auto& verbs = program().commands;
  auto verb = std::ranges::find(verbs, lines.empty() ? "" : lines.front(), &bellwether::cli::Command::name);
  if (verb == verbs.end()) verb = verbs.begin() + static_cast<std::ptrdiff_t>(draw() % verbs.size());
  if (verb->options.empty()) return {};
  const auto& option = verb->options[draw() % verb->options.size()];
  std::string value = values[draw() % values.size()];
  if (!option.choices.empty() && draw() % 4 != 0) value = option.choices[draw() % option.choices.size()];
  if (option.positional()) return {value};
  const std::string name = any_name_of(option, draw);
  if (std::holds_alternative<bool*>(option.into) && draw() % 8 != 0) return {name};
  if (draw() % 4 == 0) return {name + "=" + value};
  return {name, value};
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  __sanitizer_set_report_fd(reinterpret_cast<void*>(static_cast<std::intptr_t>(dup(STDERR_FILENO))));
  std::set_terminate(std::abort);
  setenv("PATH", "", 1);  // no other program is started
  setenv("HOME", "/none", 1);
  if (std::freopen("/dev/null", "w", stdout) == nullptr || std::freopen("/dev/null", "r", stdin) == nullptr)
    std::abort();
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned seed) {
  std::minstd_rand draw(seed + 1);
  Words lines = lines_in({reinterpret_cast<const char*>(data), size});
  const auto place = [&](std::size_t end) {
    return lines.begin() + static_cast<std::ptrdiff_t>(draw() % (end + 1));
  };
  switch (lines.empty() ? 0 : draw() % 8) {
    case 0: {  // another verb
      const std::string verb = program().commands[draw() % program().commands.size()].name;
      lines.empty() ? lines.push_back(verb) : void(lines.front() = verb);
      break;
    }
    case 1:
      lines.erase(place(lines.size() - 1));
      break;
    case 2:
      *place(lines.size() - 1) = values[draw() % values.size()];
      break;
    case 3: {  // any bytes
      std::string& line = *place(lines.size() - 1);
      const std::size_t length = line.size();
      line.resize(length + 16);
      line.resize(LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(line.data()), length, line.size()));
      break;
    }
    default: {
      const Words more = words_for_option(lines, draw);
      lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(1 + draw() % lines.size()), more.begin(),
                   more.end());
    }
  }
  const std::string text = joined(lines).substr(0, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Room room;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  bool hidden = false;
  Words words, settings;
  for (std::string& line : lines_in(text)) {
    keep_inside(line);
    hidden = hidden || has_large_number(line) || line == "studio";  // which would serve
    line.starts_with('@') ? settings.push_back(line.substr(1)) : words.push_back(line);
  }
  if (hidden)
    for (Words* all : {&words, &settings})
      for (std::string& word : *all)
        for (const std::string_view input : inputs) replace_all(word, input, "missing");
  const Inside inside(room.place());
  room.make_as_it_was();
  if (!settings.empty()) Room::write("settings.toml", joined(settings));
  std::string said;
  require_law(run(words, said), said);
  return 0;
}
