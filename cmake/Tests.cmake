# One test program per room, so that there are few links: bricard/math/*_test.cpp -> math_test, and so for cli and verification.
# Tests run from the root of the source tree: models/... is a path they may use.
find_package(GTest REQUIRED)
include(GoogleTest)

# What the tests of several rooms share.
file(GLOB_RECURSE shared_sources CONFIGURE_DEPENDS bricard/test_*.cpp)
add_library(bricard_testing STATIC ${shared_sources})
target_link_libraries(bricard_testing PUBLIC bricard bricard_inside GTest::gtest)  # gtest: its definitions, for the precompiled header
target_compile_options(bricard_testing PRIVATE $<$<CONFIG:Release>:-O1>)

function(add_room_test name label)
  if(NOT ARGN)
    return()
  endif()
  add_executable(${name}_test ${ARGN})
  target_link_libraries(${name}_test PRIVATE bricard_testing bricard bricard_inside GTest::gtest_main)
  # A test runs once for each time it is compiled: compiling counts, so -O1.
  # Members that an initializer leaves out have their defaults.
  target_compile_options(${name}_test PRIVATE $<$<CONFIG:Release>:-O1> -Wno-missing-field-initializers)
  as_position_independent_as_the_library(${name}_test)
  gtest_discover_tests(${name}_test TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" PROPERTIES LABELS ${label} TIMEOUT 900 ENVIRONMENT "BRICARD_PROGRAM=${PROJECT_BINARY_DIR}/bin/bricard")
endfunction()

file(GLOB rooms RELATIVE "${PROJECT_SOURCE_DIR}/bricard" CONFIGURE_DEPENDS bricard/*)
foreach(room ${rooms})
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS bricard/${room}/*_test.cpp)
  add_room_test(${room} unit ${tests})
endforeach()
file(GLOB_RECURSE tests CONFIGURE_DEPENDS verification/*_test.cpp)
list(FILTER tests EXCLUDE REGEX "/(random_trees|robots|oracle)_test\\.cpp$")
add_room_test(verification verify ${tests})
file(GLOB tests CONFIGURE_DEPENDS verification/oracle/*.cpp)
add_room_test(oracle verify ${tests})
# Taking back what was cured, the random mechanisms find it: in `make verify`.
add_test(NAME oracle.cures COMMAND "${PROJECT_SOURCE_DIR}/scripts/mutate" --again verification/oracle/cures --tests oracle --least 0.8
         --only-long "${PROJECT_BINARY_DIR}" WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
set_tests_properties(oracle.cures PROPERTIES LABELS verify TIMEOUT 3600 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
# Beside Simbody, where it is installed; apart, because it is slow to load. Its headers need C++17 and ours C++20.
add_room_test(random_trees verify verification/random_trees_test.cpp)
find_package(Simbody QUIET)
if(Simbody_FOUND)
  add_library(peer_trees STATIC benchmarks/simbody/trees.cpp)
  set_target_properties(peer_trees PROPERTIES CXX_STANDARD 17)
  target_compile_options(peer_trees PRIVATE -UNDEBUG)  # as in cmake/Bench.cmake
  target_include_directories(peer_trees SYSTEM PRIVATE ${Simbody_INCLUDE_DIR})
  target_include_directories(peer_trees PUBLIC "${PROJECT_SOURCE_DIR}")
  target_link_libraries(peer_trees PUBLIC ${Simbody_LIBRARIES})
  target_link_libraries(random_trees_test PRIVATE peer_trees)
  target_compile_definitions(random_trees_test PRIVATE BRICARD_HAVE_SIMBODY)
  target_link_options(random_trees_test PRIVATE -Wl,--exclude-libs,ALL)  # Simbody has an older SUNDIALS inside: keep ours to ourselves
endif()
# Beside MuJoCo, likewise; found as in cmake/Bench.cmake.
add_room_test(robots verify verification/robots_test.cpp)
find_path(MUJOCO_INCLUDE_DIR mujoco/mujoco.h)
find_library(MUJOCO_LIBRARY mujoco)
mark_as_advanced(MUJOCO_INCLUDE_DIR MUJOCO_LIBRARY)
if(MUJOCO_INCLUDE_DIR AND MUJOCO_LIBRARY)
  target_sources(robots_test PRIVATE verification/robots/mujoco_robot.cpp)
  target_compile_definitions(robots_test PRIVATE BRICARD_HAVE_MUJOCO)
  target_include_directories(robots_test SYSTEM PRIVATE "${MUJOCO_INCLUDE_DIR}")
  target_link_libraries(robots_test PRIVATE "${MUJOCO_LIBRARY}")
endif()
if(TARGET bricard_suite)
  file(GLOB tests CONFIGURE_DEPENDS benchmarks/suite/*_test.cpp)
  add_room_test(suite unit ${tests})
  target_link_libraries(suite_test PRIVATE bricard_suite)
endif()
if(TARGET bricard_page)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS page/*_test.cpp)
  add_room_test(page unit ${tests})
  if(TARGET page_test)
    target_link_libraries(page_test PRIVATE bricard_page PkgConfig::HTTPLIB)  # whose definitions change its classes
    add_dependencies(page_test bricard_cli)
  endif()
endif()
# The page's own tests: its types, its style, its logic, and the whole of it in a real browser (skipped where there is none). Not
# under sanitizers: they run little C++ of which page_test runs more, and a browser waits for no slow server.
if(TARGET bricard_page AND NOT BRICARD_SANITIZE)
  foreach(kind types lint unit browser)
    add_test(NAME web.${kind} COMMAND "${PROJECT_SOURCE_DIR}/scripts/check_page" ${kind} "$<TARGET_FILE:bricard_cli>")
    set_tests_properties(web.${kind} PROPERTIES LABELS program TIMEOUT 600 SKIP_RETURN_CODE 77)
  endforeach()
  set_tests_properties(web.browser PROPERTIES RUN_SERIAL ON LABELS "program;verify")  # verify: with thousands of bodies, a million rows
endif()
# study/, through the program: as a user has it, with its processes. The long ones are in `make verify` too.
if(TARGET bricard_study)
  file(GLOB_RECURSE tests CONFIGURE_DEPENDS study/*_test.cpp)
  add_room_test(study "unit;verify" ${tests})
  target_link_libraries(study_test PRIVATE bricard_study)
  add_dependencies(study_test bricard_cli)
  # On a Slurm of one node, started from Debian's packages: skipped where they are not installed (scripts/setup cluster).
  add_test(NAME study.slurm COMMAND "${PROJECT_SOURCE_DIR}/scripts/check_slurm" "$<TARGET_FILE:bricard_cli>")
  set_tests_properties(study.slurm PROPERTIES LABELS "program;verify" TIMEOUT 600 SKIP_RETURN_CODE 77 RUN_SERIAL ON)
endif()
# These run the program itself.
file(GLOB tests CONFIGURE_DEPENDS cli/*_test.cpp)
if(TARGET bricard_cli)
  add_room_test(cli program ${tests})
  target_sources(cli_test PRIVATE cli/plain_page.cpp)  # the only part of the program that is tested by itself
  add_dependencies(cli_test bricard_cli)
endif()

# Tests share one precompiled header.
target_precompile_headers(bricard_testing PRIVATE <gtest/gtest.h> ${bricard_precompiled})
foreach(room core math elements model system formulations integrators results analyses io codegen verification oracle suite)
  if(TARGET ${room}_test)
    target_precompile_headers(${room}_test REUSE_FROM bricard_testing)
  endif()
endforeach()

# Install to an empty folder; build and run examples/ against it. (A sanitized library would need a sanitized program.)
if(NOT BRICARD_SANITIZE)
  add_test(NAME install.examples COMMAND "${PROJECT_SOURCE_DIR}/scripts/check_install" "${PROJECT_BINARY_DIR}"
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(install.examples PROPERTIES LABELS program TIMEOUT 600)
endif()
if(TARGET bricard_cli AND NOT BRICARD_SANITIZE)
  add_test(NAME install.package COMMAND "${PROJECT_SOURCE_DIR}/scripts/check_package" "${PROJECT_BINARY_DIR}")
  set_tests_properties(install.package PROPERTIES LABELS program TIMEOUT 600 SKIP_RETURN_CODE 77)
endif()
# Paths, commands, programs and models in the documents are right. (Their programs are compiled without sanitizers.)
if(TARGET bricard_cli AND NOT BRICARD_SANITIZE)
  add_test(NAME docs.true COMMAND "${PROJECT_SOURCE_DIR}/scripts/check_docs" "$<TARGET_FILE:bricard_cli>" "${CMAKE_CXX_COMPILER}"
           "-I$<JOIN:$<TARGET_PROPERTY:Eigen3::Eigen,INTERFACE_INCLUDE_DIRECTORIES>, -I>"
           WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(docs.true PROPERTIES LABELS program TIMEOUT 600 COST 100)  # long: first, beside the others
endif()
# What a touched file compiles again stays little. Only where the whole product was compiled in this tree, by Ninja.
if(NOT BRICARD_SANITIZE)
  add_test(NAME build.recompiles COMMAND "${PROJECT_SOURCE_DIR}/scripts/recompiles" --limits "${PROJECT_BINARY_DIR}")
  set_tests_properties(build.recompiles PROPERTIES LABELS program SKIP_RETURN_CODE 77)
endif()
# The module of Python: its tests, its types, its wheel, its notebooks; and bricard.m of Octave.
if(TARGET bricard_python AND NOT BRICARD_SANITIZE)
  add_custom_target(bricard_python_tested ALL DEPENDS bricard_python_package)
  foreach(kind tests types wheel notebooks octave)
    add_test(NAME python.${kind} COMMAND "${PROJECT_SOURCE_DIR}/scripts/check_python" ${kind} "${Python_EXECUTABLE}" "${PROJECT_BINARY_DIR}")
    set_tests_properties(python.${kind} PROPERTIES LABELS program TIMEOUT 600 SKIP_RETURN_CODE 77)
  endforeach()
endif()
