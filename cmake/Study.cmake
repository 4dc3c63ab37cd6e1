# Studies of models: study/ is a library of the programs that conduct them, which SQLite and NLopt are loaded by and the program
# `bricard` is not. MPI is in a program of its own, where it is installed.
find_package(PkgConfig REQUIRED)
pkg_check_modules(SQLITE REQUIRED IMPORTED_TARGET sqlite3)
pkg_check_modules(NLOPT REQUIRED IMPORTED_TARGET nlopt)

file(GLOB_RECURSE study_sources CONFIGURE_DEPENDS study/*.cpp)
list(FILTER study_sources EXCLUDE REGEX "_test\\.cpp$")
add_library(bricard_study STATIC ${study_sources})
target_link_libraries(bricard_study PUBLIC bricard PRIVATE PkgConfig::SQLITE PkgConfig::NLOPT)
like_the_rest(bricard_study bricard_rest)

# The page of a study: web/src/study/, one HTML file that becomes part of the program bricard-study.
set(study_html "${PROJECT_BINARY_DIR}/study_page/study.html")
set(study_mark "${PROJECT_BINARY_DIR}/study_page/page_mark.hpp")
file(GLOB study_web CONFIGURE_DEPENDS web/src/study/*.ts web/src/study/*.css)
list(FILTER study_web EXCLUDE REGEX "\\.test\\.ts$")
add_custom_command(OUTPUT "${study_html}" "${study_mark}"
  COMMAND "${PROJECT_SOURCE_DIR}/scripts/build_page" "${PROJECT_BINARY_DIR}/study_page" study
  DEPENDS ${study_web} web/src/style.css web/study.html web/vite.config.ts web/package-lock.json scripts/build_page
  COMMENT "Building the page of studies" VERBATIM)
add_custom_target(bricard_study_html DEPENDS "${study_html}")

pkg_search_module(MPI QUIET IMPORTED_TARGET ompi-c mpich)
