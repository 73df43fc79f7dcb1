# Writes OUTPUT, a C++ source with the page, the script and the style of FOLDER as literals.
function(literal variable file)
  file(READ "${file}" text)
  set(${variable} "R\"~~~(${text})~~~\"" PARENT_SCOPE)
endfunction()
literal(page "${FOLDER}/index.html")
literal(script "${FOLDER}/studio.js")
literal(style "${FOLDER}/studio.css")
file(WRITE "${OUTPUT}" "// Made by studio/embed.cmake.
#include <studio/assets.h>

namespace bellwether::studio::assets {

std::string_view page() {
  static constexpr char text[] = ${page};
  return {text, sizeof text - 1};
}

std::string_view script() {
  static constexpr char text[] = ${script};
  return {text, sizeof text - 1};
}

std::string_view style() {
  static constexpr char text[] = ${style};
  return {text, sizeof text - 1};
}

}  // namespace bellwether::studio::assets
")
