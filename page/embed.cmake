# Writes OUTPUT, a C++ source with STYLE, SCRIPT and PLOTS as literals.
function(literal variable file)
  file(READ "${file}" text)
  set(${variable} "R\"~~~(${text})~~~\"" PARENT_SCOPE)
endfunction()
literal(style "${STYLE}")
literal(script "${SCRIPT}")
literal(plots "${PLOTS}")
file(WRITE "${OUTPUT}" "// Made by page/embed.cmake.
#include <page/assets.h>

namespace bellwether::page::assets {

std::string_view style() {
  static constexpr char text[] = ${style};
  return {text, sizeof text - 1};
}

std::string_view page_script() {
  static constexpr char text[] = ${script};
  return {text, sizeof text - 1};
}

std::string_view plots_script() {
  static constexpr char text[] = ${plots};
  return {text, sizeof text - 1};
}

}  // namespace bellwether::page::assets
")
