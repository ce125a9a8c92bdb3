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
  # Without types at run time, whose names are long where templates are deep.
  target_compile_options(whylight_compiler INTERFACE
    -fno-exceptions -fno-rtti)
  # Every target but those for engines without it.
  add_library(whylight_simd INTERFACE)
  target_compile_options(whylight_simd INTERFACE -msimd128)
  # Debian's emcc looks for its JavaScript parser where only Debian's own Node
  # would search.
  set_property(GLOBAL PROPERTY RULE_LAUNCH_LINK
    "${CMAKE_COMMAND} -E env NODE_PATH=/usr/share/nodejs")
elseif(WHYLIGHT_SANITIZE_THREADS)
  target_compile_options(whylight_compiler INTERFACE
    -fsanitize=thread -fno-omit-frame-pointer -UNDEBUG)
  target_link_options(whylight_compiler INTERFACE -fsanitize=thread)
elseif(WHYLIGHT_SANITIZE)
  target_compile_options(whylight_compiler INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all
    -fno-omit-frame-pointer
    # With the assertions of Eigen and others.
    -UNDEBUG)
  target_link_options(whylight_compiler INTERFACE
    -fsanitize=address,undefined)
endif()
if(WHYLIGHT_FUZZ)
  # What of undefined behaviour is left out doubles the time to compile;
  # native-asan looks for it. No backward passes, and each kernel once.
  string(CONCAT slow "alignment,null,object-size,pointer-overflow,return,"
    "unreachable,vptr")
  target_compile_options(whylight_compiler INTERFACE
    -fsanitize=fuzzer-no-link -fno-sanitize=${slow}
    # Each access is looked at by a call, which takes a quarter off that time.
    "SHELL:-mllvm -asan-instrumentation-with-call-threshold=0")
  target_compile_definitions(whylight_compiler INTERFACE
    WHYLIGHT_FUZZ WHYLIGHT_INFERENCE_ONLY HWY_COMPILE_ONLY_STATIC)
  target_link_options(whylight_compiler INTERFACE -fuse-ld=lld)
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

# Most of the code that a compiler reads is headers of libraries, and much of what
# it writes is their templates, over and over. A file still includes all it uses;
# a build without this option shows a forgotten include.
option(WHYLIGHT_QUICK_BUILD
  "Read libraries' headers once per target, and a folder's sources as one" ON)

# whylight_unite(TARGET APART): the sources of each folder are compiled as one
# file, but for those that match APART, a regular expression: they have names for
# themselves that another file of the folder has as well, or flags of their own.
function(whylight_unite target apart)
  if(NOT WHYLIGHT_QUICK_BUILD)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source ${sources})
    if(NOT source MATCHES "${apart}")
      cmake_path(ABSOLUTE_PATH source NORMALIZE OUTPUT_VARIABLE folder)
      cmake_path(GET folder PARENT_PATH folder)
      cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
      string(MAKE_C_IDENTIFIER "${folder}" folder)
      set_source_files_properties("${source}" PROPERTIES
        UNITY_GROUP "${folder}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# whylight_precompile(TARGET [HEADER...]): these headers, and what all targets
# share. whylight_precompile(TARGET REUSE_FROM OTHER): what another target of the
# same flags has read. Not for wasm, whose files differ in their flags.
function(whylight_precompile target)
  if(WHYLIGHT_QUICK_BUILD AND NOT EMSCRIPTEN)
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
