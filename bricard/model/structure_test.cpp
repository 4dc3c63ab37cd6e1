// What validate() says about shapes, friction, cuts, drivers of bodies, sampled states, events and options, at their places; and
// what it must not complain about.
#include "bricard/model/structure.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "bricard/model/in_plane.hpp"
#include "bricard/model/test_good_model.hpp"

namespace bricard {
namespace {

Geometry shape(Shape type) {
  Geometry geometry;
  geometry.type = type;
  return geometry;
}
Geometry cylinder(double radius = 0.1) {
  Geometry geometry = shape(Shape::cylinder);
  geometry.radius = radius;
  geometry.from = Point{};
  geometry.to = Point{{1, 0, 0}, "rod"};
  return geometry;
}
Geometry box(const Vector3& size) {
  Geometry geometry = shape(Shape::box);
  geometry.size = size;
  return geometry;
}
Spoil with_shape(
    Geometry geometry, const std::function<void(Geometry&)>& change = [](Geometry&) {}) {
  change(geometry);
  return [geometry](Model& m) { m.bodies[1].geometry = {cylinder(), geometry}; };
}

TEST(Structure, ShapesHaveWhatTheirTypeUses) {
  const auto wrong = [](const char* key, const char* what, Spoil spoil) { return Case{key, what, "", std::move(spoil)}; };
  Geometry line = cylinder(), ball = shape(Shape::sphere), mesh = shape(Shape::mesh);
  line.type = Shape::line;
  line.radius.reset();
  ball.radius = 1;
  mesh.file = "rod.stl";
  expect_silence({with_shape(line), with_shape(ball), with_shape(mesh), with_shape(box({1, 2, 3})),
                  with_shape(ball, [](Geometry& g) { g.at = Point{}; })});
  expect_said({
      wrong("bodies.rod.geometry[1].radius", "must be positive", with_shape(cylinder(0))),
      wrong("bodies.rod.geometry[1].radius", "must be positive", with_shape(cylinder(-1))),
      wrong("bodies.rod.geometry[1].radius", "`cylinder` needs", with_shape(cylinder(), [](Geometry& g) { g.radius.reset(); })),
      wrong("bodies.rod.geometry[1].radius", "`line` does not use", with_shape(line, [](Geometry& g) { g.radius = 1; })),
      wrong("bodies.rod.geometry[1].radius", "`box` does not use", with_shape(box({1, 1, 1}), [](Geometry& g) { g.radius = 1; })),
      wrong("bodies.rod.geometry[1].from", "`line` needs", with_shape(line, [](Geometry& g) { g.from.reset(); })),
      wrong("bodies.rod.geometry[1].to", "`cylinder` needs", with_shape(cylinder(), [](Geometry& g) { g.to.reset(); })),
      wrong("bodies.rod.geometry[1].to", "`sphere` does not use", with_shape(ball, [](Geometry& g) { g.to = Point{}; })),
      wrong("bodies.rod.geometry[1].from", "`mesh` does not use", with_shape(mesh, [](Geometry& g) { g.from = Point{}; })),
      wrong("bodies.rod.geometry[1].at", "`line` does not use", with_shape(line, [](Geometry& g) { g.at = Point{}; })),
      wrong("bodies.rod.geometry[1].size", "`box` needs", with_shape(shape(Shape::box))),
      wrong("bodies.rod.geometry[1].size", "`sphere` does not use",
            with_shape(ball, [](Geometry& g) { g.size = Vector3(1, 1, 1); })),
      wrong("bodies.rod.geometry[1].size", "edges must be positive", with_shape(box({0, 1, 1}))),
      wrong("bodies.rod.geometry[1].size", "edges must be positive", with_shape(box({1, 0, 1}))),
      wrong("bodies.rod.geometry[1].size", "edges must be positive", with_shape(box({1, 1, 0}))),
      wrong("bodies.rod.geometry[1].file", "`mesh` needs", with_shape(shape(Shape::mesh))),
      wrong("bodies.rod.geometry[1].file", "`line` does not use", with_shape(line, [](Geometry& g) { g.file = "x"; })),
      wrong("bodies.rod.geometry[1].from.in", "unknown body", with_shape(line, [](Geometry& g) { g.from->body = "rd"; })),
      wrong("bodies.rod.geometry[1].to.in", "unknown body", with_shape(line, [](Geometry& g) { g.to->body = "rd"; })),
      wrong("bodies.rod.geometry[1].at.in", "unknown body",
            with_shape(ball,
                       [](Geometry& g) {
                         g.at = Point{{}, "rd"};
                       })),
  });
}

TEST(Structure, NamesThatAreNearAreOfTheSameSection) {
  expect_said(
      {{"joints.hinge.bodies[0]", "unknown body `gruond`", "`ground`", [](Model& m) { m.joints[0].bodies[0] = "gruond"; }},
       {"joints.hinge.bodies[1]", "unknown body `rodd`", "`rod`", [](Model& m) { m.joints[0].bodies[1] = "rodd"; }},
       {"sensors.tip.body", "unknown body `hing`", "", [](Model& m) { m.sensors[0].body = "hing"; }},
       {"sensors.tip.at.in", "unknown body", "`rod`", [](Model& m) { m.sensors[0].at->body = "rdo"; }},
       {"constraints.keep.at2.in", "unknown body", "`slider`", [](Model& m) { m.constraints[0].at2->body = "slidr"; }},
       {"constraints.keep.at.in", "unknown body", "`slider`", [](Model& m) { m.constraints[0].at->body = "slidr"; }},
       {"joints.link.at2.in", "unknown body", "`crank`", [](Model& m) { joint(m, "link").at2->body = "crnk"; }},
       {"joints.hinge.axis.in", "unknown body", "`crank`", [](Model& m) { m.joints[0].axis->body = "crnk"; }},
       {"forces.push.at.in", "unknown body", "`slider`",
        [](Model& m) {
          m.forces[1].at = Point{{}, "slidr"};
        }},
       {"forces.spring.from.at.in", "unknown body", "`crank`", [](Model& m) { m.forces[0].from->at.body = "crnk"; }},
       {"forces.spring.to.at.in", "unknown body", "`crank`", [](Model& m) { m.forces[0].to->at.body = "crnk"; }}});
  Model model = good_model();
  model.drivers[0].joint = "gruond";
  model.sensors[0].body = "hing";
  for (const Fault& fault : validate(model)) {
    EXPECT_EQ(fault.hint.find("`ground`"), std::string::npos) << "ground is a body, no joint: " << to_string(fault);
    EXPECT_EQ(fault.hint.find("`hinge`"), std::string::npos) << "hinge is a joint, no body: " << to_string(fault);
  }
}

Spoil with_friction(std::string_view name, const Friction& friction) {
  return [name, friction](Model& m) { joint(m, name).friction = friction; };
}

// What a joint does not need it may have: its point and axis on the second body, where the design does not close.
TEST(Structure, SecondPointsAndAxesMayBeGiven) {
  expect_silence({[](Model& m) {
                    joint(m, "hinge").at2 = Point{{0.1, 0, 0}, "crank"};
                  },
                  [](Model& m) { joint(m, "ball").at2 = Point{}; },
                  [](Model& m) {
                    joint(m, "hinge").axis2 = Direction{{0, 0, 1}, "crank"};
                  },
                  [](Model& m) {
                    joint(m, "guide").axis2 = Direction{{1, 0, 0}, ""};
                  }});
  expect_said({{"joints.link.axis", "does not use `axis`", "", [](Model& m) { joint(m, "link").axis = Direction{}; }},
               {"joints.mesh.at2", "does not use `at2`", "", [](Model& m) { joint(m, "mesh").at2 = Point{}; }}});
}

TEST(Structure, FrictionIsPositiveAndFallsFromRest) {
  const auto of = [](std::optional<double> holding, std::optional<double> sliding, double radius = 0.01) {
    Friction friction;
    friction.holding = holding;
    friction.sliding = sliding;
    friction.radius = radius;
    return friction;
  };
  const auto with = [&](const std::function<void(Friction&)>& change) {
    Friction friction = of(0.3, 0.2);
    change(friction);
    return with_friction("hinge", friction);
  };
  expect_silence({with_friction("hinge", of(0.3, 0.2)), with_friction("hinge", of(0.3, {})), with_friction("hinge", of({}, 0.2)),
                  with_friction("hinge", of(0.2, 0.2)), with_friction("hinge", of(0.0, 0.0)),
                  with_friction("guide", of(0.3, 0.2)), with([](Friction& f) {
                    f.holding.reset();
                    f.sliding.reset();
                    f.viscous = 2;
                  }),
                  with([](Friction& f) { f.length = 0.1; })});
  expect_said({
      {"joints.mesh.friction", "`gear` has no friction", "revolute", with_friction("mesh", of(0.3, 0.2))},
      {"joints.hinge.friction.static", "less than that in motion", "", with_friction("hinge", of(0.1, 0.2))},
      {"joints.hinge.friction.static", "must not be negative", "", with_friction("hinge", of(-0.1, {}))},
      {"joints.hinge.friction.sliding", "must not be negative", "", with_friction("hinge", of(0.1, -0.2))},
      {"joints.hinge.friction", "no coefficient", "`static`", with_friction("hinge", of({}, {}))},
      {"joints.hinge.friction.radius", "must be positive", "", with_friction("hinge", of(0.3, 0.2, 0))},
      {"joints.hinge.friction.length", "must be positive", "", with([](Friction& f) { f.length = 0; })},
      {"joints.hinge.friction.stribeck", "must not be negative", "", with([](Friction& f) { f.stribeck = -1; })},
      {"joints.hinge.friction.viscous", "must not be negative", "", with([](Friction& f) { f.viscous = -1; })},
      {"joints.hinge.friction.preload", "must not be negative", "", with([](Friction& f) { f.preload = -1; })},
      {"joints.hinge.friction", "needs `radius`", "surface", with([](Friction& f) { f.radius.reset(); })},
  });
}

// A massless rod between two balls beside the good model.
Spoil with_rod(const std::function<void(Model&, Body&)>& change) {
  return [change](Model& m) {
    Body body;
    body.name = "stick";
    body.cut = Cut::rod;
    m.joints.push_back(make_joint("first", Spherical{}, "ground", "stick"));
    m.joints.push_back(make_joint("last", Spherical{}, "stick", "slider"));
    m.bodies.push_back(body);
    change(m, m.bodies.back());
  };
}

TEST(Structure, CutsAreWhereTheyMakeSense) {
  const auto cut = [](std::string_view name, Cut where) { return [name, where](Model& m) { joint(m, name).cut = where; }; };
  const auto body_cut = [](Cut where) { return [where](Model& m) { m.bodies[1].cut = where; }; };
  expect_silence({cut("hinge", Cut::joint), cut("ball", Cut::ball), cut("ball", Cut::joint), body_cut(Cut::body),
                  with_rod([](Model&, Body&) {}), with_rod([](Model& m, Body&) {
                    m.joints.back().kind = Universal{};
                    m.joints.back().axis = Direction{{1, 0, 0}, ""};
                    m.joints.back().axis2 = Direction{{0, 1, 0}, ""};
                  })});
  expect_said({
      {"joints.mesh.cut", "in no loop", "cut one", cut("mesh", Cut::joint)},
      {"joints.hinge.cut", "`cut: rod` is said of a body", "", cut("hinge", Cut::rod)},
      {"joints.hinge.cut", "`cut: body` is said of a body", "", cut("hinge", Cut::body)},
      {"joints.hinge.cut", "is no ball", "`cut: joint`", cut("hinge", Cut::ball)},
      {"bodies.rod.cut", "`cut: joint` is said of a joint", "`cut: body`", body_cut(Cut::joint)},
      {"bodies.rod.cut", "`cut: ball` is said of a joint", "", body_cut(Cut::ball)},
      {"bodies.crank.cut", "two joints", "", [](Model& m) { m.bodies[0].cut = Cut::rod; }},
      {"bodies.stick.cut", "two joints", "", with_rod([](Model& m, Body&) { m.joints.pop_back(); })},
      {"bodies.stick.cut", "two joints", "", with_rod([](Model& m, Body&) { m.joints.back().kind = Fixed{}; })},
      {"bodies.stick.cut", "has mass", "", with_rod([](Model&, Body& stick) {
         stick.mass = 1;
         stick.position = Point{};
       })},
      {"bodies.stick.cut", "has mass", "", with_rod([](Model&, Body& stick) { stick.inertia.matrix = Matrix3::Identity(); })},
      {"bodies.stick.cut", "`slider` is a rod too", "leave out", with_rod([](Model& m, Body&) { m.bodies[2].cut = Cut::rod; })},
  });
}

Spoil with_lift(const std::function<void(Model&, Driver&)>& change) {
  return [change](Model& m) {
    Driver lift;
    lift.name = "lift";
    lift.body = "rod";
    lift.coordinate = DrivenCoordinate::z;
    lift.value = Function("0.1*t");
    m.drivers.push_back(lift);
    change(m, m.drivers.back());
  };
}

TEST(Structure, DriversOfBodiesHaveOneCoordinate) {
  const auto second = [](const std::function<void(Driver&)>& change) {
    return with_lift([change](Model& m, Driver& lift) {
      Driver again = lift;
      again.name = "again";
      change(again);
      m.drivers.push_back(again);
    });
  };
  expect_silence({with_lift([](Model&, Driver&) {}), second([](Driver& d) { d.coordinate = DrivenCoordinate::x; }),
                  second([](Driver& d) {
                    d.at = Point{{1, 0, 0}, ""};
                  }),
                  second([](Driver& d) { d.active = false; }), second([](Driver& d) { d.body = "crank"; })});
  expect_said({
      {"drivers.again", "`lift` prescribes the same", "", second([](Driver&) {})},
      {"drivers.lift.value", "needs `value`", "", with_lift([](Model&, Driver& d) { d.value.reset(); })},
      {"drivers.lift.body", "ground cannot be driven", "", with_lift([](Model&, Driver& d) { d.body = "ground"; })},
      {"drivers.lift.body", "unknown body `rdo`", "`rod`", with_lift([](Model&, Driver& d) { d.body = "rdo"; })},
      {"drivers.lift.at.in", "unknown body", "`rod`", with_lift([](Model&, Driver& d) {
         d.at = Point{{}, "rdo"};
       })},
      {"drivers.lift.angle", "does not use `angle`", "`coordinate`",
       with_lift([](Model&, Driver& d) { d.prescribed["angle"] = 1.0; })},
      {"drivers.lift.at", "does not depend on a point", "", with_lift([](Model&, Driver& d) {
         d.coordinate = DrivenCoordinate::angle;
         d.at = Point{};
       })},
      {"drivers.motor.at", "does not use `at`", "", [](Model& m) { m.drivers[0].at = Point{}; }},
      {"drivers.motor.coordinate", "does not use `coordinate`", "",
       [](Model& m) { m.drivers[0].coordinate = DrivenCoordinate::x; }},
  });
  // A body that is not there is said once, and nothing else follows from it.
  Model model = good_model();
  with_lift([](Model&, Driver& d) { d.body = "rdo"; })(model);
  EXPECT_EQ(validate(model).size(), 1u);
  Model unknown = good_model();
  second([](Driver&) {})(unknown);
  for (Driver& driver : unknown.drivers)
    if (driver.joint.empty()) driver.body = "rdo";
  EXPECT_EQ(validate(unknown).size(), 2u) << "of what is not there nobody knows whether it is the same";
}

// The second of three angles is defined between -90 and 90 deg.
TEST(Structure, StartsAreWhereAnglesAreDefined) {
  const auto start = [](const char* name, double value) {
    return [name, value](Model& m) {
      Joint& ball = joint(m, "ball");
      ball.initial = Initial{};
      (*ball.initial)[name] = value;
    };
  };
  const double right = std::numbers::pi / 2;
  expect_silence({start("ry", 1.5), start("ry", -1.5), start("rx", right), start("rz", 2 * right), start("ry_rate", 100)});
  expect_said({{"joints.ball.initial.ry", "within ±90 deg", "design position", start("ry", right)},
               {"joints.ball.initial.ry", "within ±90 deg", "", start("ry", -right)},
               {"joints.ball.initial.ry", "within ±90 deg", "", start("ry", 2 * right)},
               {"joints.ball.initial.angle", "has no `angle`", "`rx`, `rx_rate`, `ry`", start("angle", 1)}});
}

TEST(Structure, StatesAreDerivedOrSampled) {
  const auto sampled = [](std::optional<double> sample, std::optional<Function> next, Function derivative = {}) {
    return [=](Model& m) {
      m.states[0].sample = sample;
      m.states[0].next = next;
      m.states[0].derivative = derivative;
    };
  };
  expect_silence({sampled(0.01, Function("u"))});
  expect_said({{"states.charge.sample", "must be positive", "", sampled(0.0, Function("u"))},
               {"states.charge.sample", "needs `next`", "", sampled(0.01, {})},
               {"states.charge.next", "needs `sample`", "10 ms", sampled({}, Function("u"))},
               {"states.charge.derivative", "not both", "", sampled(0.01, Function("u"), Function("u"))}});
}

TEST(Structure, EventsSwitchWhatCanBeSwitched) {
  expect_silence({[](Model& m) {
                    m.events[0].activate = {"motor", "keep", "mount", "ball"};
                  },
                  [](Model& m) { m.events[0].deactivate.clear(); },
                  [](Model& m) {
                    m.events[0].activate.clear();
                    m.events[0].deactivate.clear();
                  },
                  [](Model& m) { m.events[0] = {.name = "end", .when = Function("t > 1")}; }});
  expect_said(
      {{"events.touch.deactivate", "only a switch", "`do: switch`", [](Model& m) { m.events[0].action = EventAction::stop; }},
       {"events.touch.set", "only a switch", "", [](Model& m) { m.events[0].action = EventAction::stop; }},
       {"events.touch.deactivate[0]", "unknown element", "`spring`", [](Model& m) { m.events[0].deactivate = {"sprng"}; }},
       {"events.touch.rest[0]", "unknown element", "`ball`", [](Model& m) { m.events[0].rest = {"bal"}; }},
       {"events.touch.activate[1]", "`A` is in `points`", "joints", [](Model& m) {
          m.events[0].activate = {"ball", "A"};
        }}});
}

TEST(Structure, OptionsThatMustBePositive) {
  const auto option = [](const char* key, const std::function<void(AnalysisOptions&)>& change) {
    return Case{key, "positive", "", [change](Model& m) { change(*m.analysis); }};
  };
  expect_said({option("analysis.duration", [](auto& o) { o.duration = 0; }),
               option("analysis.output_step", [](auto& o) { o.output_step = 0; }),
               option("analysis.step", [](auto& o) { o.step = 0; }), option("analysis.max_step", [](auto& o) { o.max_step = 0; }),
               option("analysis.tolerance.absolute", [](auto& o) { o.tolerance.absolute = 0; }),
               option("analysis.baumgarte.alpha",
                      [](auto& o) {
                        o.baumgarte = BaumgarteOptions{0, 10};
                      }),
               option("analysis.penalty.alpha",
                      [](auto& o) {
                        o.penalty = PenaltyOptions{0, 1, 1};
                      }),
               option("analysis.penalty.omega",
                      [](auto& o) {
                        o.penalty = PenaltyOptions{1, 0, 1};
                      }),
               option("analysis.modes.frequencies.from", [](auto& o) { o.modes->frequencies->from = 0; })});
  expect_silence({[](Model& m) {
                    m.analysis->duration = 10;
                    m.analysis->output_step = 1e-10;  // 1e11 rows: the most
                  },
                  [](Model& m) { m.analysis->modes->frequencies->points = 2; },
                  [](Model& m) { m.analysis->modes->frequencies->points = 100000; },
                  [](Model& m) { m.analysis->equilibrium->starts = 1; }});
}

TEST(Structure, OptionsNameWhatIsThere) {
  expect_silence({[](Model& m) {
                    m.analysis->independent = {"hinge", "cross.angle", "cross.angle2"};
                  },
                  [](Model& m) {
                    m.analysis->inverse_dynamics->actuators = {"hinge", "cross.angle", "cross.angle2"};
                  },
                  [](Model& m) {
                    m.analysis->equilibrium = EquilibriumOptions{{"k", "speed"}, {"rod.x == 30 mm"}};
                  }});
  expect_said({
      {"analysis.weights.ground", "does not move", "",
       [](Model& m) {
         m.analysis->weights = {{"ground", 1}};
       }},
      {"analysis.inverse_dynamics.actuators[1]", "named twice", "",
       [](Model& m) {
         m.analysis->inverse_dynamics->actuators = {"guide", "guide.position"};
       }},
      {"analysis.inverse_dynamics.actuators[0]", "switched off", "", [](Model& m) { joint(m, "guide").active = false; }},
      {"analysis.equilibrium.find[1]", "named twice", "",
       [](Model& m) {
         m.analysis->equilibrium->find = {"k", "k"};
       }},
      {"analysis.coordinates", "unknown coordinates `abs`", "known: auto, absolute",
       [](Model& m) { m.analysis->coordinates = "abs"; }},
      {"analysis.formulation", "unknown formulation", "`lagrange`", [](Model& m) { m.analysis->formulation = "lagrnge"; }},
      {"analysis.stabilization", "unknown stabilization", "`none`", [](Model& m) { m.analysis->stabilization = "non"; }},
  });
}

Spoil turn(const std::function<void(EquilibriumOptions&)>& change) {
  return [change](Model& m) {
    EquilibriumOptions& options = *m.analysis->equilibrium;
    options.kind = EquilibriumKind::turning;
    options.speed = 10;
    change(options);
  };
}

TEST(Structure, SteadyTurns) {
  expect_silence({turn([](auto& o) { o.radius = -50; }), turn([](auto& o) { o.lateral_acceleration = 3; }),
                  turn([](auto& o) { o.steer = "motor"; }), turn([](auto& o) { o.steer = "speed"; }),
                  turn([](auto& o) { o.body = "rod"; }), turn([](auto& o) {
                    o.so_that = {"rod.x == 1", "rod.y == 1"};
                  })});  // the turn itself leaves unknowns
  expect_said(
      {{"analysis.equilibrium.radius", "zero", "to the right", turn([](auto& o) { o.radius = 0; })},
       {"analysis.equilibrium.radius", "more than once", "", turn([](auto& o) {
          o.radius = 3;
          o.steer = "motor";
        })},
       {"analysis.equilibrium.body", "ground does not move", "", turn([](auto& o) { o.body = "ground"; })},
       {"analysis.equilibrium.body", "unknown body", "`rod`", turn([](auto& o) { o.body = "rdo"; })},
       {"analysis.equilibrium.speed", "belongs to a steady turn", "turning",
        [](Model& m) { m.analysis->equilibrium->speed = 3; }},
       {"analysis.equilibrium.steer", "belongs to a steady turn", "", [](Model& m) { m.analysis->equilibrium->steer = "k"; }},
       {"analysis.equilibrium.body", "belongs to a steady turn", "", [](Model& m) { m.analysis->equilibrium->body = "rod"; }},
       {"analysis.equilibrium.lateral_acceleration", "belongs to a steady turn", "",
        [](Model& m) { m.analysis->equilibrium->lateral_acceleration = 3; }}});
}

}  // namespace
}  // namespace bricard
