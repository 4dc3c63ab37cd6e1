#include "bricard/io/xml_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "bricard/core/text.hpp"
#include "bricard/io/check_bytes.hpp"

namespace bricard {

namespace {

constexpr std::string_view blanks = " \t\r\n";

Place place_at(const std::vector<std::size_t>& lines, const std::string& file, std::ptrdiff_t offset) {
  const auto at = static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0));
  const auto next = std::upper_bound(lines.begin(), lines.end(), at);
  return {file, static_cast<int>(next - lines.begin()), static_cast<int>(at - *(next - 1)) + 1};
}

}  // namespace

std::string_view xml_root(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  for (;;) {
    bytes.remove_prefix(std::min(bytes.find_first_not_of(blanks), bytes.size()));
    if (!bytes.starts_with('<')) return {};
    const bool is_comment = bytes.starts_with("<!--");
    if (!is_comment && !bytes.starts_with("<?") && !bytes.starts_with("<!")) {
      bytes.remove_prefix(1);
      return bytes.substr(0, bytes.find_first_of(" \t\r\n/>"));
    }
    // The inner part of a DOCTYPE stands in brackets, with elements of its own.
    const std::string_view end = is_comment                          ? "-->"
                                 : bytes.starts_with("<?")           ? "?>"
                                 : bytes.find('[') < bytes.find('>') ? "]>"
                                                                     : ">";
    const std::size_t at = bytes.find(end, is_comment ? 4 : 2);
    if (at == std::string_view::npos) return {};
    bytes.remove_prefix(at + end.size());
  }
}

std::optional<double> xml_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_whole = !text.empty() && end.ec == std::errc() && end.ptr == text.data() + text.size();
  return is_whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

XmlFile::XmlFile(std::string_view bytes, Told& told, const char* root, const std::string& whose, NameOf name_of)
    : told_(told), name_of_(name_of), lines_{0} {
  check_bytes(bytes, told.file);
  for (std::size_t at = 0; (at = bytes.find('\n', at)) != std::string_view::npos;) lines_.push_back(++at);
  const pugi::xml_parse_result result =
      document_.load_buffer(bytes.data(), bytes.size(), pugi::parse_default | pugi::parse_doctype, pugi::encoding_utf8);
  for (const pugi::xml_node& each : document_.children())
    if (each.type() == pugi::node_doctype)
      throw Error({Fault{place(each), "", "the file declares a DOCTYPE, which no file of " + whose + " has",
                         "it may be an attack by entities"}});
  if (!result)
    throw Error({Fault{place_at(lines_, told.file, result.offset), "", std::string("no XML: ") + result.description(), ""}});
  if (std::string_view(this->root().name()) != root)
    throw Error({Fault{place(this->root()), "", "this is no file of " + whose + ": its root is not `" + root + '`', ""}});
}

Place XmlFile::place(const pugi::xml_node& node) const {
  const std::ptrdiff_t offset = node.offset_debug();  // of the name, behind <
  return place_at(lines_, told_.file, node.type() == pugi::node_element ? offset - 1 : offset);
}

std::string XmlFile::own_name(const pugi::xml_node& node) const {
  return name_of_ ? name_of_(node) : std::string(node.attribute("name").value());
}

void XmlFile::fault(const pugi::xml_node& node, const std::string& what, const std::string& hint) const {
  std::string where;
  for (pugi::xml_node each = node; each && each.parent().parent() && where.size() < 200; each = each.parent()) {
    const std::string name = own_name(each);
    where = std::string(each.name()) + (name.empty() ? "" : ' ' + name.substr(0, 60)) + (where.empty() ? "" : '/' + where);
  }
  told_.fault(place(node), where, what, hint);
}

std::string XmlFile::name(const pugi::xml_node& node, const char* attribute) const {
  const std::string found = node.attribute(attribute).value();
  if (found.empty()) fault(node, std::string("the attribute `") + attribute + "` is missing");
  return found;
}

std::vector<double> XmlFile::numbers(const pugi::xml_node& node, const char* attribute, std::size_t least,
                                     std::size_t most) const {
  std::vector<double> found;
  const pugi::xml_attribute given = node.attribute(attribute);
  if (!given) return found;
  const std::string_view text = given.value();
  const auto wrong = [&](const std::string& what) {
    fault(node, std::string(attribute) + ": " + what,
          text.find(',') != std::string_view::npos ? "numbers stand between blanks, decimals behind a point" : "");
    return std::vector<double>{};
  };
  for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
    const std::string_view word = text.substr(begin, end - begin);
    const std::optional<double> value = xml_number(word);
    if (!value) return wrong("expected a number, found " + quoted(word));
    found.push_back(*value);
    if (found.size() > most) break;
    begin = text.find_first_not_of(blanks, end);
  }
  if (found.size() >= least && found.size() <= most) return found;
  return wrong("expected " + std::to_string(least) + (most > least ? " to " + std::to_string(most) : "") +
               (most == 1 ? " number" : " numbers") + ", found " + quoted(text));
}

double XmlFile::number(const pugi::xml_node& node, const char* attribute, std::optional<double> otherwise) const {
  if (!node.attribute(attribute) && !otherwise) fault(node, std::string("the attribute `") + attribute + "` is missing");
  const std::vector<double> found = numbers(node, attribute, 1, 1);
  return found.empty() ? otherwise.value_or(0) : found[0];
}

bool XmlFile::flag(const pugi::xml_node& node, const char* attribute, bool otherwise) const {
  const pugi::xml_attribute given = node.attribute(attribute);
  if (!given) return otherwise;
  const std::string_view text = given.value();
  if (text == "true" || text == "1") return true;
  if (text != "false" && text != "0") fault(node, std::string(attribute) + ": expected `true` or `false`, found " + quoted(text));
  return false;
}

Vec3<double> XmlFile::three(const pugi::xml_node& node, const char* attribute, const Vec3<double>& otherwise) const {
  const std::vector<double> found = numbers(node, attribute, 3, 3);
  return found.empty() ? otherwise : Vec3<double>(found[0], found[1], found[2]);
}

void XmlFile::note_unknown(const pugi::xml_node& node, const std::vector<std::string_view>& known) const {
  for (const pugi::xml_node& each : node.children()) {
    const std::string_view name = each.name();
    if (each.type() != pugi::node_element || std::find(known.begin(), known.end(), name) != known.end()) continue;
    if (unknown_[std::string(node.name()) + '/' + std::string(name)]++ > 0) continue;
    const std::string near = did_you_mean(name, known);
    note(each,
         "elements " + quoted(name) + " in " + quoted(node.name()) + " are passed over" + (near.empty() ? "" : "; " + near));
  }
}

}  // namespace bricard
