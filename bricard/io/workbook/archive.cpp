#include "bricard/io/workbook/archive.hpp"

#include <dlfcn.h>
#include <zip.h>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"

namespace bricard {

namespace {

// libzip brings a library of ciphers, which costs every start of the program: it is loaded with the first archive.
struct LibZip {
  void* const library = dlopen("libzip.so.4", RTLD_NOW);
  template <class Function>
  Function* find(Function* /*type*/, const char* name) const {
    return library ? reinterpret_cast<Function*>(dlsym(library, name)) : nullptr;
  }
#define BRICARD_OF_LIBZIP(name) decltype(&::zip_##name) name = find(static_cast<decltype(&::zip_##name)>(nullptr), "zip_" #name)
  BRICARD_OF_LIBZIP(error_init);
  BRICARD_OF_LIBZIP(error_fini);
  BRICARD_OF_LIBZIP(error_strerror);
  BRICARD_OF_LIBZIP(source_buffer_create);
  BRICARD_OF_LIBZIP(source_free);
  BRICARD_OF_LIBZIP(open_from_source);
  BRICARD_OF_LIBZIP(discard);
  BRICARD_OF_LIBZIP(get_num_entries);
  BRICARD_OF_LIBZIP(get_name);
  BRICARD_OF_LIBZIP(name_locate);
  BRICARD_OF_LIBZIP(stat_index);
  BRICARD_OF_LIBZIP(fopen_index);
  BRICARD_OF_LIBZIP(fread);
  BRICARD_OF_LIBZIP(fclose);
  BRICARD_OF_LIBZIP(strerror);
#undef BRICARD_OF_LIBZIP
};
const LibZip& libzip() {
  static const LibZip loaded;
  return loaded;
}

}  // namespace

struct Archive::Zip {
  zip_t* archive = nullptr;
  ~Zip() {
    if (archive) libzip().discard(archive);
  }
};

void Archive::refuse(std::string what, std::string hint) const {
  throw Error({Fault{{file_, 0, 0}, "", std::move(what), std::move(hint)}});
}

Archive::Archive(std::string_view bytes, std::string file) : zip_(std::make_unique<Zip>()), file_(std::move(file)) {
  if (!libzip().library) refuse("workbooks are read with libzip, which is not installed", "install libzip4");
  zip_error_t error;
  libzip().error_init(&error);
  zip_source_t* source = libzip().source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source) zip_->archive = libzip().open_from_source(source, ZIP_RDONLY, &error);
  if (!zip_->archive) {
    if (source) libzip().source_free(source);
    std::string why = libzip().error_strerror(&error);
    libzip().error_fini(&error);
    refuse("the zip archive is damaged: " + why, "it may have been cut short when it was copied");
  }
  libzip().error_fini(&error);
  const zip_int64_t count = libzip().get_num_entries(zip_->archive, 0);
  if (count > most_parts) refuse("the zip archive has " + std::to_string(count) + " parts, and no workbook has that many");
  for (zip_int64_t i = 0; i < count; ++i) {
    const char* const text = libzip().get_name(zip_->archive, static_cast<zip_uint64_t>(i), 0);
    const std::string name = text ? text : "";
    const bool climbs = name == ".." || name.starts_with("../") || name.ends_with("/..") || name.find("/../") != std::string::npos;
    if (climbs || name.starts_with("/") || name.find('\\') != std::string::npos)
      refuse("the zip archive has a part that points outside of it: " + quoted(name));
  }
}

Archive::~Archive() = default;

std::optional<std::string> Archive::part(const std::string& name) {
  const zip_int64_t index = libzip().name_locate(zip_->archive, name.c_str(), ZIP_FL_NOCASE);
  if (index < 0) return {};
  const std::string limit = std::to_string(largest_part / 1'000'000) + " MB";
  zip_stat_t stat;
  if (libzip().stat_index(zip_->archive, static_cast<zip_uint64_t>(index), 0, &stat) == 0 && (stat.valid & ZIP_STAT_SIZE) &&
      stat.size > largest_part)
    refuse("the part " + quoted(name) + " would be " + std::to_string(stat.size / 1'000'000) + " MB, and more than " + limit +
           " are not read");
  zip_file_t* const file = libzip().fopen_index(zip_->archive, static_cast<zip_uint64_t>(index), 0);
  if (!file) refuse("the part " + quoted(name) + " cannot be read: " + libzip().strerror(zip_->archive), "is it encrypted?");
  std::string text;
  zip_int64_t got = 0;
  do {  // until it ends, whatever size it claims
    const std::size_t before = text.size();
    text.resize(before + 65536);
    got = libzip().fread(file, text.data() + before, 65536);
    text.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
  } while (got > 0 && text.size() <= largest_part);
  libzip().fclose(file);
  if (got < 0) refuse("the part " + quoted(name) + " is damaged", "it may have been cut short when it was copied");
  read_ += text.size();
  if (text.size() > largest_part || read_ > largest_archive)
    refuse("the part " + quoted(name) + " unpacks to more than " + limit, "no workbook of a model does");
  return text;
}

}  // namespace bricard
