# Flags every target of ours is compiled with: link `whylight_compiler`.
add_library(whylight_compiler INTERFACE)
target_include_directories(whylight_compiler INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(whylight_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow
  # Contraction to fused multiply-add differs between platforms; without it
  # native and wasm agree far below 1e-5.
  -ffp-contract=off)

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
   CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # GCC 12 sees overlaps in "text" + std::to_string(n) that are not there.
  target_compile_options(whylight_compiler INTERFACE -Wno-restrict)
endif()

if(EMSCRIPTEN)
  target_compile_options(whylight_compiler INTERFACE -fno-exceptions)
  # Every target but those for engines without it.
  add_library(whylight_simd INTERFACE)
  target_compile_options(whylight_simd INTERFACE -msimd128)
  # Debian's emcc looks for its JavaScript parser where only Debian's own Node
  # would search.
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
    "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
elseif(WHYLIGHT_SANITIZE)
  target_compile_options(whylight_compiler INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  target_link_options(whylight_compiler INTERFACE
    -fsanitize=address,undefined)
endif()

# Where ccache is installed, what was compiled before is not compiled again.
if(NOT EMSCRIPTEN AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(WHYLIGHT_CCACHE ccache)
  if(WHYLIGHT_CCACHE)
    # Precompiled headers are told apart by what they were made of.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros "${WHYLIGHT_CCACHE}")
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      target_compile_options(whylight_compiler INTERFACE -fpch-preprocess)
    endif()
  endif()
endif()

# Most of the code that a compiler reads is headers of libraries: a target reads
# it once. A file still includes all it uses; a build without this option shows
# a forgotten include. Not for wasm, whose files differ in their flags.
option(WHYLIGHT_PRECOMPILE "Read the libraries' headers once per target" ON)
# whylight_precompile(TARGET [HEADER...]): these headers, and what all targets
# share. whylight_precompile(TARGET REUSE_FROM OTHER): what another target of the
# same flags has read.
function(whylight_precompile target)
  if(WHYLIGHT_PRECOMPILE AND NOT EMSCRIPTEN)
    if("${ARGV1}" STREQUAL REUSE_FROM)
      target_precompile_headers(${target} ${ARGN})
    else()
      target_precompile_headers(${target} PRIVATE <algorithm> <functional>
        <memory> <optional> <string> <vector> <Eigen/Core> <nlohmann/json.hpp>
        ${ARGN})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND
       CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
      # GCC 12 sees what is not there in the library's own strings, and such a
      # header no longer tells it whose they are.
      target_compile_options(${target} PRIVATE
        -Wno-stringop-overflow -Wno-array-bounds)
    endif()
  endif()
endfunction()
