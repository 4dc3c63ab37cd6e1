# studies/NAME.cpp -> bin/study_NAME, which writes docs/studies/NAME.md and its pictures; `studies` builds all.
add_custom_target(studies)
file(GLOB studies CONFIGURE_DEPENDS studies/*.cpp)
foreach(file ${studies})
  cmake_path(GET file STEM name)
  add_executable(study_${name} ${file})
  target_link_libraries(study_${name} PRIVATE bricard bricard_inside)
  add_dependencies(studies study_${name})
endforeach()
