# liblinear has no CMake package of its own: gives Liblinear::Liblinear.
find_path(Liblinear_INCLUDE_DIR linear.h PATH_SUFFIXES liblinear)
find_library(Liblinear_LIBRARY linear)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Liblinear
  REQUIRED_VARS Liblinear_LIBRARY Liblinear_INCLUDE_DIR)
mark_as_advanced(Liblinear_INCLUDE_DIR Liblinear_LIBRARY)
if(Liblinear_FOUND AND NOT TARGET Liblinear::Liblinear)
  add_library(Liblinear::Liblinear UNKNOWN IMPORTED)
  set_target_properties(Liblinear::Liblinear PROPERTIES
    IMPORTED_LOCATION "${Liblinear_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${Liblinear_INCLUDE_DIR}")
endif()
