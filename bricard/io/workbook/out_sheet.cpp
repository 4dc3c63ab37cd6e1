#include "bricard/io/workbook/out_sheet.hpp"

#include "bricard/io/workbook/archive.hpp"
#include "bricard/io/workbook/cells.hpp"

namespace bricard::workbook {

namespace {

const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const std::string office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const std::string packages = "http://schemas.openxmlformats.org/package/2006/";
const std::string sheets_of = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const std::string types_of = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

// One style for each look.
const std::string& styles() {
  static const std::string fill = "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"FF";
  static const std::string thin =
      "<left style=\"thin\"/><right style=\"thin\"/><top style=\"thin\"/><bottom style=\"thin\"/><diagonal/>";
  static const std::string xml =
      declaration + "<styleSheet xmlns=\"" + sheets_of +
      "\"><fonts count=\"3\">"
      "<font><sz val=\"10\"/><name val=\"Calibri\"/></font><font><b/><sz val=\"12\"/><name val=\"Calibri\"/></font>"
      "<font><i/><sz val=\"10\"/><color rgb=\"FF606060\"/><name val=\"Calibri\"/></font></fonts>"
      "<fills count=\"4\"><fill><patternFill patternType=\"none\"/></fill><fill><patternFill patternType=\"gray125\"/></fill>" +
      fill + "BDD7EE\"/></patternFill></fill>" + fill +
      "DDEBF7\"/></patternFill></fill></fills>"
      "<borders count=\"2\"><border><left/><right/><top/><bottom/><diagonal/></border><border>" +
      thin +
      "</border></borders>"
      "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs><cellXfs "
      "count=\"6\">"
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
      "<xf numFmtId=\"0\" fontId=\"1\" fillId=\"2\" borderId=\"0\" xfId=\"0\" applyFont=\"1\" applyFill=\"1\"/>"
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"3\" borderId=\"1\" xfId=\"0\" applyFill=\"1\" applyBorder=\"1\" "
      "applyAlignment=\"1\">"
      "<alignment horizontal=\"center\" vertical=\"center\" wrapText=\"1\"/></xf>"
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"1\" xfId=\"0\" applyBorder=\"1\"/>"
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"1\" xfId=\"0\" applyBorder=\"1\"/>"
      "<xf numFmtId=\"0\" fontId=\"2\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyFont=\"1\"/>"
      "</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>";
  return xml;
}

std::string cell_xml(int row, int column, const OutCell& cell, bool with_looks) {
  std::string xml = "<c r=\"" + cell_name(row, column) + '"';
  if (with_looks && cell.look != Look::plain) xml += " s=\"" + std::to_string(static_cast<int>(cell.look)) + '"';
  if (cell.text.empty()) return xml + "/>";
  if (cell.is_number) return xml + "><v>" + cell.text + "</v></c>";
  return xml + " t=\"inlineStr\"><is><t xml:space=\"preserve\">" + in_xml(cell.text) + "</t></is></c>";
}

}  // namespace

std::string in_xml(const std::string& text) {
  std::string xml;
  for (const char c : text) {
    if (c == '&')
      xml += "&amp;";
    else if (c == '<')
      xml += "&lt;";
    else if (c == '>')
      xml += "&gt;";
    else if (c == '"')
      xml += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t')
      xml += c;
  }
  return xml;
}

std::string sheet_part(const OutSheet& sheet, bool with_looks) {
  std::string xml = declaration + "<worksheet xmlns=\"" + sheets_of + "\" xmlns:r=\"" + office +
                    "\"><sheetViews><sheetView workbookViewId=\"0\"";
  if (sheet.frozen_rows > 0) {
    const std::string below = "A" + std::to_string(sheet.frozen_rows + 1);
    xml += "><pane ySplit=\"" + std::to_string(sheet.frozen_rows) + "\" topLeftCell=\"" + below +
           "\" activePane=\"bottomLeft\" state=\"frozen\"/></sheetView></sheetViews>";
  } else {
    xml += "/></sheetViews>";
  }
  if (!sheet.widths.empty()) {
    xml += "<cols>";
    for (const auto& [first, last, width] : sheet.widths)
      xml += "<col min=\"" + std::to_string(first) + "\" max=\"" + std::to_string(last) + "\" width=\"" + std::to_string(width) +
             "\" customWidth=\"1\"/>";
    xml += "</cols>";
  }
  xml += "<sheetData>";
  int open = 0;
  for (const auto& [place, cell] : sheet.cells) {
    if (place.first != open) {
      xml += std::string(open > 0 ? "</row>" : "") + "<row r=\"" + std::to_string(place.first) + "\">";
      open = place.first;
    }
    xml += cell_xml(place.first, place.second, cell, with_looks);
  }
  xml += std::string(open > 0 ? "</row>" : "") + "</sheetData>";
  if (!sheet.words.empty()) {
    std::string list;
    for (const std::string& word : sheet.words) list += (list.empty() ? "" : ",") + word;
    xml += "<dataValidations count=\"1\"><dataValidation type=\"list\" allowBlank=\"1\" sqref=\"B" +
           std::to_string(sheet.words_from) + ":B1000\"><formula1>\"" + list + "\"</formula1></dataValidation></dataValidations>";
  }
  if (sheet.has_drawing) xml += "<drawing r:id=\"rId1\"/>";
  return xml + "</worksheet>";
}

std::string workbook_file(const std::vector<OutSheet>& sheets) {
  std::string list, relations, types;
  std::vector<ArchivePart> parts;
  for (std::size_t i = 0; i < sheets.size(); ++i) {
    const std::string number = std::to_string(i + 1), part = "worksheets/sheet" + number + ".xml";
    list += "<sheet name=\"" + in_xml(sheets[i].name) + "\" sheetId=\"" + number + "\" r:id=\"rId" + number + "\"/>";
    relations += "<Relationship Id=\"rId" + number + "\" Type=\"" + office + "/worksheet\" Target=\"" + part + "\"/>";
    types += "<Override PartName=\"/xl/" + part + "\" ContentType=\"" + types_of + "worksheet+xml\"/>";
    parts.push_back({"xl/" + part, sheet_part(sheets[i])});
  }
  const auto relations_of = [](const std::string& of) {
    return declaration + "<Relationships xmlns=\"" + packages + "relationships\">" + of + "</Relationships>";
  };
  const std::vector<ArchivePart> book{
      {"[Content_Types].xml",
       declaration + "<Types xmlns=\"" + packages +
           "content-types\"><Default Extension=\"rels\" "
           "ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
           "<Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/xl/workbook.xml\" ContentType=\"" +
           types_of + "sheet.main+xml\"/><Override PartName=\"/xl/styles.xml\" ContentType=\"" + types_of + "styles+xml\"/>" +
           types + "</Types>"},
      {"_rels/.rels",
       relations_of("<Relationship Id=\"rId1\" Type=\"" + office + "/officeDocument\" Target=\"xl/workbook.xml\"/>")},
      {"xl/workbook.xml",
       declaration + "<workbook xmlns=\"" + sheets_of + "\" xmlns:r=\"" + office + "\"><sheets>" + list + "</sheets></workbook>"},
      {"xl/_rels/workbook.xml.rels", relations_of(relations + "<Relationship Id=\"rId" + std::to_string(sheets.size() + 1) +
                                                  "\" Type=\"" + office + "/styles\" Target=\"styles.xml\"/>")},
      {"xl/styles.xml", styles()}};
  parts.insert(parts.begin(), book.begin(), book.end());
  return archive_with("", parts);
}

}  // namespace bricard::workbook
