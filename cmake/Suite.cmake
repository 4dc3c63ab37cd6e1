# The benchmark suite (benchmarks/suite/), with its models and references inside the program: no path at run time. So are the models
# that `bricard new` writes.
file(GLOB embedded CONFIGURE_DEPENDS models/benchmarks/*.bricard.yaml models/starters/*/*.bricard.yaml benchmarks/references/*.csv)
set(embedded_source "${PROJECT_BINARY_DIR}/embedded_files.cpp")
add_custom_command(OUTPUT "${embedded_source}"
  COMMAND "${CMAKE_COMMAND}" "-DOUTPUT=${embedded_source}" "-DROOT=${PROJECT_SOURCE_DIR}" "-DFILES=${embedded}"
    -DHEADER=benchmarks/suite/embedded.hpp -DNAMESPACE=bricard::suite -DTYPE=EmbeddedFile -DFUNCTION=embedded_files -P "${PROJECT_SOURCE_DIR}/cmake/Embed.cmake"
  DEPENDS ${embedded} cmake/Embed.cmake VERBATIM)
file(GLOB suite_sources CONFIGURE_DEPENDS benchmarks/suite/*.cpp)
list(FILTER suite_sources EXCLUDE REGEX "_test\\.cpp$")
add_library(bricard_suite STATIC ${suite_sources} "${embedded_source}")
target_link_libraries(bricard_suite PUBLIC bricard)
like_the_rest(bricard_suite bricard_rest)
