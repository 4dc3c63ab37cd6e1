// The command line as plain data: a verb, its model and its options. Only arguments.cpp knows how it is parsed.
#pragma once
#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bricard/io/model_text.hpp"

namespace bricard::cli {

struct Arguments {
  std::string verb;
  std::string model;  // path
  std::optional<std::string> out;
  std::vector<std::pair<std::string, std::string>> set;  // NAME=VALUE
  std::map<std::string, std::string> analysis;           // options that are keys of `analysis`: "output_step" to "5 ms"
  std::map<std::string, std::string> compare;            // options of `compare`: "formulations" to "lagrange,index3"
  std::optional<std::string> from;                       // folder of a run whose last state is the start
  std::vector<std::string> sweeps;                       // NAME=from:to:step or NAME=a,b,c
  std::optional<std::string> keep;                       // of a sweep: last, curves, numbers
  bool certify = false;
  bool allow_code = false;  // code that the model names may run
  std::optional<std::string> results_into;   // of run: a copy of the workbook with the results in it
  std::optional<std::string> template_file;  // of convert: an empty file of this format
  bool force = false;       // results may go to a folder that holds files of others
  bool no_browser = false;
  bool progress = false;              // lines `progress 0.25` on standard error, for programs
  std::optional<std::string> within;  // files that the model names are looked for in this folder, and must lie in it
  bool quiet = false;
  bool json = false;
  std::string language, functions;        // of generate
  bool fold = false, loads = false, count = false;  // of generate
  std::optional<std::string> page_types;    // of reference: the file of what the page's TypeScript shares with the program
  std::vector<std::string> cases;           // of bench; empty: all. Of doc: what it is about
  std::vector<std::string> paths;           // of view, report, plot and render: models, folders of results, columns
  std::map<std::string, std::string> page;  // their options: "view" to "front"
  ReadingWishes reading;                    // of what files of other programs leave open
  std::string help;                         // not empty: the text that was asked for instead of a run
};

// What `compare` takes beside the options of an analysis; its lists stand for the keys of the methods.
struct CompareOption {
  std::string_view name, help, replaces = {};
};
inline constexpr std::array compare_options{
    CompareOption{"coordinates", "list of coordinate sets, or all", "coordinates"},
    CompareOption{"formulations", "list of formulations, or all", "formulation"},
    CompareOption{"stabilizations", "list of stabilizations, or all", "stabilization"},
    CompareOption{"integrators", "list of integrators, or all", "integrator"},
    CompareOption{"tolerances", "list of relative tolerances; default 1e-4,1e-6,1e-8", "tolerance"},
    CompareOption{"steps", "list of steps of methods with fixed steps", "step"},
    CompareOption{"penalty_alpha", "list of penalty factors"},
    CompareOption{"penalty_omega", "list of frequencies of penalty methods"},
    CompareOption{"penalty_mu", "list of damping ratios of penalty methods"},
    CompareOption{"baumgarte_alpha", "list of damping rates of baumgarte"},
    CompareOption{"baumgarte_beta", "list of frequencies of baumgarte"},
    CompareOption{"reference", "table of the right positions, columns as in results.csv; default: a run that another confirms"},
    CompareOption{"columns", "what its columns are, where they have other names: t=time_s,rod.x=x_mm mm"},
    CompareOption{"limit", "CPU time that one run may take, in seconds; default 60"},
    CompareOption{"threads", "runs at the same time; default: the number of cores"}};

// What single verbs take: those around the page, and kc.
struct PageOption {
  std::string_view verb, name, help;
};
inline constexpr std::array page_options{
    PageOption{"view", "port", "port on this machine; default: a free one"},
    PageOption{"report", "out", "the HTML file; default: report.html in the folder"},
    PageOption{"plot", "out", "the picture: a file that ends in .svg, .png or .pdf; default: plot.svg in the folder"},
    PageOption{"plot", "over", "the column of the x axis; default: the first one, which is time"},
    PageOption{"plot", "with", "a second folder or CSV file, drawn over the first"},
    PageOption{"plot", "title", "the line above the picture; default: the name of the model"},
    PageOption{"plot", "size", "WIDTHxHEIGHT in pixels; default 900x560, higher where there are several panes"},
    PageOption{"render", "out",
               "the picture or video: a file that ends in .png, .gif or .mp4; default: render.png in the folder"},
    PageOption{"render", "view", "iso, front, back, left, right, top, bottom or plane; default: iso, of planar models plane"},
    PageOption{"render", "time", "when the picture is taken; default: the start"},
    PageOption{"render", "size", "WIDTHxHEIGHT in pixels; default 1280x720, of a gif 640x360"},
    PageOption{"render", "speed", "of a video: how much faster than real time; default: what makes it 3 to 10 seconds long"},
    PageOption{"render", "rate", "of a video: pictures a second; default 30, of a gif 15"},
    PageOption{"render", "mode", "of results of `modes`: the mode that is animated, from 1; default 1"},
    PageOption{"render", "theme", "light or dark; default light"},
    PageOption{"study", "out", "the file of results; default: <study>.study.sqlite"},
    PageOption{"study", "on", "cores (default), slurm, or, under mpirun, mpi"},
    PageOption{"study", "threads", "runs at the same time; default: the number of cores, of a Slurm job its processors"},
    PageOption{"study", "jobs", "of --on slurm: jobs of the array; default 8"},
    PageOption{"study", "slurm", "of --on slurm: options for sbatch, such as '--partition=long --time=2:00:00'"},
    PageOption{"study", "lost_after", "a worker that gave no sign of life for so long is lost; default 60 s"},
    PageOption{"study", "page", "of show: writes the page of the study with all its runs, one HTML file"},
    PageOption{"study", "by", "of best: the measure whose least value is looked for"},
    PageOption{"kc", "travel", "of the wheel centers, both ways; default 30 mm"},
    PageOption{"kc", "roll", "of the chassis to the road, both ways; default 2 deg"},
    PageOption{"kc", "opposite", "travel of the wheel centers against each other, instead of --roll"},
    PageOption{"kc", "rack", "of the rack, both ways; default 20 mm"},
    PageOption{"kc", "mean_over", "travel over which bump steer and bump camber are also printed as means; default 10 mm"},
    PageOption{"kc", "positions", "of every test, an odd number; default 61"},
    PageOption{"kc", "lateral", "force at the contact points, both ways; default 1 kN"},
    PageOption{"kc", "longitudinal", "the same forward; default 1 kN"},
    PageOption{"kc", "vertical", "the same up; default 500 N"},
    PageOption{"kc", "aligning", "torque about the vertical axis, both ways; default 100 N m"},
    PageOption{"kc", "tests", "list of heave, roll, single, steer, lateral, longitudinal, aligning, vertical; default: all"},
    PageOption{"kc", "sensitivity", "true or false: what each hard point does; default true"},
    PageOption{"kc", "axles", "list of front, rear; default: all"},
    PageOption{"kc", "against", "list of models whose curves are laid over those of this one in the sheet"},
    PageOption{"kc", "convention", "axes and signs of the results: iso, sae, adams or lotus; default iso"},
    PageOption{"maneuver", "kind",
               "step_steer, ramp, sine, steady_circle, brake, accelerate, brake_in_turn, lane_change or skidpad"},
    PageOption{"maneuver", "speed", "at which it is driven; default 80 km/h, of brake 100 km/h"},
    PageOption{"maneuver", "lateral_acceleration", "that the steering shall give, or up to which circles are driven"},
    PageOption{"maneuver", "radius", "of a circle; default 100 m, of a skidpad 9.125 m"},
    PageOption{"maneuver", "frequency", "of a sine; default 0.5 Hz"},
    PageOption{"maneuver", "deceleration", "that gives the force of brakes or drive: mass times it"},
    PageOption{"maneuver", "distance", "of accelerate; default 75 m"},
    PageOption{"maneuver", "rise_time", "of a step; default 0.1 s"},
    PageOption{"maneuver", "steer", "of the steered joint, in the file's units, instead of --lateral-acceleration"},
    PageOption{"maneuver", "rate", "of a ramp: of the steered joint per time, in the file's units"},
    PageOption{"maneuver", "preview", "how far ahead a driver looks who follows a path; default 0.7 s, of a skidpad 0.25 s"},
    PageOption{"tire", "at", "forces at one slip: fz=4000,alpha=3deg,kappa=0.02,gamma=1deg,v=16,pressure=2e5; fz is needed"},
    PageOption{"tire", "out", "the curves: a file that ends in .svg, .png, .pdf or .csv"}};

// "output_step" to "--output-step".
std::string option_name(std::string_view key);

// What a verb takes, in the order of its help, for completion and the manual.
struct OptionInfo {
  std::string name, help;
  bool takes_value;
};
struct Verb;
std::vector<OptionInfo> options_of(const Verb& verb);

// Throws Error with the nearest right name where the command line is wrong.
Arguments parse_arguments(std::vector<std::string> words);

}  // namespace bricard::cli
