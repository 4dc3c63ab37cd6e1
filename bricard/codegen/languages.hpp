// The list of languages: one line each.
#pragma once
#include <array>

#include "bricard/codegen/language.hpp"

namespace bricard {

std::vector<SourceFile> print_c_program(const GeneratedProgram& program);
std::vector<SourceFile> print_cpp_program(const GeneratedProgram& program);
std::vector<SourceFile> print_python_program(const GeneratedProgram& program);
std::vector<SourceFile> print_matlab_program(const GeneratedProgram& program);

inline constexpr std::array languages{
    Language{"c", "C99: a header, its source, a program and a Makefile", "make -C @ && @/run", print_c_program},
    Language{"cpp", "C++17: a header in a namespace, its source, a program and a Makefile", "make -C @ && @/run", print_cpp_program},
    Language{"python", "Python 3 with its standard library alone: a module and a program", "python3 @/run.py", print_python_program},
    Language{"matlab", "MATLAB and Octave: a package folder and a script", "octave-cli --path @ --eval simulate",
             print_matlab_program},
};

}  // namespace bricard
