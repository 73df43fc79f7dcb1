# Support vector machines: libsvm. It brings no CMake files of its own.
find_path(LibSvm_INCLUDE_DIR NAMES svm.h PATH_SUFFIXES libsvm)
find_library(LibSvm_LIBRARY NAMES svm)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibSvm REQUIRED_VARS LibSvm_LIBRARY LibSvm_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "install libsvm-dev")

if(LibSvm_FOUND AND NOT TARGET LibSvm::LibSvm)
  add_library(LibSvm::LibSvm UNKNOWN IMPORTED)
  set_target_properties(LibSvm::LibSvm PROPERTIES
    IMPORTED_LOCATION "${LibSvm_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${LibSvm_INCLUDE_DIR}")
endif()
mark_as_advanced(LibSvm_LIBRARY LibSvm_INCLUDE_DIR)
