# The four parts of OpenCV 4 that pictures need. Debian's CMake files for OpenCV come with all of it, a
# gigabyte, so the parts are found by name.
find_path(OpenCVImages_INCLUDE_DIR NAMES opencv2/features2d.hpp PATH_SUFFIXES opencv4)
set(opencv_parts core imgproc imgcodecs features2d)
set(opencv_libraries)
foreach(part IN LISTS opencv_parts)
  find_library(OpenCVImages_${part}_LIBRARY NAMES opencv_${part})
  list(APPEND opencv_libraries OpenCVImages_${part}_LIBRARY)
  mark_as_advanced(OpenCVImages_${part}_LIBRARY)
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(OpenCVImages REQUIRED_VARS OpenCVImages_INCLUDE_DIR ${opencv_libraries}
  REASON_FAILURE_MESSAGE "pictures cannot be read: install libopencv-features2d-dev and libopencv-imgcodecs-dev")

if(OpenCVImages_FOUND AND NOT TARGET OpenCVImages::OpenCVImages)
  add_library(OpenCVImages::OpenCVImages INTERFACE IMPORTED)
  target_include_directories(OpenCVImages::OpenCVImages SYSTEM INTERFACE "${OpenCVImages_INCLUDE_DIR}")
  foreach(library IN LISTS opencv_libraries)
    target_link_libraries(OpenCVImages::OpenCVImages INTERFACE "${${library}}")
  endforeach()
endif()
mark_as_advanced(OpenCVImages_INCLUDE_DIR)
