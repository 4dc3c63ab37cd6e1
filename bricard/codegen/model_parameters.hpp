// The numbers of a model that generated code may take as arguments: masses, centers of mass and inertias of the bodies, and the
// places on them where elements sit. A body's own origin is its tree joint; what is exactly zero in the model has no symbol and
// its terms vanish. All in the axes of the body.
#pragma once
#include <span>
#include <vector>

#include "bricard/codegen/generated.hpp"
#include "bricard/codegen/symbol.hpp"
#include "bricard/system/system.hpp"

namespace bricard {

// Where a body's own origin and its axes for recursions are: its end of the tree joint; of ground its origin.
const Frame& own_end(const MechanismLayout& layout, int body);
// The end of the tree joint on the parent.
const Frame& parent_end(const MechanismLayout& layout, int body);

class ModelParameters {
 public:
  explicit ModelParameters(const System& system);

  const std::vector<GeneratedParameter>& list() const { return list_; }

  // In the present recording, with the elements of p; without any they are the numbers of the model.
  Symbol mass(int body, std::span<const Symbol> p) const { return symbol(bodies_[body].mass, p); }
  Vec3<Symbol> center(int body, std::span<const Symbol> p) const { return vector(bodies_[body].center, p); }
  Mat3<Symbol> inertia(int body, std::span<const Symbol> p) const;           // about the center of mass
  Vec3<Symbol> place(const Frame& frame, std::span<const Symbol> p) const;  // from the body's own origin

 private:
  struct Number {
    double value = 0;
    int parameter = -1;
  };
  using Vector = std::array<Number, 3>;
  struct Place {
    Vec3<double> at;  // as the layout has it
    Vector number;
  };
  struct OfBody {
    Number mass;
    Vector center;
    std::array<Number, 6> inertia;  // xx, xy, xz, yy, yz, zz
    std::vector<Place> places;
  };
  Number number(double value, const std::string& name, const std::string& help, const char* unit);
  void add_place(const Frame& frame, const std::string& element);
  static Symbol symbol(const Number& number, std::span<const Symbol> p);
  static Vec3<Symbol> vector(const Vector& numbers, std::span<const Symbol> p);

  const System& system_;
  std::vector<GeneratedParameter> list_;
  std::vector<OfBody> bodies_;  // by number
};

}  // namespace bricard
