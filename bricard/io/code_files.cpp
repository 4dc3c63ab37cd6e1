#include "bricard/io/code_files.hpp"

#include <dlfcn.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <utility>

#include "bricard/core/digest.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/c_compiler.hpp"
#include "bricard/io/code_cache.hpp"
#include "bricard/io/document.hpp"
#include "bricard/math/external_function.hpp"

namespace bricard {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view interface_name = "how bricard calls it";
constexpr std::string_view gradient_type = "void (*const bricard_first)(const double*, double*) = ";
constexpr std::string_view hessian_type = "void (*const bricard_second)(const double*, double*) = ";

// A C function of so many numbers, called with those in a list.
template <std::size_t... i>
double call(void* function, const double* x, std::index_sequence<i...>) {
  return reinterpret_cast<double (*)(decltype(static_cast<void>(i), double())...)>(function)(x[i]...);
}
using Caller = double (*)(void*, const double*);
template <std::size_t... n>
constexpr std::array<Caller, sizeof...(n)> callers(std::index_sequence<n...>) {
  return {+[](void* function, const double* x) { return call(function, x, std::make_index_sequence<n + 1>()); }...};
}
constexpr auto by_arguments = callers(std::make_index_sequence<ExternalFunction::most_arguments>());

std::string c_name(const CodeFunction& function) { return function.function.empty() ? function.name : function.function; }

// "double tire(double, double)"
std::string declaration(const CodeFunction& function, const std::string& name) {
  std::string text = "double " + name + "(";
  for (std::size_t i = 0; i < function.arguments.size(); ++i) text += i > 0 ? ", double" : "double";
  return text + ")";
}

std::string as_c_string(const std::string& text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c == '\n' ? ' ' : c;
  }
  return quoted + "\"";
}

// What is compiled behind the source: pointers of the right types, which are found whether or not the functions are static.
std::string interface_of(const CodeFunction& function) {
  std::string text = "\n#line 1 " + as_c_string(std::string(interface_name)) + "\n";
  text += declaration(function, "(*const bricard_value)") + " = " + c_name(function) + ";\n";
  if (!function.derivatives.empty()) text += std::string(gradient_type) + function.derivatives + ";\n";
  if (!function.second_derivatives.empty()) text += std::string(hessian_type) + function.second_derivatives + ";\n";
  return text;
}

[[noreturn]] void fail(const CodeFunction& function, const std::string& key, std::string what, std::string hint = {}) {
  throw Error("functions." + function.name + key, std::move(what), std::move(hint));
}

// What the compiler says of the lines above, in words of the model.
[[noreturn]] void tell_compile_errors(const CodeFunction& function, Compiled compiled) {
  std::vector<Fault> told;
  for (Fault& error : compiled.errors) {
    if (error.place.file != interface_name) {
      error.where = "functions." + function.name;
      told.push_back(std::move(error));
      continue;
    }
    const bool of_value = error.place.line == 1, of_first = error.place.line == 2;
    const std::string name = of_value ? c_name(function) : of_first ? function.derivatives : function.second_derivatives;
    const std::string wanted = of_value ? declaration(function, name) : "void " + name + "(const double* x, double* derivatives)";
    Fault& fault = told.emplace_back();
    fault.where = "functions." + function.name + (of_value ? ".function" : of_first ? ".derivatives" : ".second_derivatives");
    if (error.what.find("undeclared") != std::string::npos)
      fault.what = quoted(function.file) + " has no function " + quoted(name);
    else
      fault.what = quoted(name) + " has another type in " + quoted(function.file);
    fault.hint = "write " + quoted(wanted);
  }
  if (told.empty())
    fail(function, ".file", quoted(function.file) + " cannot be compiled" + (compiled.rest.empty() ? "" : ": " + compiled.rest));
  throw Error(std::move(told));
}

bool is_source(const CodeFunction& function) { return fs::path(function.file).extension() == ".c"; }

bool includes_others(const std::string& source) {
  for (std::size_t at = source.find('#'); at != std::string::npos; at = source.find('#', at + 1)) {
    const std::size_t word = source.find_first_not_of(" \t", at + 1);
    if (word == std::string::npos || source.compare(word, 7, "include") != 0) continue;
    const std::size_t name = source.find_first_not_of(" \t", word + 7);
    if (name != std::string::npos && source[name] != '<') return true;
  }
  return false;
}

void write(const fs::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  if (!stream)
    throw Error("functions", "the source cannot be written to " + quoted(file.string()), "look whether the disk is full");
}

// The content of a file; of a source that includes others with them in it, so that its digest is that of all of it.
std::string content_of(const CodeFunction& function, const CodeCache& cache) {
  std::error_code error;
  if (!fs::is_regular_file(function.file, error)) fail(function, ".file", "there is no file " + quoted(function.file));
  std::string content = read_file(function.file);
  if (!is_source(function) || !includes_others(content)) return content;
  const fs::path source = cache.scratch(".c"), text = cache.scratch(".i");
  write(source, "#line 1 " + as_c_string(function.file) + "\n" + content);
  Compiled compiled = preprocess_c(source, text, fs::path(function.file).parent_path(), cache.scratch(".txt"));
  if (compiled.good) content = read_file(text.string());
  fs::remove(source, error);
  fs::remove(text, error);
  if (!compiled.good) tell_compile_errors(function, std::move(compiled));
  return content;
}

fs::path compiled(const CodeFunction& function, const std::string& content, const CodeCache& cache) {
  const std::string text = "#line 1 " + as_c_string(function.file) + "\n" + content + interface_of(function);
  return cache.object(sha256_hex(compiler_words() + '\n' + text), [&](const fs::path& object) {
    const fs::path source = cache.scratch(".c");
    write(source, text);
    Compiled result = compile_c(source, object, fs::path(function.file).parent_path(), cache.scratch(".txt"));
    std::error_code ignored;
    fs::remove(source, ignored);
    if (!result.good) tell_compile_errors(function, std::move(result));
  });
}

std::shared_ptr<const ExternalFunction> loaded(const CodeFunction& function, const fs::path& object, std::string content) {
  void* const library = ::dlopen(object.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    std::string why = ::dlerror();
    if (const std::size_t at = why.find(": "); at != std::string::npos) why = why.substr(at + 2);  // our own file
    fail(function, ".file", quoted(function.file) + " cannot be loaded: " + why);
  }
  const auto find = [&](const char* pointer, const std::string& name, const char* key) -> void* {
    if (name.empty()) return nullptr;
    void* const found = ::dlsym(library, is_source(function) ? pointer : name.c_str());
    if (!found) fail(function, key, quoted(function.file) + " has no function " + quoted(name), "of C++ it must be extern \"C\"");
    return is_source(function) ? *static_cast<void**>(found) : found;
  };
  auto result = std::make_shared<ExternalFunction>();
  result->name = function.name;
  result->arguments = static_cast<int>(function.arguments.size());
  result->source = std::move(content);
  void* const value = find("bricard_value", c_name(function), ".function");
  result->value = [value, caller = by_arguments[function.arguments.size() - 1]](std::span<const double> x) {
    return caller(value, x.data());
  };
  const auto derivatives = [](void* found) {
    return [f = reinterpret_cast<void (*)(const double*, double*)>(found)](std::span<const double> x, std::span<double> out) {
      f(x.data(), out.data());
    };
  };
  if (void* const first = find("bricard_first", function.derivatives, ".derivatives")) result->first = derivatives(first);
  if (void* const second = find("bricard_second", function.second_derivatives, ".second_derivatives"))
    result->second = derivatives(second);
  return result;
}

}  // namespace

void load_code(Model& model, const PermitCode& permit) {
  std::optional<CodeCache> cache;
  std::map<std::string, std::string> contents;
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<const ExternalFunction>> known;  // of this process
  const std::lock_guard lock(mutex);
  for (CodeFunction& function : model.functions) {
    if (function.code) continue;  // of C++
    if (function.file.empty()) fail(function, ".file", "the function has neither a file nor a function of C++");
    if (!cache) cache.emplace();
    auto content = contents.find(function.file);
    if (content == contents.end()) {
      content = contents.emplace(function.file, content_of(function, *cache)).first;
      permit(function, sha256_hex(content->second));
    }
    const fs::path object = is_source(function) ? compiled(function, content->second, *cache) : cache->object_of(content->second);
    auto& code = known[object.string() + '\n' + function.name + '\n' + interface_of(function)];
    if (!code) code = loaded(function, object, content->second);
    function.code = code;
  }
}

bool is_code_remembered(const std::string& digest) { return CodeCache().has_mark(digest); }
void remember_code(const std::string& digest) { CodeCache().mark(digest); }

CodeBeside with_code_beside(const Model& model) {
  CodeBeside beside{model, {}};
  for (CodeFunction& function : beside.model.functions) {
    if (function.file.empty() || !function.code) continue;
    if (function.function.empty()) function.function = function.name;
    const std::string name = function.name + fs::path(function.file).extension().string();
    beside.files.emplace_back(name, function.code->source);
    function.file = name;
  }
  return beside;
}

}  // namespace bricard
