# Run by cmake -P: OUTPUT becomes a C++ source that holds FILES as texts, named by their paths below ROOT: what the function
# FUNCTION of HEADER returns, a span of TYPE, both in NAMESPACE.
set(entries "")
foreach(file ${FILES})
  file(RELATIVE_PATH name "${ROOT}" "${file}")
  file(READ "${file}" text)
  if(text MATCHES "\\)file\"" OR text MATCHES "\r")
    message(WARNING "${name} cannot stand in a raw string and is left out")
    continue()
  endif()
  # A compiler need not take literals above 64 KiB: cut into pieces.
  string(LENGTH "${text}" length)
  string(APPEND entries "    {\"${name}\",\n")
  set(from 0)
  while(from LESS length)
    string(SUBSTRING "${text}" ${from} 16000 piece)
    string(APPEND entries "R\"file(${piece})file\"\n")
    math(EXPR from "${from} + 16000")
  endwhile()
  string(APPEND entries "    },\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made from the files below at build time; do not edit.
#include \"${HEADER}\"

namespace ${NAMESPACE} {

std::span<const ${TYPE}> ${FUNCTION}() {
  static constexpr ${TYPE} files[] = {
${entries}  };
  return files;
}

}  // namespace ${NAMESPACE}
")
