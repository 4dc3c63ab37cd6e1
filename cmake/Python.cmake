# bricard._core, the library inside a module of Python: build/python/bricard/, beside the sources of the package, ready to be packed
# (python/build_wheel.py). Not part of `make build`.
set(PYBIND11_FINDPYTHON ON)
find_package(Python 3.11 REQUIRED COMPONENTS Interpreter Development.Module)
if(NOT pybind11_DIR)
  execute_process(COMMAND "${Python_EXECUTABLE}" -m pybind11 --cmakedir OUTPUT_VARIABLE pybind11_ROOT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
find_package(pybind11 2.10 REQUIRED)

file(GLOB binding CONFIGURE_DEPENDS python/core/*.cpp)
pybind11_add_module(bricard_python MODULE NO_EXTRAS EXCLUDE_FROM_ALL ${binding})
set(python_package "${PROJECT_BINARY_DIR}/python/bricard")
set_target_properties(bricard_python PROPERTIES OUTPUT_NAME _core LIBRARY_OUTPUT_DIRECTORY "${python_package}")
target_link_libraries(bricard_python PRIVATE bricard_page bricard bricard_inside)
target_compile_options(bricard_python PRIVATE $<$<CONFIG:Release>:-O1>)
# What it shares with other modules in one process are the names of Python alone.
target_link_options(bricard_python PRIVATE -Wl,--exclude-libs,ALL -Wl,--as-needed)

file(GLOB package_files CONFIGURE_DEPENDS python/bricard/*.py python/bricard/*.pyi python/bricard/py.typed)
set(copied "${PROJECT_BINARY_DIR}/python/copied")
add_custom_command(OUTPUT "${copied}"
  COMMAND "${CMAKE_COMMAND}" -E copy_if_different ${package_files} "${python_package}"
  COMMAND "${CMAKE_COMMAND}" -E touch "${copied}"
  DEPENDS ${package_files} VERBATIM)
add_custom_target(bricard_python_package DEPENDS "${copied}")
add_dependencies(bricard_python_package bricard_python)
