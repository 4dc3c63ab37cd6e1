#include "bricard/io/workbook/book_layout.hpp"

#include "bricard/io/workbook/cells.hpp"

namespace bricard::workbook {

namespace {

struct Block {
  std::string title, type;
  std::vector<std::string> headers;  // from column D on, blank-separated: a triple is three columns
};

// x, y and z of a point or a direction.
std::vector<std::string> with_triples(const std::vector<std::string>& words, const std::string& length) {
  std::vector<std::string> headers;
  for (const std::string& word : words) {
    if (word.back() != '*') {
      headers.push_back(word);
      continue;
    }
    for (const char axis : {'x', 'y', 'z'}) headers.push_back(word.substr(0, word.size() - 1) + ' ' + axis + " [" + length + ']');
  }
  return headers;
}

const std::vector<Block>& joint_blocks() {
  static const std::vector<Block> list{
      {"Spherical", "Spherical", {"Body 1", "Body 2", "Joint*"}},
      {"Spherical - Spherical: a rod without mass",
       "CompSpherical",
       {"Body 1", "Body 2", "Point of body 1*", "Point of body 2*"}},
      {"Universal", "Universal", {"Body 1", "Body 2", "Joint*", "Point on the axis of body 1*", "Point on the axis of body 2*"}},
      {"Revolute", "Revolute", {"Body 1", "Body 2", "Joint*", "Point on the axis*"}},
      {"Cylindrical", "Cylindrical", {"Body 1", "Body 2", "Joint*", "Point on the axis*"}},
      {"Translation", "Translation", {"Body 1", "Body 2", "Joint*", "Point on the axis*"}},
      {"Spherical - Revolute: a rod without mass",
       "SphRev",
       {"Body 1", "Body 2", "Ball on body 1*", "Hinge on body 2*", "Point on the hinge axis*"}},
      {"Translation - Revolute: a link without mass",
       "TraRev",
       {"Body 1", "Body 2", "Point of body 1*", "Point of body 2*", "Point on the hinge axis*", "Point on the slider axis*"}},
      {"Simple: one coordinate of a body is held",
       "Simple",
       {"Body", "Value", "Direction: 1 to 3 are x, y, z; 4 to 7 are e0 to e3"}},
      {"Ground: bodies that do not move", "Ground", {"Body"}},
      {"Points of interest; a body is drawn through its points", "Point", {"Body", "Point*"}},
  };
  return list;
}

std::vector<Block> element_blocks(const std::string& length) {
  return {
      {"Springs: tension = stiffness * (length - null-force length), or a function of that difference",
       "Spring",
       {"Body 1", "Body 2", "Point of body 1*", "Point of body 2*", "Null force length [" + length + "]",
        "Stiffness [N/" + length + "]", "Function 1", "Function 2", "Function 3", "Number of functions", "Limit 1", "Limit 2"}},
      {"Dampers: tension = coefficient * rate, or a function of the rate",
       "Damper",
       {"Body 1", "Body 2", "Point of body 1*", "Point of body 2*", "Coefficient [N s/" + length + "]", "Function 1",
        "Function 2", "Function 3", "Number of functions", "Limit 1", "Limit 2"}},
      {"Torsion springs",
       "TSpring",
       {"Body 1", "Body 2", "Hinge*", "Point on the axis*", "Point that shows the angle of body 1*",
        "Point that shows the angle of body 2*", "Stiffness [N " + length + "/rad]", "Free angle [rad]", "Function 1",
        "Function 2", "Function 3", "Number of functions", "Limit 1", "Limit 2"}},
      {"Actuators: tension as a function of time",
       "Actuator",
       {"Body 1", "Body 2", "Point of body 1*", "Point of body 2*", "Function 1", "Function 2", "Function 3",
        "Number of functions", "Limit 1", "Limit 2"}}};
}

// Title, header and rows; returns the first free row. Templates leave rows to fill in.
int put_block(OutSheet& sheet, int row, const Block& block, const std::vector<OutRow>& rows, const std::string& length,
              bool is_template) {
  const std::vector<std::string> headers = with_triples(block.headers, length);
  sheet.word(row, 1, block.title, Look::title);
  for (int column = 2; column < static_cast<int>(headers.size()) + 4; ++column) sheet.word(row, column, "", Look::title);
  ++row;
  for (const auto& [column, word] : {std::pair{1, "No."}, std::pair{2, "Type"}, std::pair{3, "Name"}})
    sheet.word(row, column, word, Look::header);
  for (std::size_t i = 0; i < headers.size(); ++i) sheet.word(row, static_cast<int>(i) + 4, headers[i], Look::header);
  ++row;
  int number = 0;
  for (const OutRow& values : rows) {
    sheet.number(row, 1, std::to_string(++number));
    for (std::size_t i = 0; i < values.size(); ++i)
      sheet.cells[{row, static_cast<int>(i) + 2}] = {values[i].text, values[i].is_number,
                                                     values[i].is_number ? Look::number : Look::word};
    ++row;
  }
  constexpr int rows_to_fill = 3;
  for (int i = 0; is_template && i < rows_to_fill; ++i, ++row)
    for (int column = 1; column < static_cast<int>(headers.size()) + 4; ++column) sheet.word(row, column, "");
  return row + 1;
}

OutSheet simulation(const BookContent& content) {
  OutSheet sheet{"SimParam"};
  sheet.widths = {{1, 1, 3}, {2, 2, 28}, {3, 3, 3}, {4, 4, 14}, {5, 5, 34}, {6, 6, 22}, {7, 7, 14}, {8, 8, 14}, {9, 9, 44}};
  sheet.word(2, 2, "Simulation", Look::title);
  const auto line = [&](int row, const std::string& label, const std::string& value, const std::string& unit) {
    sheet.word(row, 2, label, Look::header);
    const bool is_number = value.find_first_of("0123456789") != std::string::npos;
    sheet.cells[{row, 4}] = {value, is_number, is_number ? Look::number : Look::word};
    sheet.word(row, 5, unit, Look::note);
  };
  line(3, "Run simulation for", content.duration, "s");
  line(4, "Time step of the output", content.step, "s");
  line(5, "Type of simulation", content.type, "Kin or Dyn");
  line(6, "Direction of gravity", content.gravity_direction, "x, y or z, global; empty: none");
  line(7, "Gravity", content.gravity, content.length + "/s^2, with its sign");
  line(8, "Units", content.length == "mm" ? "MMKS" : "SI", "SI (m, kg, s, N) or MMKS (mm, kg, s, N)");
  sheet.word(12, 2, "Plots", Look::title);
  const char* const plots[] = {"Position", "Translational velocity", "Angular velocity", "Translational acceleration",
                               "Angular acceleration"};
  for (int i = 0; i < 5; ++i) line(13 + i, plots[i], content.quantities[static_cast<std::size_t>(i)], "Yes or empty");
  line(18, "Of bodies", content.plots_bodies ? "Yes" : "", "Yes or empty: those whose numbers stand in D22 and below");
  line(19, "Of points", content.plots_points ? "Yes" : "", "Yes or empty: those whose numbers stand in H22 and below");
  line(20, "Animation", "", "Yes or empty");
  line(21, "Video", "", "Yes or empty");
  sheet.word(22, 2, "Bodies to plot", Look::header);
  sheet.word(22, 6, "Points to plot", Look::header);
  for (std::size_t i = 0; i < content.body_numbers.size(); ++i)
    sheet.number(22 + static_cast<int>(i), 4, std::to_string(content.body_numbers[i]));
  for (std::size_t i = 0; i < content.point_numbers.size(); ++i)
    sheet.number(22 + static_cast<int>(i), 8, std::to_string(content.point_numbers[i]));
  sheet.word(said_row - 1, said_column, "What the sheets mean", Look::title);
  int row = said_row;
  for (const SaidLabel& each : said_labels) {
    sheet.word(row, said_column, each.label, Look::header);
    sheet.word(row, said_column + 1, each.word);
    sheet.word(row++, said_column + 2, each.help, Look::note);
  }
  return sheet;
}

OutSheet bodies(const BookContent& content) {
  OutSheet sheet{"Bodies"};
  sheet.widths = {{1, 1, 6}, {2, 2, 22}, {3, 37, 12}};
  sheet.frozen_rows = 3;
  const std::string& m = content.length;
  const std::string inertia = " [kg " + m + "^2]", torque = " [N " + m + ']';
  struct Group {
    const char* title;
    std::vector<std::string> headers;
  };
  const std::vector<Group> groups{
      {"No.", {""}},
      {"Body", {"Name"}},
      {"Center of mass, global", {"x [" + m + ']', "y [" + m + ']', "z [" + m + ']'}},
      {"Point on the x axis of the body", {"x [" + m + ']', "y [" + m + ']', "z [" + m + ']'}},
      {"Point on the y axis of the body", {"x [" + m + ']', "y [" + m + ']', "z [" + m + ']'}},
      {"Bryant angles", {"roll [rad]", "pitch [rad]", "yaw [rad]"}},
      {"Axis and angle", {"u1", "u2", "u3", "Angle [rad]"}},
      {"Mass [kg]", {""}},
      {"Principal moments of inertia", {"Ixx" + inertia, "Iyy" + inertia, "Izz" + inertia}},
      {"Velocity at the start, global", {"Vx [" + m + "/s]", "Vy [" + m + "/s]", "Vz [" + m + "/s]"}},
      {"Angular velocity, global", {"wx [rad/s]", "wy [rad/s]", "wz [rad/s]"}},
      {"Force, global; @(t) for a function", {"Fx [N]", "Fy [N]", "Fz [N]"}},
      {"Torque, global; @(t) for a function", {"Tx" + torque, "Ty" + torque, "Tz" + torque}},
      {"Where the force acts; 0 0 0: the center", {"x [" + m + ']', "y [" + m + ']', "z [" + m + ']'}}};
  int column = 1;
  for (const Group& group : groups) {
    for (std::size_t i = 0; i < group.headers.size(); ++i)
      sheet.word(2, column + static_cast<int>(i), i == 0 ? group.title : "", Look::title);
    for (const std::string& header : group.headers) sheet.word(3, column++, header, Look::header);
  }
  sheet.word(
      1, 2,
      content.is_template ? "One body in a row, from row 4 on; body 1 is the ground. All geometry is global, at the start." : "",
      Look::note);
  int row = 4;
  for (const OutRow& values : content.bodies) {
    sheet.number(row, 1, std::to_string(row - 3));
    for (std::size_t i = 0; i < values.size(); ++i)
      sheet.cells[{row, static_cast<int>(i) + 2}] = {values[i].text, values[i].is_number,
                                                     values[i].is_number ? Look::number : Look::word};
    ++row;
  }
  return sheet;
}

OutSheet joints(const BookContent& content) {
  OutSheet sheet{"Joints"};
  sheet.widths = {{1, 1, 6}, {2, 2, 15}, {3, 3, 24}, {4, 17, 12}};
  sheet.words_from = 3;
  int row = 1;
  for (const Block& block : joint_blocks()) {
    sheet.words.push_back(block.type);
    const auto found = content.joints.find(block.type);
    row = put_block(sheet, row, block, found == content.joints.end() ? std::vector<OutRow>{} : found->second, content.length,
                    content.is_template && block.type != "Ground");
  }
  return sheet;
}

OutSheet drivers(const BookContent& content) {
  OutSheet sheet{"Joints_Drivers"};
  sheet.widths = {{1, 1, 6}, {2, 2, 10}, {3, 3, 24}, {4, 8, 12}, {9, 11, 44}};
  sheet.words = {"Driver"};
  sheet.words_from = 3;
  sheet.frozen_rows = 2;
  const Block block{
      "Drivers: 1 to 3 move the center of the body, 4 to 6 turn the body; functions of time such as @(t) 0.1*sin(2*pi*t)",
      "Driver",
      {"Body", "Direction", "Direction or axis x", "Direction or axis y", "Direction or axis z",
       "Function [" + content.length + " or rad]", "Its first derivative", "Its second derivative"}};
  put_block(sheet, 1, block, content.drivers, content.length, content.is_template);
  return sheet;
}

OutSheet elements(const BookContent& content) {
  OutSheet sheet{"Force_Elements"};
  sheet.widths = {{1, 1, 6}, {2, 2, 10}, {3, 3, 24}, {4, 25, 12}};
  sheet.words_from = 3;
  int row = 1;
  for (const Block& block : element_blocks(content.length)) {
    sheet.words.push_back(block.type);
    const auto found = content.elements.find(block.type);
    row = put_block(sheet, row, block, found == content.elements.end() ? std::vector<OutRow>{} : found->second, content.length,
                    content.is_template);
  }
  return sheet;
}

// The IDs of a suspension's points, which columns A and B give to points of the sheet Joints.
OutSheet roles() {
  OutSheet sheet{"PosProcessing"};
  sheet.widths = {{1, 1, 16}, {2, 2, 12}, {3, 3, 24}, {6, 6, 34}, {7, 7, 12}};
  sheet.frozen_rows = 2;
  sheet.word(1, 1, "Roles of points", Look::title), sheet.word(1, 6, "Points of a suspension", Look::title);
  sheet.word(2, 1, "How-manieth Point", Look::header), sheet.word(2, 2, "ID", Look::header),
      sheet.word(2, 3, "Notes", Look::header);
  sheet.word(2, 6, "Point", Look::header), sheet.word(2, 7, "ID", Look::header);
  struct Role {
    const char *words, *id, *corners;
  };
  constexpr Role all[] = {{"Rack - Tie Rod", "RTR", "FL FR "},
                          {"Tie Rod Upright", "TRU", "FL FR "},
                          {"Upper A-Arm Upright", "UAU", "FR FL RR RL "},
                          {"Lower A-Arm Upright", "LAU", "FR FL RR RL "},
                          {"Upper A-Arm Push", "UAP", "FR FL RR RL "},
                          {"Upright Tyre", "UT", "FR FL RR RL "},
                          {"Push Bellcrank", "PB", "FR FL RR RL "},
                          {"Bellcrank Coilover", "BC", "FR FL RR RL "},
                          {"Bellcrank ARB Linkage", "BL", "FR FL RR RL "},
                          {"Linkage ARB", "LARB", "FR FL RR RL "}};
  int row = 3;
  for (const Role& each : all)
    for (const char* corner = each.corners; *corner; corner += 3) {
      const std::string where(corner, 2);
      sheet.word(row, 6, each.words + (' ' + where));
      sheet.word(row++, 7, each.id + where);
    }
  return sheet;
}

}  // namespace

std::vector<OutSheet> sheets_of(const BookContent& content) {
  return {simulation(content), bodies(content), joints(content), drivers(content), elements(content), roles()};
}

std::string too_many(const BookContent& content) {
  const auto last = [](const OutSheet& sheet) { return sheet.cells.empty() ? 0 : sheet.cells.rbegin()->first.first; };
  if (last(bodies(content)) > last_element_row) return "Bodies";
  if (last(joints(content)) > last_joint_row) return "Joints";
  if (last(drivers(content)) > last_element_row) return "Joints_Drivers";
  if (last(elements(content)) > last_element_row) return "Force_Elements";
  return "";
}

}  // namespace bricard::workbook
