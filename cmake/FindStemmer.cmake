# Snowball's stemmers, the C library libstemmer. It brings no CMake files of its own.
find_path(Stemmer_INCLUDE_DIR NAMES libstemmer.h)
find_library(Stemmer_LIBRARY NAMES stemmer)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Stemmer REQUIRED_VARS Stemmer_LIBRARY Stemmer_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libstemmer-dev")

if(Stemmer_FOUND AND NOT TARGET Stemmer::Stemmer)
  add_library(Stemmer::Stemmer UNKNOWN IMPORTED)
  set_target_properties(Stemmer::Stemmer PROPERTIES
    IMPORTED_LOCATION "${Stemmer_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${Stemmer_INCLUDE_DIR}")
endif()
mark_as_advanced(Stemmer_LIBRARY Stemmer_INCLUDE_DIR)
