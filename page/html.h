#pragma once
// Text into HTML. Whatever comes from data goes through escaped(): a document that is HTML shows as text.

#include <string>
#include <string_view>

namespace bellwether::page {

/// Safe as text and inside quotes; bytes that are no UTF-8 become U+FFFD, control characters blanks.
std::string escaped(std::string_view text);

/// JSON that may stand inside a script element: nothing in it can end that element.
std::string inside_script(std::string_view json);

/// A whole number with thin spaces between thousands: "20 000".
std::string grouped(long long number);

/// Three digits that matter: "0.913", "12.4", "18 115".
std::string rounded(double value);

/// A score with three digits after the point, whatever its size.
std::string score_text(double score);

/// "38 %".
std::string percent(double share);

}  // namespace bellwether::page
