// A Model as a workbook of the thesis tool. What the schema cannot hold is refused by name where the mechanism would be another
// without it, and noted where it would only look different or be named otherwise.
//
// Geometry is global, in the design position; axes are given by points on them, orientations by axis and angle. Where a book of
// the tool leaves open what is meant, the sheet SimParam says it (said_labels), so that nothing is guessed when it is read again.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "bricard/core/error.hpp"
#include "bricard/io/model_text.hpp"
#include "bricard/io/value_text.hpp"
#include "bricard/io/workbook/book_layout.hpp"
#include "bricard/math/spatial.hpp"
#include "bricard/model/model.hpp"

namespace bricard::workbook {

class BookWriter {
 public:
  explicit BookWriter(const Model& model);
  // Throws Error with all names that a workbook cannot hold.
  WrittenModel write();

 private:
  struct Frame {
    Mat3<double> R = Mat3<double>::Identity();
    Vec3<double> p = Vec3<double>::Zero();
  };

  void refuse(const std::string& where, const std::string& what, const std::string& hint = {});
  void note(const std::string& what, const std::string& name) { notes_[what].push_back(name); }
  void check_sections();
  void choose_units();

  int number_of(const std::string& body) const;  // in the sheet, from 1
  const Frame& frame_of(const std::string& body) const;
  Vector3 global(const Point& point) const;
  Vector3 global(const Direction& direction) const;

  OutValue text(const std::string& word) const { return {word, false}; }
  OutValue count(int number) const { return {std::to_string(number), true}; }
  OutValue number(double value, Dimension dimension) const { return {text_.number(value, dimension), true}; }
  void put(OutRow& row, const Vector3& at, Dimension dimension) const;
  // Of a function of `argument` alone; an empty cell and a fault where it is none.
  OutValue law(const std::string& expression, const std::string& argument, const std::string& where);
  OutValue law(const Function& function, Dimension dimension, const std::string& where);
  std::string plain(const std::string& name, const std::string& section);

  void write_run();
  void write_bodies();
  OutRow body_row(const Body& body, std::size_t index);
  void put_orientation(OutRow& row, const Body& body, const Mat3<double>& R);
  void put_velocities(OutRow& row, const Body& body);
  void find_start_velocities();
  void write_joints();
  void write_joint(const Joint& joint);
  void write_constraint(const Constraint& constraint);
  void write_driver(const Driver& driver);
  void drive_hinge(const Driver& driver, const Joint& joint, const Function& function);
  void put_laws(OutRow& row, const std::string& expression, const std::string& where);
  void write_force(const Force& force);
  void write_spring(const Force& force);
  void write_torsion_spring(const Force& force);
  void write_load(const Force& force);
  void write_points();
  void write_plots();

  const Model& model_;
  Model units_;  // empty, in the units of the book
  ValueText text_;
  bool has_own_units_ = false;  // expressions of the model compute in the units of the book
  std::vector<Frame> frames_;   // of the bodies
  std::map<std::string, std::size_t> index_;
  std::map<std::string, OutRow> loads_;                                // of bodies by name: six cells and the point
  std::map<std::string, std::array<std::array<double, 3>, 2>> start_;  // velocities where joints prescribe some
  BookContent content_;
  std::vector<Fault> faults_;
  std::map<std::string, std::vector<std::string>> notes_;
};

}  // namespace bricard::workbook
