#include <studio/answers.h>

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include <bellwether/data/error.h>
#include <bellwether/data/values.h>
#include <studio/assets.h>
#include <studio/told.h>

namespace bellwether::studio {
namespace {

constexpr std::size_t most_items_told = 300;
constexpr std::size_t most_moves_told = 50'000;
constexpr int most_questions = 10;

Answer told(const Json& json) {
  return {.body = compact(json)};
}

Answer trouble(int status, std::string_view why) {
  return {.status = status, .body = compact({{"error", in_words(why, spelled_plainly)}})};
}

/// Numbers as they lie in memory; every machine that this runs on has the lowest byte first.
template <class Number>
Answer column(const std::vector<Number>& numbers, std::int64_t version) {
  Answer answer{.type = "application/octet-stream", .headers = {{"X-Version", std::to_string(version)}}};
  answer.body.resize(numbers.size() * sizeof(Number));
  if (!numbers.empty()) std::memcpy(answer.body.data(), numbers.data(), answer.body.size());
  return answer;
}

std::int64_t number_in(std::string_view text, std::string_view what) {
  std::int64_t number = -1;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  require(error == std::errc{} && end == text.data() + text.size() && number >= 0, "{} is to be a number",
          what);
  return number;
}

Index item_in(std::string_view text, const Desk& desk) {
  const std::int64_t item = number_in(text, "an item");
  require(item < desk.material().items.items(), "there is no item {}", item);
  return item;
}

std::vector<std::int32_t> narrow(const std::vector<Index>& items) {
  return {items.begin(), items.end()};
}

// --- GET ------------------------------------------------------------------------------------------------

Answer page(const Place& place, const Request&) {
  if (assets::script().empty())
    return {.type = "text/plain; charset=utf-8",
            .body =
                "this bellwether was built without Node, so the studio has no page: install npm, and "
                "configure and build again\n"};
  std::string html(assets::page());
  // The only thing that is put into it: letters and digits of our own.
  for (std::size_t at = 0; (at = html.find("TOKEN", at)) != std::string::npos;)
    html.replace(at, 5, place.token);
  return {.type = "text/html; charset=utf-8", .body = std::move(html)};
}

Answer script(const Place&, const Request&) {
  return {.type = "text/javascript; charset=utf-8", .body = std::string(assets::script())};
}

Answer style(const Place&, const Request&) {
  return {.type = "text/css; charset=utf-8", .body = std::string(assets::style())};
}

Answer icon(const Place&, const Request&) {
  return {
      .type = "image/svg+xml",
      .body =
          R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#3f78b5"/></svg>)"};
}

Answer state(const Place& place, const Request&) {
  return told(state_json(*place.desk.shown(), place.desk));
}

Answer map(const Place& place, const Request&) {
  const auto drawn = place.desk.map();
  return drawn ? column(drawn->places, drawn->version) : trouble(404, "the map is not drawn yet");
}

/// As they are, or as they were after an event.
Answer groups(const Place& place, const Request& request) {
  if (!request.word("event").empty()) {
    const std::int64_t event = number_in(request.word("event"), "an event");
    std::vector<int> then;
    place.desk.in_turn([&](const Project& project) { then = project.groups_after(event); });
    return then.empty() ? trouble(404, "the groups after this event were not kept") : column(then, event);
  }
  const auto shown = place.desk.shown();
  return shown->stand ? column(shown->stand->groups, shown->version)
                      : trouble(404, "there are no groups yet");
}

/// Earlier words about each item: its group, or -1.
Answer seeds(const Place& place, const Request&) {
  const auto shown = place.desk.shown();
  return shown->stand ? column(shown->stand->board.seeds, shown->version)
                      : trouble(404, "there are no groups yet");
}

Answer certainty(const Place& place, const Request&) {
  const auto shown = place.desk.shown();
  return column(shown->certainty, shown->version);
}

Answer one_column(const Place& place, const Request& request) {
  const Rows rows = place.desk.material().items.rows();
  const std::int64_t wanted = number_in(request.word("column"), "a column");
  require(wanted < rows.columns(), "there is no column {}", wanted);
  std::vector<float> values(static_cast<std::size_t>(rows.rows()), 0.0F);
  for_each_value(rows, [&](Index i, Index j, double value) {
    if (j == wanted) values[static_cast<std::size_t>(i)] = static_cast<float>(value);
  });
  return column(values, 0);
}

Answer truth(const Place& place, const Request&) {
  return column(encode(place.desk.material().items.labels).codes, 0);
}

Answer items(const Place& place, const Request& request) {
  Json list = Json::array();
  std::string_view rest = request.word("list");
  while (!rest.empty() && list.size() < most_items_told) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    list.push_back(place.desk.shelf().describe(item_in(rest.substr(0, end), place.desk)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return told(list);
}

Answer search(const Place& place, const Request& request) {
  return column(narrow(place.desk.shelf().search(request.word("words"))), 0);
}

Answer picture(const Place& place, const Request& request) {
  std::string jpeg = place.desk.shelf().picture(item_in(request.word("item"), place.desk));
  return jpeg.empty() ? trouble(404, "this item has no picture")
                      : Answer{.type = "image/jpeg", .body = std::move(jpeg)};
}

Answer question(const Place& place, const Request&) {
  const auto shown = place.desk.shown();
  return shown->stand ? told(questions_json(*shown, place.desk, most_questions)) : told(Json::array());
}

Answer methods(const Place&, const Request&) {
  Json list = Json::array();
  for (const Method& method : searches())
    if (!method.learns_from_other_data())
      list.push_back({{"name", method.name}, {"summary", method.summary}});
  return told(list);
}

/// Something is told whenever there is something new, and now and then anyhow, to notice who is gone.
Answer events(const Place& place, const Request&) {
  Answer answer{.type = "text/event-stream"};
  answer.more = [&desk = place.desk, pulse = std::uint64_t{0}](std::string& piece) mutable {
    const bool goes_on = desk.wait_for_news(pulse, std::chrono::seconds(10));
    const auto shown = desk.shown();
    const auto map = desk.map();
    const Busy busy = desk.busy();
    Index weighed = 0;
    for (const HeldBack& held : shown->held_back) weighed += held.possible;
    piece = fmt::format("data: {}\n\n", compact({{"version", shown->version},
                                                 {"ready", shown->stand != nullptr},
                                                 {"map", map ? map->version : 0},
                                                 {"weighed", weighed},
                                                 {"trouble", desk.trouble()},
                                                 {"stage", busy.stage},
                                                 {"share", busy.share}}));
    return goes_on;
  };
  return answer;
}

Answer exported(const Place& place, const Request& request) {
  std::optional<Export> made;
  place.desk.in_turn([&](const Project& project) {
    made = place.make_export(request.word("what"), project, place.desk.shelf());
  });
  if (!made) return trouble(404, "there is no such export");
  return {.type = made->type,
          .body = std::move(made->bytes),
          .headers = {{"Content-Disposition", fmt::format("attachment; filename=\"{}\"", made->name)}}};
}

// --- POST -----------------------------------------------------------------------------------------------

struct Asked {
  Correction correction = {};
  std::int64_t version = -1;
};

/// Items are called by their numbers, which are the only ids that a request can have.
Asked asked_in(const Request& request, bool with_correction) {
  const Json json = Json::parse(request.body, nullptr, false);
  require(json.is_object(), "the request is no JSON object");
  const auto version = json.find("version");
  require(version != json.end() && version->is_number_integer(),
          "the request does not say which state it saw");
  Asked asked{.version = version->get<std::int64_t>()};
  static const ItemIds nobody{std::vector<std::string>()};
  if (with_correction) {
    const auto said = json.find("correction");
    require(said != json.end(), "the request says nothing");
    asked.correction = correction_from(*said, nobody, "the request");
  }
  return asked;
}

Answer preview(const Place& place, const Request& request) {
  const Asked asked = asked_in(request, true);
  const Desk::Looked looked = place.desk.preview(asked.correction, asked.version);
  const Stand& stand = *looked.preview.stand;
  Json items = Json::array(), to = Json::array();
  for (std::size_t i = 0; i < std::min(looked.preview.follow.size(), most_moves_told); ++i) {
    items.push_back(looked.preview.follow[i]);
    to.push_back(stand.groups[static_cast<std::size_t>(looked.preview.follow[i])]);
  }
  return told({{"version", looked.version},
               {"follow", looked.preview.follow.size()},
               {"overruled", looked.preview.overruled.size()},
               {"overruledItems", looked.preview.overruled},
               {"items", items},
               {"to", to}});
}

Answer changed(const Place& place, Desk::Step step, const Asked& asked) {
  const auto shown = place.desk.change(step, asked.correction, asked.version);
  return told({{"version", shown->version}, {"event", shown->last_event}});
}

Answer apply(const Place& place, const Request& request) {
  return changed(place, Desk::Step::apply, asked_in(request, true));
}
Answer undo(const Place& place, const Request& request) {
  return changed(place, Desk::Step::undo, asked_in(request, false));
}
Answer redo(const Place& place, const Request& request) {
  return changed(place, Desk::Step::redo, asked_in(request, false));
}
Answer stop(const Place& place, const Request&) {
  place.desk.stop();
  return told({{"stopping", true}});
}
Answer again(const Place& place, const Request&) {
  place.desk.again();
  return told({{"again", true}});
}

struct Path {
  std::string_view method, path;
  Answer (*answer)(const Place&, const Request&);
};

constexpr Path paths[] = {{"GET", "/", page},
                          {"GET", "/studio.js", script},
                          {"GET", "/studio.css", style},
                          {"GET", "/icon.svg", icon},
                          {"GET", "/state", state},
                          {"GET", "/map", map},
                          {"GET", "/groups", groups},
                          {"GET", "/seeds", seeds},
                          {"GET", "/certainty", certainty},
                          {"GET", "/truth", truth},
                          {"GET", "/column", one_column},
                          {"GET", "/items", items},
                          {"GET", "/search", search},
                          {"GET", "/picture", picture},
                          {"GET", "/questions", question},
                          {"GET", "/methods", methods},
                          {"GET", "/events", events},
                          {"GET", "/export", exported},
                          {"POST", "/preview", preview},
                          {"POST", "/apply", apply},
                          {"POST", "/undo", undo},
                          {"POST", "/redo", redo},
                          {"POST", "/stop", stop},
                          {"POST", "/again", again}};

}  // namespace

Answer answer_to(const Place& place, const Request& request) {
  const auto found = std::ranges::find_if(
      paths, [&](const Path& path) { return path.method == request.method && path.path == request.path; });
  if (found == std::end(paths)) return trouble(404, "there is nothing here");
  try {
    return found->answer(place, request);
  } catch (const Error& error) {
    const bool stale = std::string_view(error.what()).find("look again") != std::string_view::npos;
    return trouble(stale ? 409 : 400, error.text());
  } catch (const Json::exception&) {
    return trouble(400, "the request is not what the page would send");
  }
}

}  // namespace bellwether::studio
