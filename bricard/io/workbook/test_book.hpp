// Small workbooks for tests, made of lines of text: a cell and what stands in it and in the cells to its right,
//
//   Bodies!B5 'Rod' 0.5 0 0      a text, then numbers
//   Bodies!C6 - =D5~0.25 #REF!   an empty cell, a formula with the value that it had, an error
//
// and zip archives of any parts, also of parts that lie about their size.
#pragma once
#include <array>
#include <cctype>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "bricard/io/workbook/cells.hpp"

namespace bricard {

struct ZipPart {
  std::string name, bytes;
  bool is_deflated = false;        // `bytes` are a deflate stream
  std::uint32_t claimed_size = 0;  // instead of the size of the bytes
};

// Stored, or deflated by the caller.
inline std::string zipped(const std::vector<ZipPart>& parts) {
  const auto number = [](std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>((value >> (8 * i)) & 0xFF);
    return text;
  };
  const auto checksum = [](const std::string& bytes) {
    std::uint32_t crc = 0xFFFFFFFF;
    for (const char c : bytes) {
      crc ^= static_cast<unsigned char>(c);
      for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
    }
    return ~crc;
  };
  std::string files, directory;
  for (const ZipPart& part : parts) {
    const auto size = static_cast<std::uint32_t>(part.bytes.size());
    const std::string common = number(20, 2) + number(0, 2) + number(part.is_deflated ? 8 : 0, 2) + number(0, 4) +
                               number(checksum(part.bytes), 4) + number(size, 4) +
                               number(part.claimed_size > 0 ? part.claimed_size : size, 4) +
                               number(static_cast<std::uint32_t>(part.name.size()), 2) + number(0, 2);
    directory += "PK\x01\x02" + number(20, 2) + common + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4) +
                 number(static_cast<std::uint32_t>(files.size()), 4) + part.name;
    files += "PK\x03\x04" + common + part.name + part.bytes;
  }
  const auto count = static_cast<std::uint32_t>(parts.size());
  return files + directory + "PK\x05\x06" + number(0, 4) + number(count, 2) + number(count, 2) +
         number(static_cast<std::uint32_t>(directory.size()), 4) + number(static_cast<std::uint32_t>(files.size()), 4) +
         number(0, 2);
}

inline std::string xml_text(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : std::string(1, c);
  return out;
}

// A workbook of these sheets, each by its name and the XML of its part.
inline std::string book_of_sheets(const std::vector<std::pair<std::string, std::string>>& sheets) {
  std::string list, relations;
  std::vector<ZipPart> parts;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string id = std::to_string(i + 1);
    list += "<sheet name=\"" + sheets[i].first + "\" sheetId=\"" + id + "\" r:id=\"rId" + id + "\"/>";
    relations += "<Relationship Id=\"rId" + id + "\" Type=\"worksheet\" Target=\"worksheets/sheet" + id + ".xml\"/>";
    parts.push_back({"xl/worksheets/sheet" + id + ".xml", sheets[i].second});
  }
  parts.push_back({"xl/workbook.xml", "<workbook xmlns:r=\"r\"><sheets>" + list + "</sheets></workbook>"});
  parts.push_back({"xl/_rels/workbook.xml.rels", "<Relationships>" + relations + "</Relationships>"});
  return zipped(parts);
}

// Lines that are none are passed over; a line later in the text replaces cells of earlier ones.
inline std::string book_of(const std::string& text) {
  std::vector<std::string> names;
  std::map<std::string, std::map<int, std::map<int, std::string>>> sheets;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t mark = line.find('!'), blank = line.find(' ');
    if (line.empty() || line[0] == '#' || mark == std::string::npos || blank == std::string::npos || blank < mark) continue;
    const std::string sheet = line.substr(0, mark);
    auto [row, column] = place_of_cell(line.substr(mark + 1, blank - mark - 1));
    if (row == 0) continue;
    if (sheets.find(sheet) == sheets.end()) names.push_back(sheet);
    for (std::size_t at = blank; at < line.size(); ++column) {
      at = line.find_first_not_of(' ', at);
      if (at == std::string::npos) break;
      const bool is_text = line[at] == '\'';
      const std::size_t end = std::min(line.find(is_text ? '\'' : ' ', at + 1), line.size());
      const std::string token = line.substr(at + (is_text ? 1 : 0), end - at - (is_text ? 1 : 0));
      at = end + (is_text ? 1 : 0);
      std::string& cell = sheets[sheet][row][column];
      const std::string place = "<c r=\"" + cell_name(row, column) + "\"";
      const std::size_t value = token.find('~');
      if (is_text)
        cell = place + " t=\"inlineStr\"><is><t>" + xml_text(token) + "</t></is></c>";
      else if (token == "-")
        cell.clear();
      else if (token[0] == '#')
        cell = place + " t=\"e\"><v>" + xml_text(token) + "</v></c>";
      else if (token[0] == '=' && value != std::string::npos)
        cell = place + "><f>" + xml_text(token.substr(1, value - 1)) + "</f><v>" + xml_text(token.substr(value + 1)) + "</v></c>";
      else
        cell = place + "><v>" + xml_text(token) + "</v></c>";
    }
  }
  std::vector<std::pair<std::string, std::string>> made;
  for (const std::string& name : names) {
    std::string rows;
    for (const auto& [row, cells] : sheets[name]) {
      rows += "<row r=\"" + std::to_string(row) + "\">";
      for (const auto& [column, cell] : cells) rows += cell;
      rows += "</row>";
    }
    made.emplace_back(name, "<worksheet><sheetData>" + rows + "</sheetData></worksheet>");
  }
  return book_of_sheets(made);
}

}  // namespace bricard
