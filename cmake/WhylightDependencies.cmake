# Everything comes from Debian packages; a missing one is named.
function(whylight_require package debian_package)
  find_package(${package} QUIET ${ARGN})
  if(NOT ${package}_FOUND)
    message(FATAL_ERROR "${package} was not found. "
      "Run scripts/setup.sh, or: apt-get install ${debian_package}")
  endif()
endfunction()

add_library(whylight_dependencies INTERFACE)
if(EMSCRIPTEN)
  # -I/usr/include would shadow emscripten's own system headers, so the
  # header-only libraries are reached through a folder of links.
  set(include_dir "${CMAKE_BINARY_DIR}/include")
  file(MAKE_DIRECTORY "${include_dir}")
  foreach(library eigen3/Eigen nlohmann hwy)
    if(NOT EXISTS "/usr/include/${library}")
      message(FATAL_ERROR "/usr/include/${library} was not found. "
        "Run scripts/setup.sh, or: "
        "apt-get install libeigen3-dev nlohmann-json3-dev libhwy-dev")
    endif()
    get_filename_component(name "${library}" NAME)
    file(CREATE_LINK "/usr/include/${library}" "${include_dir}/${name}"
      SYMBOLIC)
  endforeach()
  target_include_directories(whylight_dependencies SYSTEM INTERFACE
    "${include_dir}")
else()
  whylight_require(Eigen3 libeigen3-dev NO_MODULE)
  whylight_require(nlohmann_json nlohmann-json3-dev)
  whylight_require(hwy libhwy-dev)
  get_target_property(eigen_include Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(whylight_dependencies SYSTEM INTERFACE
    ${eigen_include})
  target_link_libraries(whylight_dependencies INTERFACE
    nlohmann_json::nlohmann_json hwy::hwy)
endif()
# The library is used in its non-throwing mode only.
target_compile_definitions(whylight_dependencies INTERFACE JSON_NOEXCEPTION
  EIGEN_NO_IO)
