#include "bricard/io/workbook/archive.hpp"

#include <dlfcn.h>
#include <zip.h>

#include <cstdlib>
#include <cstring>

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

namespace {

// Closes an archive into its source, which is kept, and returns what is in it.
std::string closed(zip_t* archive, zip_source_t* source) {
  if (BRICARD_LOADED(zip_close)(archive) != 0) {
    const std::string why = BRICARD_LOADED(zip_strerror)(archive);
    BRICARD_LOADED(zip_discard)(archive);
    throw Error("", "the archive cannot be written: " + why, "");
  }
  std::string bytes;
  zip_stat_t stat;
  if (BRICARD_LOADED(zip_source_open)(source) == 0) {
    if (BRICARD_LOADED(zip_source_stat)(source, &stat) == 0) bytes.resize(stat.size);
    const zip_int64_t got = BRICARD_LOADED(zip_source_read)(source, bytes.data(), bytes.size());
    bytes.resize(static_cast<std::size_t>(got > 0 ? got : 0));
    BRICARD_LOADED(zip_source_close)(source);
  }
  BRICARD_LOADED(zip_source_free)(source);
  return bytes;
}

}  // namespace

std::string archive_with(std::string_view bytes, const std::vector<ArchivePart>& parts) {
  zip_error_t error;
  BRICARD_LOADED(zip_error_init)(&error);
  // A copy that the library owns: version 1.7 frees what it was lent as soon as it has written over it.
  void* const owned = bytes.empty() ? nullptr : std::malloc(bytes.size());
  if (owned) std::memcpy(owned, bytes.data(), bytes.size());
  zip_source_t* const source = BRICARD_LOADED(zip_source_buffer_create)(owned, owned ? bytes.size() : 0, 1, &error);
  zip_t* const archive =
      source ? BRICARD_LOADED(zip_open_from_source)(source, bytes.empty() ? ZIP_CREATE | ZIP_TRUNCATE : 0, &error) : nullptr;
  const std::string why = BRICARD_LOADED(zip_error_strerror)(&error);
  BRICARD_LOADED(zip_error_fini)(&error);
  if (!archive) throw Error("", "the archive cannot be written: " + why, "");
  BRICARD_LOADED(zip_source_keep)(source);
  for (const ArchivePart& part : parts) {
    zip_source_t* const content = BRICARD_LOADED(zip_source_buffer)(archive, part.bytes.data(), part.bytes.size(), 0);
    const zip_int64_t index =
        content ? BRICARD_LOADED(zip_file_add)(archive, part.name.c_str(), content, ZIP_FL_OVERWRITE | ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
      BRICARD_LOADED(zip_discard)(archive);
      throw Error("", "the part " + quoted(part.name) + " cannot be put into the archive", "");
    }
    constexpr zip_uint16_t midnight = 0, first_of_1980 = 0x21;
    BRICARD_LOADED(zip_file_set_dostime)(archive, static_cast<zip_uint64_t>(index), midnight, first_of_1980, 0);
  }
  return closed(archive, source);
}

}  // namespace bricard
