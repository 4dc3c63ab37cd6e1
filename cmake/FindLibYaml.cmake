# libyaml: target LibYaml::LibYaml. Debian's package brings no CMake files. Also installed, for programs that use bricard.
find_path(LibYaml_INCLUDE_DIR yaml.h)
find_library(LibYaml_LIBRARY yaml)
mark_as_advanced(LibYaml_INCLUDE_DIR LibYaml_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibYaml REQUIRED_VARS LibYaml_INCLUDE_DIR LibYaml_LIBRARY
                                  REASON_FAILURE_MESSAGE "install libyaml-dev, or run scripts/setup")
if(LibYaml_FOUND AND NOT TARGET LibYaml::LibYaml)
  add_library(LibYaml::LibYaml INTERFACE IMPORTED)
  target_include_directories(LibYaml::LibYaml INTERFACE "${LibYaml_INCLUDE_DIR}")
  target_link_libraries(LibYaml::LibYaml INTERFACE "${LibYaml_LIBRARY}")
endif()
