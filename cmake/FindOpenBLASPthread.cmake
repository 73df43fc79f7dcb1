# The OpenBLAS that several threads may call at once. Debian's serial build is not: it hands the same work
# buffer to all of them, and products come out wrong. Its own threads stay off (bellwether/engine/run.cpp).
# The system's libblas alternative is never used; it may be the reference BLAS, 7 to 10 times slower.
find_library(OpenBLASPthread_LIBRARY NAMES openblas
  PATH_SUFFIXES openblas-pthread "${CMAKE_LIBRARY_ARCHITECTURE}/openblas-pthread"
  PATHS /usr/lib NO_DEFAULT_PATH)
find_library(OpenBLASPthread_LIBRARY NAMES openblas)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenBLASPthread REQUIRED_VARS OpenBLASPthread_LIBRARY
  REASON_FAILURE_MESSAGE "install libopenblas-pthread-dev")

if(OpenBLASPthread_FOUND AND NOT TARGET OpenBLASPthread::OpenBLASPthread)
  add_library(OpenBLASPthread::OpenBLASPthread UNKNOWN IMPORTED)
  set_target_properties(OpenBLASPthread::OpenBLASPthread PROPERTIES IMPORTED_LOCATION "${OpenBLASPthread_LIBRARY}")
endif()
mark_as_advanced(OpenBLASPthread_LIBRARY)
