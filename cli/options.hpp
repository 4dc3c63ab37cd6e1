// From the command line to a Model and the options of its analysis.
#pragma once
#include <filesystem>

#include "bricard/analyses/many/sweep.hpp"
#include "bricard/core/error.hpp"
#include "bricard/io/model_text.hpp"
#include "bricard/model/annotation.hpp"
#include "bricard/model/model.hpp"
#include "cli/arguments.hpp"

namespace bricard::cli {

// Numbers of the model by name and their values in the file's units.
using ParameterValues = std::vector<std::pair<std::string, double>>;

// The model file with its --set values, over what the run of --from has found; its `analysis` has the options of the command line
// over it and is checked with them. `values`: further parameters, over all others. `annotations`: what the file says for rooms
// above the reader.
Model load(const Arguments& arguments, const ParameterValues& values = {}, std::vector<Annotation>* annotations = nullptr,
           std::vector<Variable>* variables = nullptr);

// The analysis that the file asks for, where rooms above the reader do it: "kc", "maneuver"; else empty. `run` then has its verb do it.
std::string analysis_above(const std::vector<Annotation>& annotations);

// The text of the model file, translated if it has another format. A pipe is read once, by `load`: then it is empty.
ModelText source_of(const Arguments& arguments);
// What was decided where the file leaves something open, on standard error; `run` and `check` tell it among their warnings.
void tell_notes(const Arguments& arguments);

// SI value of an option: a number in the model's units, a number with its unit, or an expression of its parameters.
double quantity(std::string_view option, std::string_view text, Dimension dimension, const Model& model);

// A number that the model's file gives; `trial`: a value with which one that it leaves out is looked for.
Variable variable(const Arguments& arguments, const std::string& name, const std::string& trial = {});

// The value of a text such as `300 mm`, `2*k` or `300`, in the units of the variable's file. `where`: for messages.
double value_of(const Variable& variable, const std::string& where, const std::string& text, const Model& model);

// What --sweep asks for, of numbers that the model has and in their units.
std::vector<Sweep> asked_sweeps(const Arguments& arguments, const Model& model);

// Where results go without --out: "models/four_bar.bricard.yaml" to "four_bar.out".
std::filesystem::path default_folder(const std::string& model);

// All faults, each with the file or option it is about; without a file: about the command line.
std::vector<Fault> told_faults(const Error& error, const Arguments& arguments);

}  // namespace bricard::cli
