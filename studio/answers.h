#pragma once
// What the studio answers: a table of paths. A path is looked up in it and never leads to a file; what a
// request names is an item, a group or an event by its number.

#include <studio/desk.h>
#include <studio/guard.h>
#include <studio/request.h>

namespace bellwether::studio {

/// A file for the user to keep, made in the project's turn: its name and its bytes.
struct Export {
  std::string name = {}, type = "text/csv; charset=utf-8", bytes = {};
};
/// By what it is called on the page; nothing: there is no such export.
using MakeExport =
    std::function<std::optional<Export>(std::string_view what, const Project& project, const Shelf& shelf)>;

struct Place {
  Desk& desk;
  std::string token = {};
  MakeExport make_export = {};
};

/// Of a request that the guard let through.
Answer answer_to(const Place& place, const Request& request);

}  // namespace bellwether::studio
