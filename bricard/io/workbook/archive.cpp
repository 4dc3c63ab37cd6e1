#include "bricard/io/workbook/archive.hpp"

#include <dlfcn.h>
#include <zip.h>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

// The function of that name. libzip brings a library of ciphers, which costs every start of the program: it is loaded with the
// first archive.
template <class Function>
Function* loaded(const char* name) {
  static void* const library = dlopen("libzip.so.4", RTLD_NOW);
  void* const found = library ? dlsym(library, name) : nullptr;
  if (!found) throw Error("", std::string("workbooks are read with libzip: ") + dlerror(), "install libzip4");
  return reinterpret_cast<Function*>(found);
}
#define BRICARD_LOADED(function) loaded<decltype(function)>(#function)

}  // namespace

struct Archive::Zip {
  zip_t* archive = nullptr;
  ~Zip() {
    if (archive) BRICARD_LOADED(zip_discard)(archive);
  }
};

void Archive::refuse(std::string what, std::string hint) const {
  throw Error({Fault{{file_, 0, 0}, "", std::move(what), std::move(hint)}});
}

Archive::Archive(std::string_view bytes, std::string file) : zip_(std::make_unique<Zip>()), file_(std::move(file)) {
  zip_error_t error;
  BRICARD_LOADED(zip_error_init)(&error);
  zip_source_t* source = BRICARD_LOADED(zip_source_buffer_create)(bytes.data(), bytes.size(), 0, &error);
  if (source) zip_->archive = BRICARD_LOADED(zip_open_from_source)(source, ZIP_RDONLY, &error);
  if (!zip_->archive) {
    if (source) BRICARD_LOADED(zip_source_free)(source);
    std::string why = BRICARD_LOADED(zip_error_strerror)(&error);
    BRICARD_LOADED(zip_error_fini)(&error);
    refuse("the zip archive is damaged: " + why, "it may have been cut short when it was copied");
  }
  BRICARD_LOADED(zip_error_fini)(&error);
  const zip_int64_t count = BRICARD_LOADED(zip_get_num_entries)(zip_->archive, 0);
  if (count > most_parts) refuse("the zip archive has " + std::to_string(count) + " parts, and no workbook has that many");
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* const text = BRICARD_LOADED(zip_get_name)(zip_->archive, static_cast<zip_uint64_t>(i), 0);
    const std::string name = text ? text : "";
    const bool climbs =
        name == ".." || name.starts_with("../") || name.ends_with("/..") || name.find("/../") != std::string::npos;
    if (climbs || name.starts_with("/") || name.find('\\') != std::string::npos)
      refuse("the zip archive has a part that points outside of it: " + quoted(name));
  }
}

Archive::~Archive() = default;

std::optional<std::string> Archive::part(const std::string& name) {
  const zip_int64_t index = BRICARD_LOADED(zip_name_locate)(zip_->archive, name.c_str(), ZIP_FL_NOCASE);
  if (index < 0) return {};
  const std::string limit = std::to_string(largest_part / 1'000'000) + " MB";
  zip_stat_t stat;
  if (BRICARD_LOADED(zip_stat_index)(zip_->archive, static_cast<zip_uint64_t>(index), 0, &stat) == 0 &&
      (stat.valid & ZIP_STAT_SIZE) && stat.size > largest_part)
    refuse("the part " + quoted(name) + " would be " + std::to_string(stat.size / 1'000'000) + " MB, and more than " + limit +
           " are not read");
  zip_file_t* const file = BRICARD_LOADED(zip_fopen_index)(zip_->archive, static_cast<zip_uint64_t>(index), 0);
  if (!file)
    refuse("the part " + quoted(name) + " cannot be read: " + BRICARD_LOADED(zip_strerror)(zip_->archive), "is it encrypted?");
  std::string text;
  zip_int64_t got = 0;
  do {  // until it ends, whatever size it claims
    const std::size_t before = text.size();
    text.resize(before + 65536);
    got = BRICARD_LOADED(zip_fread)(file, text.data() + before, 65536);
    text.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
  } while (got > 0 && text.size() <= largest_part);
  BRICARD_LOADED(zip_fclose)(file);
  if (got < 0) refuse("the part " + quoted(name) + " is damaged", "it may have been cut short when it was copied");
  read_ += text.size();
  if (text.size() > largest_part || read_ > largest_archive)
    refuse("the part " + quoted(name) + " unpacks to more than " + limit, "no workbook of a model does");
  return text;
}

}  // namespace bricard
