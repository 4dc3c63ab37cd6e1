// The text of a model file that says what the rows of a workbook say.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bricard/io/model_text.hpp"
#include "bricard/io/workbook/evidence.hpp"
#include "bricard/io/workbook/motions.hpp"
#include "bricard/io/workbook/names.hpp"

namespace bricard::workbook {

class BookText {
 public:
  // `motions`: the sheet of that name, or null.
  BookText(const Rows& rows, const Decided& decided, const Sheet* motions, Told& told);

  // What was told until then stands at its head.
  ModelText write(const std::string& title);

 private:
  struct Field {
    std::string key, value, cell;  // `cell`: where it stands, if that is not where its element stands
  };
  void section(const char* name, const std::string& entries);
  std::string entry(const std::string& section, const std::string& name, const std::string& cell,
                    const std::vector<Field>& fields);

  void choose_names();
  std::string body(int index) const { return index < 0 ? "ground" : bodies_[static_cast<std::size_t>(index)]; }
  std::string pair(const std::array<int, 2>& bodies) const { return '[' + body(bodies[0]) + ", " + body(bodies[1]) + ']'; }
  std::string parameter(const std::string& name, double value, const std::string& cell);

  std::string write_bodies();
  std::vector<Field> fields_of_body(const BodyRow& body, std::size_t index);
  std::string geometry_of(std::size_t body) const;
  std::string write_joints();
  std::string write_simple();
  std::string write_drivers();
  void write_translation(const DriverRow& driver, const std::string& text, const Vector3& along, std::string& drivers);
  void write_rotation(const DriverRow& driver, const std::string& text, const Vector3& about, std::string& drivers);
  struct Hinge {
    std::string joint;
    double sign, angle;  // from the driver's angle to that of the joint; the driver's angle in the design position
  };
  std::optional<Hinge> hinge_of(int body, const Vector3& about) const;
  std::string law_of(const DriverRow& driver);
  std::string write_forces();
  std::string write_element(const ElementRow& element, const std::string& name);
  void tell_units();
  std::string write_sensors();
  std::string write_outputs();
  std::string comments() const;

  const Rows& rows_;
  const Decided& decided_;
  Told& told_;
  Names names_;
  std::vector<std::string> bodies_, points_, joints_, elements_;  // their names
  std::vector<std::string> without_axes_;                         // cells
  std::optional<Motions> motions_;
  std::string parameters_, constraints_;  // entries of these sections so far
  ModelText made_;
};

}  // namespace bricard::workbook
