#include "bricard/io/workbook/results_into.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <pugixml.hpp>
#include <sstream>

#include "bricard/core/error.hpp"
#include "bricard/core/text.hpp"
#include "bricard/io/workbook/archive.hpp"
#include "bricard/io/workbook/cells.hpp"
#include "bricard/io/workbook/out_sheet.hpp"

namespace bricard {

namespace {

using workbook::in_xml;

constexpr std::size_t most_cells = 2'000'000;  // of a sheet that programs still open in seconds
constexpr std::size_t most_rows = 1'048'575;   // of any sheet, below its header
constexpr std::size_t most_charts = 24, most_curves = 6;
const std::string office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const std::string declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";
const std::string results_part = "worksheets/bricard_results.xml", charts_part = "worksheets/bricard_charts.xml";

std::string chart_part(std::size_t i) { return "charts/bricard_" + std::to_string(i + 1) + ".xml"; }

// ---- the parts
// --------------------------------------------------------------------------------------------------------------------------

std::string results_sheet(const TableForSheet& table) {
  workbook::OutSheet sheet{"Results"};
  sheet.frozen_rows = 1;
  sheet.widths = {{1, static_cast<int>(table.names.size()), 16}};
  for (std::size_t i = 0; i < table.names.size(); ++i)
    sheet.word(1, static_cast<int>(i) + 1, table.names[i] + (table.units[i].empty() ? "" : " [" + table.units[i] + ']'));
  for (std::size_t row = 0; row < table.rows.size(); ++row)
    for (std::size_t i = 0; i < table.names.size(); ++i)
      if (std::isfinite(table.rows[row][i]))
        sheet.number(static_cast<int>(row) + 2, static_cast<int>(i) + 1, to_text(table.rows[row][i]));
  return sheet_part(sheet, false);
}

std::string axis_xml(int id, int across, const char* position, const std::string& title) {
  const std::string text =
      title.empty()
          ? ""
          : "<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz=\"900\"/></a:pPr><a:r><a:rPr sz=\"900\"/><a:t>" +
                in_xml(title) + "</a:t></a:r></a:p></c:rich></c:tx><c:overlay val=\"0\"/></c:title>";
  return "<c:valAx><c:axId val=\"" + std::to_string(id) +
         "\"/><c:scaling><c:orientation val=\"minMax\"/></c:scaling><c:delete val=\"0\"/>"
         "<c:axPos val=\"" +
         position +
         "\"/><c:majorGridlines><c:spPr><a:ln w=\"6350\"><a:solidFill><a:srgbClr "
         "val=\"D9D9D9\"/></a:solidFill></a:ln></c:spPr></c:majorGridlines>" +
         text +
         "<c:numFmt formatCode=\"General\" sourceLinked=\"0\"/><c:majorTickMark val=\"out\"/><c:minorTickMark "
         "val=\"none\"/><c:tickLblPos val=\"low\"/><c:crossAx val=\"" +
         std::to_string(across) + "\"/><c:crosses val=\"autoZero\"/></c:valAx>";
}

std::string chart_xml(const TableForSheet& table, const ChartOfColumns& chart, const std::string& sheet) {
  const std::string last = std::to_string(table.rows.size() + 1), on = '\'' + in_xml(sheet) + "'!$";
  const auto values = [&](const char* key, int column) {
    const std::string letters = letters_of(column + 1);
    return std::string("<c:") + key + "><c:numRef><c:f>" + on + letters + "$2:$" + letters + '$' + last +
           "</c:f></c:numRef></c:" + key + '>';
  };
  const auto label = [&](int column) {
    const auto i = static_cast<std::size_t>(column);
    return table.names[i] + (table.units[i].empty() ? "" : " [" + table.units[i] + ']');
  };
  std::string curves;
  int order = 0;
  for (const int column : chart.columns) {
    const std::string number = std::to_string(order++);
    curves += "<c:ser><c:idx val=\"" + number + "\"/><c:order val=\"" + number + "\"/><c:tx><c:strRef><c:f>" + on +
              letters_of(column + 1) +
              "$1</c:f></c:strRef></c:tx><c:spPr><a:ln w=\"19050\"/></c:spPr><c:marker><c:symbol val=\"none\"/></c:marker>" +
              values("xVal", 0) + values("yVal", column) + "<c:smooth val=\"0\"/></c:ser>";
  }
  const std::string unit = table.units[static_cast<std::size_t>(chart.columns.front())];
  return declaration +
         "<c:chartSpace xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" "
         "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"" +
         office +
         "\"><c:chart><c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr><a:defRPr sz=\"1200\"/></a:pPr><a:r><a:rPr "
         "sz=\"1200\"/><a:t>" +
         in_xml(chart.title) +
         "</a:t></a:r></a:p></c:rich></c:tx><c:overlay val=\"0\"/></c:title><c:autoTitleDeleted "
         "val=\"0\"/><c:plotArea><c:layout/><c:scatterChart>"
         "<c:scatterStyle val=\"lineMarker\"/><c:varyColors val=\"0\"/>" +
         curves + "<c:axId val=\"1\"/><c:axId val=\"2\"/></c:scatterChart>" + axis_xml(1, 2, "b", label(0)) +
         axis_xml(2, 1, "l", unit.empty() ? "" : '[' + unit + ']') +
         "</c:plotArea><c:legend><c:legendPos val=\"b\"/><c:overlay val=\"0\"/></c:legend><c:plotVisOnly "
         "val=\"1\"/></c:chart></c:chartSpace>";
}

// Two charts side by side, 10 columns and 20 rows each.
std::string drawing_xml(const std::vector<ChartOfColumns>& charts) {
  std::string anchors;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::size_t column = i % 2 * 10, row = i / 2 * 20;
    const auto corner = [](const char* key, std::size_t c, std::size_t r) {
      return std::string("<xdr:") + key + "><xdr:col>" + std::to_string(c) + "</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>" +
             std::to_string(r) + "</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:" + key + '>';
    };
    anchors += "<xdr:twoCellAnchor>" + corner("from", column, row) + corner("to", column + 9, row + 19) +
               "<xdr:graphicFrame macro=\"\"><xdr:nvGraphicFramePr><xdr:cNvPr id=\"" + std::to_string(i + 2) + "\" name=\"" +
               in_xml(charts[i].title) +
               "\"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"0\" "
               "cy=\"0\"/></xdr:xfrm><a:graphic>"
               "<a:graphicData uri=\"http://schemas.openxmlformats.org/drawingml/2006/chart\"><c:chart "
               "xmlns:c=\"http://schemas.openxmlformats.org/drawingml/2006/chart\" r:id=\"rId" +
               std::to_string(i + 1) + "\"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>";
  }
  return declaration +
         "<xdr:wsDr xmlns:xdr=\"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing\" "
         "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"" +
         office + "\">" + anchors + "</xdr:wsDr>";
}

std::string relations_xml(const std::vector<std::pair<std::string, std::string>>& kind_and_target) {
  std::string all;
  for (std::size_t i = 0; i < kind_and_target.size(); ++i)
    all += "<Relationship Id=\"rId" + std::to_string(i + 1) + "\" Type=\"" + office + '/' + kind_and_target[i].first +
           "\" Target=\"" + kind_and_target[i].second + "\"/>";
  return declaration + "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">" + all +
         "</Relationships>";
}

// ---- the list of sheets
// -----------------------------------------------------------------------------------------------------------------

class BookParts {
 public:
  BookParts(const std::string& book, std::string file) : archive_(book, file), file_(std::move(file)) {
    read("xl/workbook.xml", workbook_), read("xl/_rels/workbook.xml.rels", relations_), read("[Content_Types].xml", types_);
  }

  // The sheet of this part, added where it is not there yet. Its name.
  std::string add_sheet(const std::string& part, const std::string& wanted) {
    const pugi::xml_node sheets = workbook_.document_element().child("sheets"), relations = relations_.document_element();
    for (const pugi::xml_node& each : relations.children())
      if (std::string(each.attribute("Target").value()).ends_with(part))
        for (const pugi::xml_node& sheet : sheets.children())
          if (std::string_view(sheet.attribute("r:id").value()) == each.attribute("Id").value())
            return sheet.attribute("name").value();
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(sheets.begin(), sheets.end(),
                         [&](const pugi::xml_node& sheet) { return std::string_view(sheet.attribute("name").value()) == name; });
    };
    std::string name = wanted;
    for (int i = 2; is_taken(name); ++i) name = wanted + ' ' + std::to_string(i);
    unsigned number = 0;
    for (const pugi::xml_node& sheet : sheets.children()) number = std::max(number, sheet.attribute("sheetId").as_uint());
    const std::string id = "rIdBricard" + std::to_string(number + 1);
    pugi::xml_node sheet = pugi::xml_node(sheets).append_child("sheet");
    sheet.append_attribute("name") = name.c_str();
    sheet.append_attribute("sheetId") = number + 1;
    sheet.append_attribute("r:id") = id.c_str();
    pugi::xml_node relation = pugi::xml_node(relations).append_child("Relationship");
    relation.append_attribute("Id") = id.c_str();
    relation.append_attribute("Type") = (office + "/worksheet").c_str();
    relation.append_attribute("Target") = part.c_str();
    return name;
  }
  void add_type(const std::string& part, const std::string& type) {
    pugi::xml_node types = types_.document_element();
    const std::string name = "/xl/" + part;
    for (const pugi::xml_node& each : types.children())
      if (name == each.attribute("PartName").value()) return;
    pugi::xml_node added = types.append_child("Override");
    added.append_attribute("PartName") = name.c_str();
    added.append_attribute("ContentType") = ("application/vnd.openxmlformats-officedocument." + type + "+xml").c_str();
  }
  std::vector<ArchivePart> parts() const {
    return {{"xl/workbook.xml", text(workbook_)},
            {"xl/_rels/workbook.xml.rels", text(relations_)},
            {"[Content_Types].xml", text(types_)}};
  }

 private:
  void read(const std::string& part, pugi::xml_document& document) {
    const std::optional<std::string> xml = archive_.part(part);
    if (!xml || !document.load_buffer(xml->data(), xml->size(), pugi::parse_full))
      throw Error({Fault{{file_, 0, 0}, "", "the part " + quoted(part) + " cannot be read", "is this a workbook?"}});
  }
  static std::string text(const pugi::xml_document& document) {
    std::ostringstream stream;
    document.save(stream, "", pugi::format_raw);
    return stream.str();
  }
  Archive archive_;
  std::string file_;
  pugi::xml_document workbook_, relations_, types_;
};

}  // namespace

// ---- what is shown
// ---------------------------------------------------------------------------------------------------------------------

TableForSheet table_for_sheet(const std::string& csv, std::vector<std::string> units) {
  TableForSheet table;
  table.units = std::move(units);
  std::istringstream lines(csv);
  std::string line, cell;
  std::getline(lines, line);
  for (std::istringstream cells(line); std::getline(cells, cell, ',');) table.names.push_back(cell);
  table.units.resize(table.names.size());
  while (std::getline(lines, line)) {
    std::vector<double>& row = table.rows.emplace_back();
    for (std::istringstream cells(line); std::getline(cells, cell, ',');) {
      double value = std::nan("");
      std::from_chars(cell.data(), cell.data() + cell.size(), value);
      row.push_back(value);
    }
    row.resize(table.names.size(), std::nan(""));
    if (table.rows.size() > most_rows || table.rows.size() * table.names.size() > most_cells)
      throw Error("--results-into", "the results have more than " + std::to_string(most_cells) + " numbers, too many for a sheet",
                  "a larger --output-step, or `record` in the analysis, makes them fewer");
  }
  return table;
}

std::vector<ChartOfColumns> charts_for_sheet(const TableForSheet& table, const std::vector<std::string>& outputs,
                                             const std::vector<std::string>& bodies) {
  std::vector<ChartOfColumns> charts;
  const auto add = [&](const std::string& title, const std::string& column) {
    const auto found = std::find(table.names.begin(), table.names.end(), column);
    if (found == table.names.end()) return;
    const int index = static_cast<int>(found - table.names.begin());
    const bool joins = !charts.empty() && charts.back().title == title && charts.back().columns.size() < most_curves;
    if (!joins && charts.size() == most_charts) return;
    if (!joins) charts.push_back({title, {}});
    charts.back().columns.push_back(index);
  };
  for (const std::string& output : outputs) {  // plot_Rod_x, plot_Rod_y: one chart
    const std::size_t end = output.find_last_of('_');
    const bool is_component = end != std::string::npos && output.size() - end <= 4 &&
                              std::string_view("xyz").find(output.back()) != std::string_view::npos;
    const std::string kind = is_component ? output.substr(end + 1, output.size() - end - 2) : "";
    add(is_component ? output.substr(0, end) + (kind.empty() ? "" : ' ' + kind) : output, output);
  }
  if (!charts.empty()) return charts;
  for (const std::string& body : bodies)
    for (const char* axis : {".x", ".y", ".z"}) add(body, body + axis);
  return charts;
}

std::string with_results(const std::string& book, const std::string& file, const TableForSheet& table,
                         const std::vector<ChartOfColumns>& charts) {
  BookParts of_book(book, file);
  const std::string results = of_book.add_sheet(results_part, "Results");
  of_book.add_type(results_part, "spreadsheetml.worksheet");
  std::vector<ArchivePart> parts{{"xl/" + results_part, results_sheet(table)}};
  if (!charts.empty() && !table.rows.empty()) {
    of_book.add_sheet(charts_part, "Charts");
    of_book.add_type(charts_part, "spreadsheetml.worksheet");
    of_book.add_type("drawings/bricard_charts.xml", "drawing");
    workbook::OutSheet sheet{"Charts"};
    sheet.has_drawing = true;
    std::vector<std::pair<std::string, std::string>> relations;
    for (std::size_t i = 0; i < charts.size(); ++i) {
      of_book.add_type(chart_part(i), "drawingml.chart");
      parts.push_back({"xl/" + chart_part(i), chart_xml(table, charts[i], results)});
      relations.emplace_back("chart", "../" + chart_part(i));
    }
    parts.push_back({"xl/" + charts_part, sheet_part(sheet, false)});
    parts.push_back(
        {"xl/worksheets/_rels/bricard_charts.xml.rels", relations_xml({{"drawing", "../drawings/bricard_charts.xml"}})});
    parts.push_back({"xl/drawings/bricard_charts.xml", drawing_xml(charts)});
    parts.push_back({"xl/drawings/_rels/bricard_charts.xml.rels", relations_xml(relations)});
  }
  for (ArchivePart& part : of_book.parts()) parts.push_back(std::move(part));
  return archive_with(book, parts);
}

}  // namespace bricard
