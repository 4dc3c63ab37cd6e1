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
pkg_search_module(MPI QUIET IMPORTED_TARGET ompi-c mpich)
