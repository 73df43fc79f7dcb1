# One compiler set-up for every target of the project: C++20, every warning an error, ccache when there.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# Debian keeps the OpenBLAS variants outside the loader's path: remember where it was found.
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

# A program loads only what it uses: OpenCV alone brings 140 libraries, a tenth of a second for each process.
add_link_options(-Wl,--as-needed)

find_program(CCACHE ccache)
if(CCACHE)
  # With precompiled headers ccache has to be told that macros are looked at where they are used.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${CCACHE}")
endif()

# -ffp-contract=off: a sum must not change with the compiler's mood; kernels that want fused
# multiply-adds ask for them where they are written.
add_library(bellwether_warnings INTERFACE)
target_compile_options(bellwether_warnings INTERFACE -Wall -Wextra -Wconversion -Werror -ffp-contract=off
  # Clang counts a change of sign among conversions, g++ does not: the project means what g++ means.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)

# Whatever null, object-size and pointer-overflow would find at an access, the address sanitizer finds there, too; with
# the checks of every access twice, the build would take half as long again.
# The standard library checks its own indices, too.
set(sanitizers -fsanitize=address,undefined)
set(sanitized -O1 ${sanitizers} -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow
  -fno-sanitize-recover=all -fno-omit-frame-pointer -D_GLIBCXX_ASSERTIONS)
if(BELLWETHER_SANITIZE)
  add_compile_options(${sanitized})
  add_link_options(${sanitizers})
endif()
if(BELLWETHER_TSAN)
  add_compile_options(-O1 -gline-tables-only -fsanitize=thread -fno-omit-frame-pointer)
  add_link_options(-fsanitize=thread)
endif()
# Every file of the library counts what is reached in it: the fuzzers are led by that.
if(BELLWETHER_FUZZ)
  add_compile_options(${sanitized} -gline-tables-only -fsanitize=fuzzer-no-link)
  add_link_options(${sanitizers})
endif()
