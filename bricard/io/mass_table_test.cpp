// Masses of bodies from a table of CAD: the numbers of a rod by hand, about its center and about the origin.
#include <gtest/gtest.h>

#include <algorithm>

#include "bricard/core/test_corpus.hpp"
#include "bricard/core/test_scratch.hpp"
#include "bricard/io/fuzz_masses.hpp"
#include "bricard/io/settings.hpp"
#include "bricard/io/yaml_reader.hpp"

namespace bricard {
namespace {

const std::string head = "bricard: 1\nunits: {length: mm}\n";

class MassTables : public ::testing::Test {
 protected:
  Model read(const std::string& table, const std::string& keys, const std::string& bodies = "{rod: {}}",
             const Overrides& set = {}) {
    folder_.write("parts.csv", table);
    return read_yaml_text(head + "mass_properties: {file: parts.csv, " + keys + "}\nbodies: " + bodies + '\n', "m.bricard.yaml",
                          folder_.path().string(), set);
  }
  std::string faults(const std::string& table, const std::string& keys, const std::string& bodies = "{rod: {}}") {
    try {
      read(table, keys, bodies);
    } catch (const Error& error) {
      return error.what();
    }
    return "no fault";
  }
  static bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }
  ScratchFolder folder_{"mass_table"};
};

// 2 kg in a point-like part at (100, 200, 0) mm; about the origin it has m (y², x², x² + y²) and ∫xy dm = 2·0.1·0.2 kg m² more.
const std::string center =
    "name,mass [g],x,y,z,Ixx [kg m^2],Iyy [kg m^2],Izz [kg m^2],Ixy [kg m^2],Iyz [kg m^2],Ixz [kg m^2],area\n"
    "rod,2000,100,200,0,0.01,0.02,0.025,-0.003,0.002,0.001,7\n";
const std::string origin =
    "name,mass [kg],x [m],y [m],z [m],Ixx [kg m^2],Iyy [kg m^2],Izz [kg m^2],Ixy [kg m^2],Iyz [kg m^2],Ixz [kg m^2]\n"
    "rod,2,0.1,0.2,0,0.09,0.04,0.125,0.043,-0.002,-0.001\n";

TEST_F(MassTables, FillBodiesByName) {
  for (const bool is_about_origin : {false, true}) {
    const Model model = is_about_origin ? read(origin, "inertia: origin, products: integrals")
                                        : read(center, "inertia: center, products: tensor");
    const Body& rod = model.bodies[0];
    EXPECT_NEAR(rod.mass, 2, 1e-15);
    EXPECT_LT((rod.position->at - Vector3(0.1, 0.2, 0)).norm(), 1e-15);
    const double right[] = {0.01, -0.003, 0.001, -0.003, 0.02, 0.002, 0.001, 0.002, 0.025};
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(rod.inertia.matrix.numbers[i], right[i], 1e-16) << i;
  }
}

// A quarter turn about z: the body's x is the global y.
TEST_F(MassTables, AreGlobalWhileInertiasOfBodiesAreTheirOwn) {
  const Model model = read(center, "inertia: center, products: tensor", "{rod: {orientation: {axis: [0, 0, 1], angle: 90 deg}}}");
  const Matrix3& I = model.bodies[0].inertia.matrix;
  EXPECT_NEAR(I(0, 0), 0.02, 1e-16);
  EXPECT_NEAR(I(1, 1), 0.01, 1e-16);
  EXPECT_NEAR(I(0, 1), 0.003, 1e-16);
}

// Two parts of 1 kg, 2 m apart along x, each with the inertia 1: about the common center 1 + 1 + 2·1·1².
TEST_F(MassTables, PutPartsTogether) {
  const std::string table = "name;mass;x [m];y;z;Ixx [kg m^2];Iyy [kg m^2];Izz [kg m^2]\ntube;1;0;0;0;1;1;1\nend;1;2;0;0;1;1;1\n";
  const Body rod = read(table, "inertia: center, names: {rod: [tube, end]}").bodies[0];
  EXPECT_EQ(rod.mass, 2);
  EXPECT_LT((rod.position->at - Vector3(1, 0, 0)).norm(), 1e-15);
  EXPECT_NEAR(rod.inertia.matrix(0, 0), 2, 1e-15);
  EXPECT_NEAR(rod.inertia.matrix(1, 1), 4, 1e-15);
}

TEST_F(MassTables, CountInTheUnitsThatAreSaid) {
  const std::string table = "name,mass,x,y,z,Ixx,Iyy,Izz\nrod,5,1,2,3,7,8,9\n";
  const Body rod = read(table, "inertia: center, units: {mass: g, length: m}").bodies[0];
  EXPECT_NEAR(rod.mass, 0.005, 1e-18);
  EXPECT_EQ(rod.position->at, Vector3(1, 2, 3));
  EXPECT_NEAR(rod.inertia.matrix(2, 2), 0.009, 1e-17);
  EXPECT_NEAR(read(table, "inertia: center").bodies[0].inertia.matrix(2, 2), 9e-6, 1e-20);  // kg mm², as the file counts
}

TEST_F(MassTables, MayBeSetAgain) {
  EXPECT_EQ(read(center, "inertia: center, products: tensor", "{rod: {}}", {{"rod.mass", "7"}}).bodies[0].mass, 7);
}

TEST_F(MassTables, PointsOfBodiesStartAtTheirCenters) {
  const Model model = read(center, "inertia: center, products: tensor", "{rod: {}}\npoints: {tip: {in: rod, at: [10, 0, 0]}}");
  EXPECT_LT((model.points[0].at - Vector3(0.11, 0.2, 0)).norm(), 1e-15);
}

TEST_F(MassTables, NothingIsMissingWithoutAWord) {
  const std::string good = "inertia: center, products: tensor";
  EXPECT_TRUE(has(faults(center, "inertia: center"),
                  "parts.csv:2:36: error: mass_properties.file: the table has products of inertia, whose sign is not said"))
      << faults(center, "inertia: center");
  EXPECT_TRUE(has(faults(center, "products: tensor"), "the key `inertia` is missing"));
  EXPECT_TRUE(has(faults(center, "inertia: middle"), "expected `center` or `origin`"));
  EXPECT_TRUE(has(faults(center, good, "{rods: {}}"), "parts.csv:2:1: error: mass_properties.file: there is no body `rod`"));
  EXPECT_TRUE(has(faults(center, good, "{rod: {mass: 3}}"), "bodies.rod.mass: the table of `mass_properties` gives it too"));
  EXPECT_TRUE(has(faults(center, good + ", names: {rod: [rd]}"), "the table has no part `rd`"));
  EXPECT_TRUE(has(faults(center, good + ", names: {rd: [rod]}"), "unknown body `rd`"));
  EXPECT_TRUE(
      has(faults(center, good + ", names: {rod: [rod], wheel: [rod]}", "{rod: {}, wheel: {}}"), "belongs to `rod` already"));
  EXPECT_TRUE(has(faults("name,mass\nrod,1\n", good), "the table has no column x, y, z, ixx, iyy, izz"));
  EXPECT_TRUE(has(faults("name,mass [mm],x,y,z,Ixx,Iyy,Izz\n", good), "`mm` is no unit of mass"));
  EXPECT_TRUE(has(faults("", good), "the table is empty"));
  EXPECT_TRUE(has(faults(center + "rod,1,0,0,0,1,1,1,0,0,0,1\n", good), "the part `rod` is given twice"));
  EXPECT_TRUE(has(faults(center, good + "}\ndimension: 2\nother: {", "{rod: {}}"), "planar"));
}

TEST(Corpus, OfMassTables) { Corpus("bricard/io/corpus/masses", broken_by::masses).expect_unbroken(10); }

}  // namespace
}  // namespace bricard
