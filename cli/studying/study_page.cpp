#include "cli/studying/study_page.hpp"

#include <cstring>
#include <map>

#include <nlohmann/json.hpp>

#include "bricard/core/error.hpp"
#include "page/base64.hpp"

// The built page as bytes of the program, as in page/bundle.cpp.
#include BRICARD_STUDY_MARK_HEADER
__asm__(
    ".section .rodata\n"
    "/* " BRICARD_PAGE_MARK
    " */\n"
    "bricard_study_page_begin:\n"
    ".incbin \"" BRICARD_STUDY_HTML
    "\"\n"
    "bricard_study_page_end:\n"
    ".byte 0\n"
    ".previous\n");
extern "C" {
extern const char bricard_study_page_begin[];
extern const char bricard_study_page_end[];
}

namespace bricard::cli {

using namespace bricard::study;
using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr std::string_view slot = R"(<script id="bricard-study" type="application/json">null</script>)";

template <class Number>
void put(std::string& bytes, std::size_t at, Number number) {
  std::memcpy(&bytes[at], &number, sizeof number);
}

// `</script` would end the element.
std::string inside_script(std::string json) {
  for (std::size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3) json.replace(at, 2, "<\\/");
  return json;
}

}  // namespace

StudyPageData page_data(Store& store) {
  const std::size_t rows = static_cast<std::size_t>(store.counts().first), columns = store.columns().size();
  StudyPageData data;
  data.bytes.resize(rows * (8 * (columns + 2) + 4));
  std::map<std::string, int> places;
  OrderedJson reasons = OrderedJson::array();
  std::size_t row = 0;
  store.for_each_sample([&](long task, long step, bool failed, const std::string& reason, const std::vector<double>& values) {
    if (row >= rows) return;  // another process writes it
    for (std::size_t i = 0; i < columns; ++i) put(data.bytes, 8 * (i * rows + row), values[i]);
    put(data.bytes, 8 * (columns * rows + row), static_cast<double>(task));
    put(data.bytes, 8 * ((columns + 1) * rows + row), static_cast<double>(step));
    int place = 0;
    if (!reason.empty() || failed) {
      const auto [found, is_new] = places.emplace(reason, static_cast<int>(places.size()) + 1);
      if (is_new) reasons.push_back(reason);
      place = failed ? -found->second : found->second;
    }
    put(data.bytes, 8 * (columns + 2) * rows + 4 * row, place);
    ++row;
  });
  OrderedJson head{{"name", store.noted("name").value_or("Study")},
                   {"purpose", store.noted("purpose").value_or("explore")},
                   {"whole", store.noted("whole") == "yes"},
                   {"text", store.noted("text").value_or("")},
                   {"command", store.noted("command").value_or("bricard run MODEL")},
                   {"conclusion", OrderedJson::parse(store.noted("conclusion").value_or("{}"))},
                   {"rows", rows},
                   {"columns", OrderedJson::array()},
                   {"reasons", std::move(reasons)}};
  for (std::size_t i = 0; i < columns; ++i) {
    OrderedJson column{{"name", store.columns()[i]}, {"unit", store.units()[i]}, {"varied", i < store.varied()}};
    if (!store.words(i).empty()) column["words"] = store.words(i);
    head["columns"].push_back(std::move(column));
  }
  data.head = head.dump();
  return data;
}

std::string_view study_bundle() { return {bricard_study_page_begin, static_cast<std::size_t>(bricard_study_page_end - bricard_study_page_begin)}; }

std::string page_with(const StudyPageData& data) {
  std::string page(study_bundle());
  const std::size_t at = page.find(slot);
  if (at == std::string::npos) throw Error("", "the page of studies has no place for its data", "this program was built wrongly");
  const std::string json = inside_script("{\"head\":" + data.head + ",\"bytes\":\"" + page::base64(data.bytes) + "\"}");
  return page.replace(at + slot.find("null"), 4, json);
}

}  // namespace bricard::cli
