// The laws of slip against published tables: rows computed with MFeval 4.0 (Magic Formula) and with the closed form of the Fiala
// tire, read where they lie beside the checkout; the tests are skipped where they are absent. And what mirror, slope and symmetry
// must be, on the tire of ours.
#include <gtest/gtest.h>

#include "bricard/elements/tires/test_tires.hpp"
#include "bricard/math/dual.hpp"

namespace bricard {
namespace {

// One row: Fz, kappa, alpha, gamma, Vx, pressure, Fx, Fy, Mx, My, Mz, trail, mux, muy, Kya, Kxk.
Slip<double> slip_of(const std::vector<double>& row) {
  Slip<double> slip{row[1], row[2], row[3], row[0], row[4]};
  slip.pressure = row[5];
  return slip;
}

struct Worst {
  double force = 0, moment = 0, stiffness = 0;
  int rows = 0;
};
Worst compare(const std::string& name, const std::string& table, bool by_tangent = false) {
  TireLaw law = tire_in(tire_data + name + ".tir");
  std::get<MagicFormula>(law.slip).by_tangent = by_tangent;
  Worst worst;
  for (const std::vector<double>& row : rows_of(tire_data + table + ".csv")) {
    const TireForce<double> f = forces_of(law, slip_of(row));
    const auto raise = [](double& most, double a, double b) { most = std::max(most, std::abs(a - b)); };
    raise(worst.force, f.fx, row[6]);
    raise(worst.force, f.fy, row[7]);
    raise(worst.moment, f.mx, row[8]);
    raise(worst.moment, f.my, row[9]);
    raise(worst.moment, f.mz, row[10]);
    raise(worst.stiffness, f.stiffness_y, std::abs(row[14]));
    raise(worst.stiffness, f.stiffness_x, row[15]);
    ++worst.rows;
  }
  return worst;
}

TEST(TireLaws, MagicFormula61GivesEveryRowOfThePublishedTables) {
  if (!has_tire_data()) GTEST_SKIP() << "no " << tire_data;
  for (const char* name : {"mf61_255_55R20", "mf61_pacejka_book_205_60R15"}) {
    const Worst worst = compare(name, name);
    EXPECT_EQ(worst.rows, 115) << name;
    EXPECT_LT(worst.force, 1e-5) << name;
    EXPECT_LT(worst.moment, 3e-5) << name;
    EXPECT_LT(worst.stiffness, 1e-3) << name;
  }
}

TEST(TireLaws, MagicFormula52GivesEveryRowOfThePublishedTables) {
  if (!has_tire_data()) GTEST_SKIP() << "no " << tire_data;
  const Worst angle = compare("mf52_235_85R16", "mf52_235_85R16"), tangent = compare("mf52_235_85R16", "mf52_235_85R16_tan_alpha", true);
  EXPECT_EQ(angle.rows, 109);
  EXPECT_EQ(tangent.rows, 109);
  EXPECT_LT(angle.force, 1e-5);
  EXPECT_LT(angle.moment, 3e-5);
  EXPECT_LT(tangent.force, 1e-5);
  EXPECT_LT(tangent.moment, 0.03);  // another program agrees to 0.08 with these
}

// The single values that are quoted with the data, without the files of rows.
TEST(TireLaws, QuotedValuesComeOut) {
  if (!has_tire_data()) GTEST_SKIP() << "no " << tire_data;
  const auto at = [](const TireLaw& law, double load, double speed, double kappa, double alpha, double gamma) {
    return forces_of(law, Slip<double>{kappa, alpha, gamma, load, speed});
  };
  const TireLaw wide = tire_in(tire_data + "mf61_255_55R20.tir");
  EXPECT_NEAR(at(wide, 6752, 16.6, 0, 0.05, 0).fy, -5481.767, 1e-3);
  EXPECT_NEAR(at(wide, 6752, 16.6, 0, 0.05, 0).mz, 116.2146, 1e-3);
  EXPECT_NEAR(at(wide, 6752, 16.6, 0.05, 0, 0).fx, 8196.686, 1e-3);
  EXPECT_NEAR(at(wide, 6752, 16.6, 0.05, 0.04, 0).mz, -163.227, 1e-3);
  EXPECT_NEAR(at(wide, 6752, 16.6, 0, 0.03, 0.07).mx, -154.545, 1e-3);
  EXPECT_NEAR(at(wide, 6752, 16.6, 0, 0.03, 0.07).mz, 72.960, 1e-3);
  const TireLaw truck = tire_in(tire_data + "mf52_235_85R16.tir");
  EXPECT_NEAR(at(truck, 9416.6, 15, 0, 0.05, 0).fx, 161.080, 1e-3);
  EXPECT_NEAR(at(truck, 9416.6, 15, 0.05, 0.04, 0).mz, 65.975, 1e-3);
}

TEST(TireLaws, FialaGivesTheClosedForm) {
  if (!has_tire_data()) GTEST_SKIP() << "no " << tire_data;
  const Fiala tire{110000, 62000, 1.05, 0.85, 0.205, 0};
  int rows = 0;
  for (const std::vector<double>& row : rows_of(tire_data + "fiala.csv")) {
    const TireForce<double> f = forces_of(tire, Slip<double>{row[1], row[2], 0, row[0], 10});
    EXPECT_NEAR(f.fx, row[3], 1e-6 * (1 + std::abs(row[3]))) << row[1] << ' ' << row[2];
    EXPECT_NEAR(f.fy, row[4], 1e-6 * (1 + std::abs(row[4]))) << row[1] << ' ' << row[2];
    EXPECT_NEAR(f.mz, row[5], 1e-6 * (1 + std::abs(row[5]))) << row[1] << ' ' << row[2];
    ++rows;
  }
  EXPECT_EQ(rows, 32);
}

const char* const own_tire = "models/vehicles/formula_tire.tir";

std::vector<Slip<double>> many_slips() {
  std::vector<Slip<double>> all;
  for (const double load : {200.0, 700.0, 1400.0})
    for (const double kappa : {-0.3, -0.02, 0.0, 0.05})
      for (const double alpha : {-0.2, -0.03, 0.0, 0.08})
        for (const double gamma : {-0.05, 0.0, 0.03}) all.push_back({kappa, alpha, gamma, load, 12});
  return all;
}

// The derivatives that dual numbers carry are those of differences, for every law and slip, also where a slip is zero.
TEST(TireLaws, DerivativesAreThoseOfDifferences) {
  const TireLaw formula = tire_in(own_tire);
  const std::vector<decltype(TireLaw::slip)> laws{formula.slip, Fiala{30000, 20000, 1.2, 0.9, 0.2, 0.01}, LinearTire{3e4, 2e4, 1e3, 0.02, 0.01}};
  using D4 = Dual<double, 4>;
  for (const auto& law : laws)
    for (Slip<double> at : many_slips()) {
      at.kappa += 0.0013, at.alpha += 0.0017, at.gamma += 0.0011;  // off the kinks of |x| at zero
      const auto number = [&](const Slip<double>& slip) {
        const TireForce<double> f = std::visit([&](const auto& each) { return forces_of(each, slip); }, law);
        return std::array{f.fx, f.fy, f.mx, f.my, f.mz};
      };
      Slip<D4> slip{D4::variable(at.kappa, 0), D4::variable(at.alpha, 1), D4::variable(at.gamma, 2), D4::variable(at.load, 3), D4(at.speed)};
      const TireForce<D4> f = std::visit([&](const auto& each) { return forces_of(each, slip); }, law);
      const std::array exact{f.fx, f.fy, f.mx, f.my, f.mz};
      for (int lane = 0; lane < 4; ++lane) {
        const double h = lane == 3 ? 1e-3 : 1e-7;
        Slip<double> up = at, down = at;
        for (auto [slip_of_side, sign] : {std::pair(&up, 1.0), std::pair(&down, -1.0)})
          (lane == 0 ? slip_of_side->kappa : lane == 1 ? slip_of_side->alpha : lane == 2 ? slip_of_side->gamma : slip_of_side->load) += sign * h;
        const auto a = number(up), b = number(down);
        for (int i = 0; i < 5; ++i) {
          const double difference = (a[i] - b[i]) / (2 * h);
          EXPECT_NEAR(exact[i].d[lane], difference, 1e-5 * (1 + std::abs(difference)) + (lane == 3 ? 0 : 1e-1)) << i << ' ' << lane;
        }
      }
    }
}

TEST(TireLaws, DerivativesAreFiniteWithoutAnySlip) {
  const TireLaw law = tire_in(own_tire);
  using D4 = Dual<double, 4>;
  const Slip<D4> none{D4::variable(0, 0), D4::variable(0, 1), D4::variable(0, 2), D4::variable(1e-3, 3), D4(0)};
  const TireForce<D4> f = forces_of(law, none);
  for (const D4& x : {f.fx, f.fy, f.mx, f.my, f.mz}) {
    EXPECT_TRUE(std::isfinite(x.value));
    for (const double lane : x.d) EXPECT_TRUE(std::isfinite(lane));
  }
}

// The linear tire of a file has the slopes of its Magic Formula at no slip, at every load.
TEST(TireLaws, LinearIsTheSlopeAtZero) {
  const TireLaw law = tire_in(own_tire);
  const MagicSlope linear{std::get<MagicFormula>(law.slip)};
  for (const double load : {300.0, 900.0}) {
    const double h = 1e-6;
    const auto fy = [&](double alpha) { return forces_of(law, Slip<double>{0, alpha, 0, load, 12}).fy; };
    const auto fx = [&](double kappa) { return forces_of(law, Slip<double>{kappa, 0, 0, load, 12}).fx; };
    const TireForce<double> f = forces_of(linear, Slip<double>{0.01, 0.02, 0, load, 12});
    EXPECT_NEAR(f.fy / 0.02, (fy(h) - fy(-h)) / (2 * h), 2e-4 * f.stiffness_y);
    EXPECT_NEAR(f.fx / 0.01, (fx(h) - fx(-h)) / (2 * h), 2e-2 * f.stiffness_x);  // a curvature of its own sign on each side
  }
}

// A mirrored tire gives mirrored rows.
TEST(TireLaws, TheMirrorImageGivesMirroredForces) {
  const TireLaw law = tire_in(own_tire);
  for (const Slip<double>& slip : many_slips()) {
    Slip<double> other = slip;
    other.alpha = -slip.alpha, other.gamma = -slip.gamma;
    const TireForce<double> here = forces_of(law, slip), there = mirrored_forces(law, other);
    EXPECT_EQ(here.fx, there.fx);
    EXPECT_EQ(here.fy, -there.fy);
    EXPECT_EQ(here.mx, -there.mx);
    EXPECT_EQ(here.my, there.my);
    EXPECT_EQ(here.mz, -there.mz);
  }
}

// Both slips share the friction; alone each is the row of the table.
TEST(TireLaws, ATableGivesItsRowsAndBoundsTheSumOfForces) {
  std::vector<Fault> faults;
  const TireTable table = read_tire_table(
      "fz, slip, fx, fy, mz\n1000,-0.2,-1000,900,-5\n1000,0,0,0,0\n1000,0.2,1000,-900,5\n2000,-0.2,-1800,1700,-9\n2000,0,0,0,0\n"
      "2000,0.2,1800,-1700,9\n",
      "tire.csv", faults);
  ASSERT_TRUE(faults.empty());
  const auto at = [&](double load, double kappa, double alpha) { return forces_of(table, Slip<double>{kappa, alpha, 0, load, 10}); };
  EXPECT_DOUBLE_EQ(at(1000, 0.2, 0).fx, 1000);
  EXPECT_DOUBLE_EQ(at(2000, 0, 0.2).fy, -1700);
  EXPECT_DOUBLE_EQ(at(1500, 0, 0.1).fy, -650);
  EXPECT_DOUBLE_EQ(at(500, 0, 0.2).fy, -450);
  const TireForce<double> both = at(1000, 0.2, 0.2);
  EXPECT_NEAR(std::hypot(both.fx / 1000, both.fy / 900), 1, 1e-12);
}

}  // namespace
}  // namespace bricard
