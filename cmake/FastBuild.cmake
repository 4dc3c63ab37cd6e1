# ccache and mold where they are installed, memory where there is some. Nothing here changes what is built.
find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Paths relative to the clone, so that a second clone finds what the first compiled. A precompiled header is one of the texts that
  # ccache compares; it wants to know what the compiler takes from it, and not when it was made.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env "CCACHE_BASEDIR=${PROJECT_SOURCE_DIR}" CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime "${PROJECT_SOURCE_DIR}/cmake/compile" "${CCACHE}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-fpch-preprocess)
  endif()
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
