#include "bricard/io/workbook/workbook_writer.hpp"

#include "bricard/io/workbook/book_writer.hpp"

namespace bricard {

using namespace workbook;

WrittenModel write_workbook(const Model& model) { return BookWriter(model).write(); }

std::string blank_workbook() {
  BookContent content;
  content.is_template = true;
  content.length = "mm", content.duration = "1", content.step = "0.01", content.type = "Dyn";
  content.gravity_direction = "z", content.gravity = "-9806.65";
  OutRow ground{{"Ground"}};
  ground.insert(ground.end(), 35, OutValue{"0", true});
  content.bodies.push_back(std::move(ground));
  content.joints["Ground"] = {{{"Ground"}, {"Ground"}, {"1", true}}};
  return workbook_file(sheets_of(content));
}

}  // namespace bricard
