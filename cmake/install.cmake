# `make install`: the tool, the library, its headers (beside their sources here, the same paths there),
# and a package config so that find_package(bellwether) works.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/bellwether")
configure_package_config_file(cmake/bellwether-config.cmake.in bellwether-config.cmake
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file(bellwether-config-version.cmake COMPATIBILITY SameMinorVersion)

install(TARGETS bellwether bellwether_images EXPORT bellwether-targets)
install(TARGETS bellwether_tool RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT tool)
install(FILES build/cuda/libbellwether_cuda.so DESTINATION "${CMAKE_INSTALL_LIBDIR}/bellwether" COMPONENT tool OPTIONAL)
install(DIRECTORY bellwether/ DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/bellwether"
  FILES_MATCHING PATTERN "*.h" PATTERN "mixtures/kernels" EXCLUDE)
install(EXPORT bellwether-targets NAMESPACE bellwether:: DESTINATION "${package_dir}")
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/bellwether-config.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/bellwether-config-version.cmake"
  cmake/FindOpenBLASPthread.cmake cmake/FindStemmer.cmake cmake/FindLibSvm.cmake cmake/FindOpenCVImages.cmake
  DESTINATION "${package_dir}")
