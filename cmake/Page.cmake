# The page: web/ is built to one HTML file, which becomes part of the program (page/bundle.cpp); page/ holds its server and what
# makes scenes, reports and plots. npm installs what package-lock.json names into web/node_modules.
find_program(NPM npm)
if(NOT NPM)
  message(FATAL_ERROR "npm is missing, which builds the page of `bricard view`: apt-get install npm, or -DBRICARD_BUILD_CLI=OFF for the library alone")
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
pkg_check_modules(RSVG REQUIRED IMPORTED_TARGET librsvg-2.0)

set(page_html "${PROJECT_BINARY_DIR}/page/index.html")
file(GLOB_RECURSE web_sources CONFIGURE_DEPENDS web/src/*.ts web/src/*.css)
list(FILTER web_sources EXCLUDE REGEX "\\.test\\.ts$")
add_custom_command(OUTPUT "${page_html}" "${PROJECT_BINARY_DIR}/page/page_mark.hpp"
  COMMAND "${PROJECT_SOURCE_DIR}/scripts/build_page" "${PROJECT_BINARY_DIR}/page"
  DEPENDS ${web_sources} web/index.html web/vite.config.ts web/package-lock.json scripts/build_page
  COMMENT "Building the page" VERBATIM)

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS page/*.cpp)
list(FILTER page_sources EXCLUDE REGEX "_test\\.cpp$")
add_library(bricard_page STATIC ${page_sources} "${page_html}")
# Public: the program takes its precompiled header, which wants the same definitions.
target_link_libraries(bricard_page PUBLIC bricard PkgConfig::HTTPLIB PRIVATE ${CMAKE_DL_LIBS})
set_source_files_properties(page/plot/png.cpp PROPERTIES INCLUDE_DIRECTORIES "${RSVG_INCLUDE_DIRS}")  # it loads the library itself
like_the_rest(bricard_page <nlohmann/json.hpp> ${precompiled})
set_source_files_properties(page/bundle.cpp PROPERTIES COMPILE_DEFINITIONS "BRICARD_PAGE_HTML=\"${page_html}\";BRICARD_PAGE_MARK_HEADER=\"${PROJECT_BINARY_DIR}/page/page_mark.hpp\"" OBJECT_DEPENDS "${page_html}")
