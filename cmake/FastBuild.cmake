# ccache and mold where they are installed, memory where there is some, small files together. Nothing here changes what is built.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths relative to the clone, so that a second clone finds what the first compiled. Not so the tests: they find data by __FILE__.
  set(test_launcher "${CCACHE}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 "${CCACHE}")
endif()
find_program(MOLD mold)
if(MOLD)
  add_link_options(-fuse-ld=mold)
endif()
# gcc collects its garbage later where there is memory for it: an eighth less time.
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)  # MB
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND memory GREATER 7000)
  add_compile_options(--param=ggc-min-heapsize=800000 --param=ggc-min-expand=200)
endif()

# Small files of one folder are compiled together: reading the headers and copying a Model costs more than what they add. Names in
# their unnamed namespaces must differ. -DBRICARD_JOIN=OFF compiles each alone, which shows missing includes and suits work on one of them.
option(BRICARD_JOIN "compile the small files of a folder together" ON)
function(join_files target group)
  if(BRICARD_JOIN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    set_source_files_properties(${ARGN} PROPERTIES UNITY_GROUP ${group})
  endif()
endfunction()
