// .tir files: their odd parts, units, and what is wrong with them by line and name.
#include <gtest/gtest.h>

#include "bricard/elements/tires/test_tires.hpp"

namespace bricard {
namespace {

const std::string least =
    "[MODEL]\nFITTYP = 61 $ version\n[DIMENSION]\nUNLOADED_RADIUS = 0.3\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n";

std::vector<Fault> faults_of(const std::string& text) {
  std::vector<Fault> faults;
  read_tir(text, "x.tir", faults);
  return faults;
}
TireLaw law_of(const std::string& text) {
  std::vector<Fault> faults;
  TireLaw law = read_tir(text, "x.tir", faults);
  EXPECT_TRUE(faults.empty()) << to_string(faults.front());
  return law;
}

TEST(TireFile, OddPartsAreRead) {
  const TireLaw law = law_of(
      "[MDI_HEADER]\nFILE_TYPE ='tir'\nan unquoted line\n[UNITS]\nMASS = 'kg'\n$---- model\n[model]\nfittyp=6   $ old\r\nTYRESIDE = 'RIGHT'\n"
      "[DIMENSION]\nUNLOADED_RADIUS = .4 ! with a comment\n[SHAPE]\n{radial width}\n 1.0 0.0\n 0.9 1.0\n[VERTICAL]\nFNOMIN = +9e3\n"
      "VERTICAL_STIFFNESS=4e5\n[INERTIA]\nMASS = 10\n");
  const auto& m = std::get<MagicFormula>(law.slip);
  EXPECT_TRUE(m.is_52);
  EXPECT_EQ(law.measured_side, "right");
  EXPECT_DOUBLE_EQ(law.radius, 0.4);
  EXPECT_DOUBLE_EQ(m.FNOMIN, 9000);
  EXPECT_DOUBLE_EQ(m.LMUY, 1);   // a missing scaling
  EXPECT_DOUBLE_EQ(m.PDY1, 0);   // a missing coefficient
}

TEST(TireFile, UnitsAreThoseThatItNames) {
  const std::string text =
      "[UNITS]\nLENGTH = 'mm'\nFORCE = 'kN'\nANGLE = 'degrees'\nTIME = 'second'\nPRESSURE = 'bar'\n[MODEL]\nFITTYP = 61\nLONGVL = 16700\n"
      "[DIMENSION]\nUNLOADED_RADIUS = 300\n[OPERATING_CONDITIONS]\nINFLPRES = 2.2\nNOMPRES = 2.0\n[VERTICAL]\nFNOMIN = 4\n"
      "VERTICAL_STIFFNESS = 0.2\n[SLIP_ANGLE_RANGE]\nALPMIN = -10\nALPMAX = 10\n";
  const TireLaw law = law_of(text);
  const auto& m = std::get<MagicFormula>(law.slip);
  EXPECT_NEAR(law.radius, 0.3, 1e-15);
  EXPECT_NEAR(m.FNOMIN, 4000, 1e-9);
  EXPECT_NEAR(law.vertical_stiffness, 2e5, 1e-7);
  EXPECT_NEAR(m.LONGVL, 16.7, 1e-12);
  EXPECT_NEAR(m.INFLPRES, 2.2e5, 1e-6);
  EXPECT_NEAR(law.alpha.most, 0.17453292519943295, 1e-15);
}

TEST(TireFile, FaultsHaveLineAndName) {
  const auto one = [](const std::string& text, int line, const std::string& words, const std::string& hint = "") {
    const std::vector<Fault> faults = faults_of(text);
    ASSERT_EQ(faults.size(), 1u) << words;
    EXPECT_EQ(faults[0].place.file, "x.tir");
    EXPECT_EQ(faults[0].place.line, line) << words;
    EXPECT_NE((faults[0].where + ": " + faults[0].what).find(words), std::string::npos) << faults[0].what;
    EXPECT_NE(faults[0].hint.find(hint), std::string::npos) << faults[0].hint;
  };
  EXPECT_TRUE(faults_of(least).empty());
  one(least + "[LATERAL_COEFFICIENTS]\nPCY1 = 1,3\n", 9, "PCY1: expected a number, found `1,3`");
  one(least + "[LATERAL_COEFFICIENTS]\nPKYY1 = -15\n", 9, "PKYY1", "PKY1");
  one(least + "[UNITS]\nLENGTH = 'metre'\nFORCE = 'newtom'\n", 10, "newtom", "NEWTON");
  one(least + "[VERTICAL]\nVERTICAL_STIFFNESS = 3e5\n", 9, "repeated: line 7");
  one(least + "what is this\n", 8, "what is this");
  one(least + "[LATERAL\n", 8, "closing bracket");
  one(least + "[MODEL]\nTYRESIDE = 'up'\n", 9, "TYRESIDE");
  one("[MODEL]\nFITTYP = 21\n[DIMENSION]\nUNLOADED_RADIUS = 0.3\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n", 2, "FITTYP = 21");
  one("[MODEL]\nPROPERTY_FILE_FORMAT = 'SWIFT'\n[DIMENSION]\nUNLOADED_RADIUS = 0.3\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n", 2,
      "SWIFT");
  one("[MODEL]\nFITTYP = 61\n[DIMENSION]\nUNLOADED_RADIUS = -0.3\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n", 4, "must be positive");
  one("[MODEL]\nFITTYP = 61\n[DIMENSION]\nUNLOADED_RADIUS = 0.3\n[VERTICAL]\nVERTICAL_STIFFNESS = 2e5\n", 0, "FNOMIN");
}

TEST(TireFile, FormatsAreKnownByTheirNames) {
  const std::string rest = "[DIMENSION]\nUNLOADED_RADIUS = 0.3\n[VERTICAL]\nFNOMIN = 4000\nVERTICAL_STIFFNESS = 2e5\n";
  EXPECT_TRUE(std::get<MagicFormula>(law_of("[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC2002'\n" + rest).slip).is_52);
  EXPECT_TRUE(std::get<MagicFormula>(law_of("[MODEL]\nFITTYP = 52\n" + rest).slip).is_52);
  EXPECT_FALSE(std::get<MagicFormula>(law_of("[MODEL]\nFITTYP = 62\n" + rest).slip).is_52);
  const TireLaw fiala = law_of(
      "[MODEL]\nPROPERTY_FILE_FORMAT = 'FIALA'\n[DIMENSION]\nUNLOADED_RADIUS = 0.3\nWIDTH = 0.2\n[PARAMETER]\nVERTICAL_STIFFNESS = 2e5\n"
      "CSLIP = 1e5\nCALPHA = 6e4\nUMIN = 0.8\nUMAX = 1\n");
  EXPECT_EQ(std::get<Fiala>(fiala.slip).sliding_friction, 0.8);
}

TEST(TireFile, ATableNeedsAFullGrid) {
  const auto first = [](const std::string& text) {
    std::vector<Fault> faults;
    read_tire_table(text, "x.csv", faults);
    return faults.empty() ? Fault{} : faults.front();
  };
  const std::string head = "fz,slip,fx,fy,mz\n1000,-0.1,-1,1,0\n1000,0.1,1,-1,0\n2000,-0.1,-2,2,0\n";
  EXPECT_NE(first(head).what.find("no row for the load 2000 and the slip 0.1"), std::string::npos) << first(head).what;
  EXPECT_EQ(first(head + "2000,0.1,x,-2,0\n").place.line, 5);
  EXPECT_NE(first("load,slip,fx,fy,mz\n").what.find("fz"), std::string::npos);
  EXPECT_NE(first(head + "1000,0.1,1,-1,0\n2000,0.1,2,-2,0\n").what.find("line 3"), std::string::npos);
}

// Nothing that a file may hold crashes the reader.
TEST(TireFile, BrokenFilesAreAnswered) {
  const std::string text = least + "[LATERAL_COEFFICIENTS]\nPCY1 = 1.3 $ x\nPDY1 = 'a'\n{t}\n1 2\n";
  for (std::size_t i = 0; i < text.size(); ++i) {
    faults_of(text.substr(0, i));
    std::string changed = text;
    changed[i] = static_cast<char>(i % 2 ? '\0' : '[');
    faults_of(changed);
    changed[i] = '\'';
    faults_of(changed);
  }
}

}  // namespace
}  // namespace bricard
