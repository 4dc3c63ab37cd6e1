// Generates, compiles and loads a motion, or finds in the user's cache of code what was compiled before (io/code_cache.hpp):
//
//   by the model as it was resolved     numbers and the key of the text: nothing is generated
//   by the text                         the object: nothing is compiled. Models that differ in numbers alone share it
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "bricard/codegen/engine/motion_graph.hpp"
#include "bricard/codegen/engine/motion_text.hpp"
#include "bricard/core/digest.hpp"
#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/formulations/problems/compiled_motion.hpp"
#include "bricard/io/c_compiler.hpp"
#include "bricard/io/code_cache.hpp"
#include "bricard/io/yaml_writer.hpp"
#include "bricard/math/external_function.hpp"

namespace bricard {
namespace {

namespace fs = std::filesystem;

// What is kept of a motion by its model.
struct Note {
  std::string object;  // key of the text
  int guards = 0;
  bool gives_rotation = false;
  std::vector<double> numbers;
  std::vector<Graph::Call> calls;
};

std::string text_of(const Note& note) {
  std::string text = fmt::format("{} {} {} {} {}\n", note.object, note.guards, note.gives_rotation ? 1 : 0, note.numbers.size(), note.calls.size());
  for (const double number : note.numbers) text += to_text(number) + '\n';
  for (const Graph::Call& call : note.calls) text += fmt::format("{} {} {}\n", call.name, call.arguments, call.order);
  return text;
}

Note read_note(const std::string& text) {
  std::istringstream stream(text);
  Note note;
  std::size_t numbers = 0, calls = 0;
  stream >> note.object >> note.guards >> note.gives_rotation >> numbers >> calls;
  for (std::string word; note.numbers.size() < numbers && stream >> word;) {
    double number = 0;
    std::from_chars(word.data(), word.data() + word.size(), number);
    note.numbers.push_back(number);
  }
  for (Graph::Call call; note.calls.size() < calls && stream >> call.name >> call.arguments >> call.order;) note.calls.push_back(call);
  return note;
}

// Another build of the program may generate otherwise.
std::string this_build() {
  Dl_info info{};
  struct stat status {};
  const bool in_library = ::dladdr(reinterpret_cast<const void*>(&compile_motion), &info) != 0 && info.dli_fname[0] == '/';
  if (::stat(in_library ? info.dli_fname : "/proc/self/exe", &status) != 0) throw Error("", "the program cannot be told from other builds of it");
  return fmt::format("{} {} {}", status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec);
}

std::string this_processor() {
  std::ifstream stream("/proc/cpuinfo");
  std::string words;
  for (std::string line; std::getline(stream, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags")) words += line;
  return words;
}

std::string key_of(const System& system, const std::vector<char>& selected) {
  static const std::string machine = sha256_hex(this_build() + this_processor() + compiler_words(CodeOf::engine));
  Model model = system.model();
  model.analysis.reset();
  for (Input& input : model.inputs) input.value = Function();  // they are arguments
  std::string text = machine + write_yaml(model) + " in " + std::string(system.coordinates());
  for (const CodeFunction& function : model.functions)
    if (function.code) text += function.code->source;
  text.append(selected.begin(), selected.end());
  return sha256_hex(text);
}

void compile_text(const std::string& text, const fs::path& to, const CodeCache& cache) {
  const fs::path source = cache.scratch(".c"), messages = cache.scratch(".txt");
  std::ofstream(source, std::ios::binary) << text;
  const Compiled compiled = compile_c(source, to, source.parent_path(), messages, CodeOf::engine);
  std::error_code ignored;
  fs::remove(source, ignored);
  if (!compiled.good)
    throw Error("compiled code", "the C compiler refuses what was generated: " +
                                     (compiled.errors.empty() ? compiled.rest : compiled.errors.front().what));
}

// Code stays loaded as long as the process lives.
CompiledMotion::Function loaded(const fs::path& object) {
  void* const library = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* const function = library ? ::dlsym(library, motion_function) : nullptr;
  if (!function) throw Error("compiled code", std::string("it cannot be loaded: ") + ::dlerror());
  return reinterpret_cast<CompiledMotion::Function>(function);
}

// By the key of their text, in this process.
std::map<std::string, CompiledMotion::Function>& known_functions() {
  static std::map<std::string, CompiledMotion::Function> functions;
  return functions;
}
std::mutex& mutex() {
  static std::mutex one;
  return one;
}

struct UserCode {
  std::shared_ptr<const ExternalFunction> function;
  int order = 0;
};
double call_user(const void* code, const double* x) {
  const auto& of = *static_cast<const UserCode*>(code);
  return call_external(*of.function, std::span<const double>(x, static_cast<std::size_t>(of.function->arguments)), of.order);
}

void link_user_code(const Note& note, const Model& model, CompiledMotion& motion) {
  auto codes = std::make_shared<std::vector<UserCode>>();
  for (const Graph::Call& call : note.calls) {
    const auto of = std::ranges::find(model.functions, call.name, &CodeFunction::name);
    if (of == model.functions.end() || !of->code) throw Error("compiled code", "the function " + quoted(call.name) + " has no code");
    codes->push_back({of->code, call.order});
  }
  for (const UserCode& code : *codes) motion.calls.push_back({call_user, &code});
  motion.kept = codes;
}

std::shared_ptr<const CompiledMotion> made(const Note& note, CompiledMotion::Function function, const Model& model) {
  auto motion = std::make_shared<CompiledMotion>();
  motion->function = function;
  motion->numbers = note.numbers;
  motion->guards = note.guards;
  motion->gives_rotation = note.gives_rotation;
  link_user_code(note, model, *motion);
  return motion;
}

std::shared_ptr<const CompiledMotion> found_or_made(const System& system, const std::vector<char>& selected, const State& at) {
  refuse_motion_without_code(system);
  const CodeCache cache;
  const std::string key = key_of(system, selected);
  const std::lock_guard lock(mutex());
  auto& known = known_functions();
  const auto from_note = [&]() -> std::shared_ptr<const CompiledMotion> {
    const auto text = cache.text(key);
    if (!text) return nullptr;
    const Note note = read_note(*text);
    auto place = known.find(note.object);
    if (place == known.end()) {
      const auto object = cache.known_object(note.object);
      if (!object) return nullptr;
      place = known.emplace(note.object, loaded(*object)).first;
    }
    return made(note, place->second, system.model());
  };
  if (auto motion = from_note()) return motion;
  MotionGraph motion = motion_graph(system, selected, at);
  const std::string text = motion_text(motion.graph);
  Note note{sha256_hex(text + compiler_words(CodeOf::engine) + this_processor()), motion.guards, motion.gives_rotation,
            std::move(motion.numbers), motion.graph.calls()};
  const std::vector<double> tables = table_numbers(motion.graph);
  note.numbers.insert(note.numbers.end(), tables.begin(), tables.end());
  auto place = known.find(note.object);
  if (place == known.end()) {
    const fs::path object = cache.object(note.object, [&](const fs::path& to) { compile_text(text, to, cache); });
    place = known.emplace(note.object, loaded(object)).first;
    cache.keep(key, text_of(note));  // of a sweep the first
  }
  return made(note, place->second, system.model());
}

}  // namespace

std::shared_ptr<const CompiledMotion> compile_motion(const System& system, const std::vector<char>& selected, const State& at,
                                                     std::string& why) {
  try {
    return found_or_made(system, selected, at);
  } catch (const Error& error) {
    const Fault& fault = error.faults().front();
    why = (fault.where.empty() ? "" : fault.where + ": ") + fault.what;
  } catch (const std::exception& error) {  // of files
    why = error.what();
  }
  return nullptr;
}

}  // namespace bricard
