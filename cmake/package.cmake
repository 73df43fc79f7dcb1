# `make package`: a Debian package of the tool, with its man pages and completions, drawn by the tool itself.
set(described "${PROJECT_BINARY_DIR}/described")
add_custom_command(OUTPUT "${described}/done"
  COMMAND "${PROJECT_SOURCE_DIR}/scripts/describe-tool" "$<TARGET_FILE:bellwether_tool>" "${described}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${described}/done"
  DEPENDS bellwether_tool "${PROJECT_SOURCE_DIR}/scripts/describe-tool" VERBATIM)
add_custom_target(described DEPENDS "${described}/done")

install(DIRECTORY "${described}/man1" DESTINATION "${CMAKE_INSTALL_MANDIR}" COMPONENT tool OPTIONAL)
install(FILES "${described}/bellwether.bash" DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions"
  RENAME bellwether COMPONENT tool OPTIONAL)
install(FILES "${described}/_bellwether" DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT tool OPTIONAL)
install(FILES "${described}/bellwether.fish" DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d"
  COMPONENT tool OPTIONAL)
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME copyright COMPONENT tool)
install(FILES THIRD-PARTY.md CHANGELOG.md DESTINATION "${CMAKE_INSTALL_DOCDIR}" COMPONENT tool)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME bellwether)
set(CPACK_PACKAGE_VENDOR bellwether)
set(CPACK_PACKAGE_CONTACT "the bellwether authors <bellwether@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "clustering that takes direction")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Clusters texts, pictures and tables, guided by what is known about them: some labels, pairs, sizes,
 other groups that were sorted before. Knowledge is checked, and left out where it does not help.")
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# One component, the tool; the library and its headers are what `make install` is for.
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL tool)
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME bellwether)
set(CPACK_STRIP_FILES ON)
# What the shared libraries are called in Debian, and in which versions.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libopenblas0-pthread)
set(CPACK_OUTPUT_FILE_PREFIX "${PROJECT_SOURCE_DIR}/build/packages")
include(CPack)
