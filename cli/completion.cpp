// The verb `completion`: a script by which a shell completes verbs, options and the names that options take. It is written from
// the tables that the command line is parsed with.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bricard/analyses/run.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/formulations.hpp"
#include "bricard/formulations/stabilizations/stabilizations.hpp"
#include "bricard/integrators/integrators.hpp"
#include "bricard/io/reference.hpp"
#include "bricard/system/coordinates/names.hpp"
#include "cli/starters.hpp"
#include "cli/terminal.hpp"
#include "cli/verbs.hpp"

namespace bricard::cli {
namespace {

template <class List>
std::vector<std::string> names_of(const List& list) {
  std::vector<std::string> names{"auto"};
  for (const auto& each : list) names.emplace_back(each.name);
  return names;
}

// What may follow an option that takes a name; of others files are proposed.
std::vector<std::string> values_of(const std::string& option) {
  if (option == "--coordinates") {
    std::vector<std::string> names{"auto"};
    for (const std::string& each : coordinate_sets()) names.push_back(each);
    return names;
  }
  if (option.starts_with("--formulation")) return names_of(formulations);
  if (option.starts_with("--stabilization")) return names_of(stabilizations);
  if (option.starts_with("--integrator")) return names_of(integrators());
  if (option == "--redundant") return {"auto", "keep"};
  if (option == "--view") return {"iso", "front", "back", "left", "right", "top", "bottom", "plane"};
  if (option == "--theme") return {"light", "dark"};
  if (option == "--on") return {"cores", "mpi", "slurm"};
  return {};
}

std::vector<std::string> subjects() {
  std::vector<std::string> titles;
  for (const ReferencePage& page : reference_pages())
    titles.push_back(page.path.substr(page.path.find('/') + 1, page.path.rfind('.') - page.path.find('/') - 1));
  return titles;
}

std::vector<const Verb*> shown_verbs() {
  std::vector<const Verb*> shown;
  for (const Verb& verb : verbs)
    if (verb.run && !verb.help.empty()) shown.push_back(&verb);
  return shown;
}

std::vector<std::string> words_after(const Verb& verb) {
  if (verb.run == doc) return subjects();
  if (verb.run == new_model) return starter_kinds();
  if (verb.run == study) return {"show", "export", "best", "status"};
  if (verb.run == completion) return {"bash", "zsh", "fish"};
  return {};
}

std::string bash() {
  std::string names, options, values;
  for (const Verb* verb : shown_verbs()) {
    names += (names.empty() ? "" : " ") + std::string(verb->name);
    std::vector<std::string> words = words_after(*verb);
    for (const OptionInfo& each : options_of(*verb)) words.push_back(each.name);
    options += fmt::format("    {}) words='{}' ;;\n", verb->name, fmt::join(words, " "));
  }
  for (const char* option : {"--coordinates", "--formulation", "--formulations", "--stabilization", "--stabilizations",
                             "--integrator", "--integrators", "--view", "--theme", "--on"})
    values += fmt::format("    {}) COMPREPLY=($(compgen -W '{}' -- \"$current\")); return ;;\n", option,
                          fmt::join(values_of(option), " "));
  return fmt::format(R"(# bash completion of bricard; load it by:  source <(bricard completion bash)
_bricard() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '{}' -- "$current"))
    return
  fi
  case $before in
{}  esac
  case ${{COMP_WORDS[1]}} in
{}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  case $current in
    -*) ;;
    *) mapfile -t -O "${{#COMPREPLY[@]}}" COMPREPLY < <(compgen -f -- "$current") ;;
  esac
}}
complete -o filenames -F _bricard bricard
)",
                     names, values, options);
}

// In single quotes, for zsh and fish.
std::string quoted_for_shell(std::string text) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != text.npos; at += 4) text.replace(at, 1, "'\\''");
  return '\'' + text + '\'';
}

// [ ] and : have a meaning in the specifications of zsh.
std::string zsh_help(const std::string& help) {
  std::string text;
  for (const char c : help) text += c == '[' || c == ']' || c == ':' ? std::string("\\") + c : std::string(1, c);
  return text;
}

std::string zsh() {
  std::string names, cases;
  for (const Verb* verb : shown_verbs()) {
    names += "    " + quoted_for_shell(std::string(verb->name) + ':' + zsh_help(std::string(verb->help))) + '\n';
    std::string line = fmt::format("    {}) _arguments", verb->name);
    for (const OptionInfo& each : options_of(*verb)) {
      std::string spec = fmt::format("{}[{}]", each.name, zsh_help(each.help));
      const std::vector<std::string> values = values_of(each.name);
      if (each.takes_value) spec += values.empty() ? ":value:_files" : fmt::format(":name:({})", fmt::join(values, " "));
      line += ' ' + quoted_for_shell(spec);
    }
    const std::vector<std::string> words = words_after(*verb);
    cases += line + ' ' + quoted_for_shell(words.empty() ? "*:file:_files" : fmt::format("*:name:({})", fmt::join(words, " "))) +
             " ;;\n";
  }
  return "#compdef bricard\n# zsh completion of bricard; save it as _bricard in a folder of $fpath\n_bricard() {\n  local -a "
         "verbs\n  verbs=(\n" +
         names +
         "  )\n  if (( CURRENT == 2 )); then\n    _describe verb verbs\n    return\n  fi\n  local verb=$words[2]\n  shift words\n"
         "  (( CURRENT-- ))\n  case $verb in\n" +
         cases + "  esac\n}\n_bricard \"$@\"\n";
}

std::string fish() {
  std::string text = "# fish completion of bricard; load it by:  bricard completion fish | source\n";
  std::vector<std::string_view> names;
  for (const Verb* verb : shown_verbs()) names.push_back(verb->name);
  const std::string none = fmt::format("not __fish_seen_subcommand_from {}", fmt::join(names, " "));
  for (const Verb* verb : shown_verbs()) {
    text += fmt::format("complete -c bricard -n {} -f -a {} -d {}\n", quoted_for_shell(none), verb->name,
                        quoted_for_shell(std::string(verb->help)));
    const std::string here = quoted_for_shell(fmt::format("__fish_seen_subcommand_from {}", verb->name));
    if (const std::vector<std::string> words = words_after(*verb); !words.empty())
      text +=
          fmt::format("complete -c bricard -n {} -f -a {}\n", here, quoted_for_shell(fmt::format("{}", fmt::join(words, " "))));
    for (const OptionInfo& each : options_of(*verb)) {
      text += fmt::format("complete -c bricard -n {} -l {} -d {}", here, each.name.substr(2), quoted_for_shell(each.help));
      const std::vector<std::string> values = values_of(each.name);
      if (each.takes_value)
        text += values.empty() ? " -r" : " -x -a " + quoted_for_shell(fmt::format("{}", fmt::join(values, " ")));
      text += '\n';
    }
  }
  return text;
}

// In the source of a manual page a line may not begin with . or ', and \ starts a command.
std::string for_manual(std::string_view text) {
  std::string safe;
  for (const char c : text) safe += c == '\\' ? "\\e" : c == '-' ? "\\-" : std::string(1, c);
  if (safe.starts_with('.') || safe.starts_with('\'')) safe.insert(0, "\\&");
  return safe;
}

}  // namespace

int completion(const Arguments& arguments) {
  const std::string shell = arguments.cases.empty() ? "" : arguments.cases.front();
  if (shell != "bash" && shell != "zsh" && shell != "fish")
    throw Error("", shell.empty() ? "the shell is missing" : "there is no completion for " + bricard::quoted(shell),
                "bash, zsh or fish");
  print(shell == "bash" ? bash() : shell == "zsh" ? zsh() : fish());
  return done;
}

// bricard(1).
int manual(const Arguments&) {
  std::string text = ".TH BRICARD 1 \"\" \"bricard " BRICARD_VERSION
                     "\"\n.SH NAME\nbricard \\- motion and forces of mechanisms of rigid bodies\n.SH SYNOPSIS\n"
                     ".B bricard\n.I VERB\n[\\fIMODEL\\fR] [\\fIOPTIONS\\fR]\n.SH DESCRIPTION\nA mechanism is described in one "
                     "file, *.bricard.yaml. A verb computes "
                     "its motion, forces, equilibrium or modes and leaves the results in a folder.\n.SH VERBS\n";
  for (const Verb* verb : shown_verbs()) {
    text += fmt::format(".SS {}\n{}\n", verb->name, for_manual(verb->help));
    for (const OptionInfo& each : options_of(*verb))
      text += fmt::format(".TP\n.B {}{}\n{}\n", for_manual(each.name), each.takes_value ? " \\fIVALUE\\fR" : "",
                          for_manual(each.help));
  }
  text +=
      ".SH EXIT STATUS\n0 done, 1 the computation failed, 2 the input is wrong\n.SH SEE ALSO\nbricard doc, for the language of "
      "model files\n";
  print(text);
  return done;
}

}  // namespace bricard::cli
