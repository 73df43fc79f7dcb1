# OpenBLAS without threads of its own: threads belong to bellwether's engine. The system's libblas
# alternative is never used; it may be the reference BLAS, 7 to 10 times slower.
find_library(OpenBLASSerial_LIBRARY NAMES openblas
  PATH_SUFFIXES openblas-serial "${CMAKE_LIBRARY_ARCHITECTURE}/openblas-serial"
  PATHS /usr/lib NO_DEFAULT_PATH)
find_library(OpenBLASSerial_LIBRARY NAMES openblas)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenBLASSerial REQUIRED_VARS OpenBLASSerial_LIBRARY
  REASON_FAILURE_MESSAGE "install libopenblas-serial-dev")

if(OpenBLASSerial_FOUND AND NOT TARGET OpenBLASSerial::OpenBLASSerial)
  add_library(OpenBLASSerial::OpenBLASSerial UNKNOWN IMPORTED)
  set_target_properties(OpenBLASSerial::OpenBLASSerial PROPERTIES IMPORTED_LOCATION "${OpenBLASSerial_LIBRARY}")
endif()
mark_as_advanced(OpenBLASSerial_LIBRARY)
