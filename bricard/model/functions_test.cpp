// What the texts of functions may name, by the place where they stand.
#include "bricard/model/functions.hpp"

#include <gtest/gtest.h>

#include "bricard/model/columns.hpp"
#include "bricard/model/test_good_model.hpp"

namespace bricard {
namespace {

Spoil driven_by(
    const std::string& angle, const Spoil& more = [](Model&) {}) {
  return [=](Model& m) {
    m.drivers[0].prescribed["angle"] = Function(angle);
    more(m);
  };
}
StateEquation state(const char* name, const char* derivative) { return {name, 0, Function(derivative)}; }

// A prescribed motion may follow a state whose derivative reads time, inputs and such states, also through outputs.
TEST(Functions, DriversFollowStatesThatReadNoMotion) {
  const char* const cannot = "can follow a state only whose derivative reads";
  expect_silence({driven_by("charge"),  // charge' = u - charge
                  driven_by("second", [](Model& m) { m.states.push_back(state("second", "charge - second")); }),
                  driven_by("charge", [](Model& m) {
                    m.outputs.push_back({"twice", Function("2*u")});
                    m.states[0].derivative = Function("twice - charge");
                  })});
  expect_said({
      {"drivers.motor.angle", cannot, "", driven_by("charge", [](Model& m) { m.states[0].derivative = Function("guide.rate"); })},
      {"drivers.motor.angle", cannot, "", driven_by("charge", [](Model& m) { m.states[0].derivative = Function("half"); })},
      {"drivers.motor.angle", cannot, "", driven_by("charge", [](Model& m) { m.states[0].derivative = 0.0; })},
      {"drivers.motor.angle", cannot, "",
       driven_by("charge",
                 [](Model& m) {
                   m.states[0] = {"charge", 1, {}};
                   m.states[0].sample = 0.1;
                   m.states[0].next = Function("u");
                 })},
      {"drivers.motor.angle", cannot, "",
       driven_by("third",
                 [](Model& m) {  // what it reads reads what moves
                   m.states.push_back(state("second", "guide.position"));
                   m.states.push_back(state("third", "second + u"));
                 })},
      {"drivers.motor.angle", "depends on the motion", "", driven_by("guide.position")},
      {"inputs.u", "it depends on the motion", "", [](Model& m) { m.inputs[0].value = Function("charge"); }},
  });
}

TEST(Functions, DerivativesOfStatesReadRatesOfMotionOnly) {
  const auto derivative = [](const char* text) { return [text](Model& m) { m.states[0].derivative = Function(text); }; };
  expect_silence({derivative("der(hinge.angle) + 2*der(hinge.speed)"), derivative("hinge.fx"), derivative("spring.force"),
                  derivative("crank.ax - charge")});
  expect_said(
      {{"states.charge.derivative", "cannot read `der()` of a state", "write what", derivative("der(charge)")},
       {"states.charge.derivative", "`der(spring.force)`, which may depend on it", "outputs", derivative("der(spring.force)")},
       {"states.charge.derivative", "", "", derivative("energy.total")}});
  expect_said({{"states.charge.derivative", "cannot read `der()` of a state", "", [](Model& m) {
                  m.outputs.push_back({"pace", Function("3*der(charge)")});
                  m.states[0].derivative = Function("pace");
                }}});
}

Spoil rate_zero(const std::string& text) {
  return [text](Model& m) { m.constraints[1].kind = ExpressionConstraint{{}, Function(text)}; };
}

// Σ g(positions, t) velocity + h(positions, t).
TEST(Functions, ConstraintsOnVelocitiesAreLinearInThem) {
  expect_silence({rate_zero("hinge.speed"), rate_zero("hinge.angle*hinge.speed - 2*guide.rate + sin(t)"),
                  rate_zero("slider.vx*cos(hinge.angle) + u"), rate_zero("slider.vx/(2 + t^2)")});
  expect_said({
      {"constraints.nut.rate_zero", "not linear in velocities: its slope by `hinge.speed` depends on `guide.rate`", "sum",
       rate_zero("hinge.speed*guide.rate")},
      {"constraints.nut.rate_zero", "not linear", "", rate_zero("hinge.speed^2")},
      {"constraints.nut.rate_zero", "does not depend on any velocity", "hinge.speed", rate_zero("hinge.angle + 2*t")},
      {"constraints.nut.rate_zero", "does not depend on any velocity", "", rate_zero("u")},
      {"constraints.nut.rate_zero", "may not use the state `charge`", "inputs", rate_zero("hinge.speed + charge")},
      {"constraints.nut.rate_zero", "may not use `der()` of an input or state", "", rate_zero("hinge.speed + der(u)")},
      {"constraints.nut.rate_zero", "only `t`, parameters, positions and velocities", "", rate_zero("spring.force*hinge.speed")},
  });
}

// Every function of the model once, at its place, with the dimension of what it is and the highest level that it may read.
TEST(Functions, AreListedWithTheirPlaces) {
  Model model = good_model();
  model.constraints[0].value = Function("1 + 0*t");
  model.states[0].next = Function("u");
  const std::vector<FunctionPlace> places = list_functions(model);
  const auto place = [&](const std::string& where) -> const FunctionPlace& {
    for (const FunctionPlace& each : places)
      if (each.where == where) return each;
    throw std::runtime_error("no function at " + where);
  };
  EXPECT_EQ(place("drivers.motor.angle").dimension, dimension::angle);
  EXPECT_EQ(place("drivers.motor.angle").highest, Level::time);
  EXPECT_TRUE(place("drivers.motor.angle").is_prescribed);
  EXPECT_EQ(place("constraints.keep.value").dimension, dimension::length);
  EXPECT_TRUE(place("constraints.keep.value").is_prescribed);
  EXPECT_EQ(place("constraints.nut.equal_zero").highest, Level::position);
  EXPECT_FALSE(place("constraints.nut.equal_zero").is_of_rates);
  EXPECT_EQ(place("forces.spring.stiffness").function->text, "k");
  EXPECT_EQ(place("forces.spring.force").highest, Level::force);
  EXPECT_EQ(place("forces.spring.force").own, &model.forces[0]);
  EXPECT_EQ(place("forces.actuator.force").own, &model.forces[3]);
  EXPECT_EQ(place("inputs.u").highest, Level::time);
  EXPECT_EQ(place("states.charge.derivative").highest, Level::reaction);
  EXPECT_EQ(place("states.charge.next").highest, Level::balance);
  EXPECT_EQ(place("events.touch.when").highest, Level::balance);
  EXPECT_EQ(place("events.touch.set.charge").function->text, "charge/2");
  EXPECT_EQ(place("outputs.half").output, 0);
  EXPECT_EQ(place("outputs.power").output, 1);
  EXPECT_EQ(place("inputs.u").output, -1);
  for (const FunctionPlace& each : places)
    EXPECT_EQ(std::count_if(places.begin(), places.end(), [&](const auto& other) { return other.where == each.where; }), 1)
        << each.where;
}

}  // namespace
}  // namespace bricard
