// The coefficients of a .tir file by their names there, in SI. What the file does not give is 0, a scaling 1.
#pragma once
#include <string_view>

namespace bricard {

struct MagicFormula {
  bool is_52 = false;
  bool by_tangent = false;  // tan(alpha) and sin(gamma) stand in the formulas instead of the angles
  // from the sections dimension, operating conditions, vertical, structural, model
  double UNLOADED_RADIUS = 0, WIDTH = 0, FNOMIN = 0, VERTICAL_STIFFNESS = 0, VERTICAL_DAMPING = 0, BREFF = 0, DREFF = 0, FREFF
      = 0, Q_RE0 = 1, Q_V1 = 0, Q_V2 = 0, Q_FZ2 = 0, Q_FCX = 0, Q_FCY = 0, Q_CAM = 0, PFZ1 = 0, BOTTOM_OFFST = 0, BOTTOM_STIFF
      = 0, RIM_RADIUS = 0, INFLPRES = 0, NOMPRES = 0, LONGVL = 0, VXLOW = 0, LONGITUDINAL_STIFFNESS = 0, LATERAL_STIFFNESS =
      0, PCFX1 = 0, PCFX2 = 0, PCFX3 = 0, PCFY1 = 0, PCFY2 = 0, PCFY3 = 0;
  // ranges
  double PRESMIN = 0, PRESMAX = 0, FZMIN = 0, FZMAX = 0, KPUMIN = 0, KPUMAX = 0, ALPMIN = 0, ALPMAX = 0, CAMMIN = 0, CAMMAX =
      0;
  // scalings
  double LFZO = 1, LCX = 1, LMUX = 1, LEX = 1, LKX = 1, LHX = 1, LVX = 1, LGAX = 1, LCY = 1, LMUY = 1, LEY = 1, LKY = 1, LHY =
      1, LVY = 1, LGAY = 1, LTR = 1, LRES = 1, LGAZ = 1, LXAL = 1, LYKA = 1, LVYKA = 1, LS = 1, LSGKP = 1, LSGAL = 1, LKYC =
      1, LKZC = 1, LVMX = 1, LMX = 1, LMY = 1;
  // longitudinal
  double PCX1 = 0, PDX1 = 0, PDX2 = 0, PDX3 = 0, PEX1 = 0, PEX2 = 0, PEX3 = 0, PEX4 = 0, PKX1 = 0, PKX2 = 0, PKX3 = 0, PHX1 =
      0, PHX2 = 0, PVX1 = 0, PVX2 = 0, PPX1 = 0, PPX2 = 0, PPX3 = 0, PPX4 = 0, RBX1 = 0, RBX2 = 0, RBX3 = 0, RCX1 = 0, REX1 =
      0, REX2 = 0, RHX1 = 0, PTX1 = 0, PTX2 = 0, PTX3 = 0;
  // overturning
  double QSX1 = 0, QSX2 = 0, QSX3 = 0, QSX4 = 0, QSX5 = 0, QSX6 = 0, QSX7 = 0, QSX8 = 0, QSX9 = 0, QSX10 = 0, QSX11 = 0, QSX12
      = 0, QSX13 = 0, QSX14 = 0, PPMX1 = 0;
  // lateral
  double PCY1 = 0, PDY1 = 0, PDY2 = 0, PDY3 = 0, PEY1 = 0, PEY2 = 0, PEY3 = 0, PEY4 = 0, PEY5 = 0, PKY1 = 0, PKY2 = 0, PKY3 =
      0, PKY4 = 2, PKY5 = 0, PKY6 = 0, PKY7 = 0, PHY1 = 0, PHY2 = 0, PHY3 = 0, PVY1 = 0, PVY2 = 0, PVY3 = 0, PVY4 = 0, PPY1 =
      0, PPY2 = 0, PPY3 = 0, PPY4 = 0, PPY5 = 0, RBY1 = 0, RBY2 = 0, RBY3 = 0, RBY4 = 0, RCY1 = 0, REY1 = 0, REY2 = 0, RHY1 =
      0, RHY2 = 0, RVY1 = 0, RVY2 = 0, RVY3 = 0, RVY4 = 0, RVY5 = 0, RVY6 = 0, PTY1 = 0, PTY2 = 0;
  // rolling
  double QSY1 = 0, QSY2 = 0, QSY3 = 0, QSY4 = 0, QSY5 = 0, QSY6 = 0, QSY7 = 0, QSY8 = 0;
  // aligning
  double QBZ1 = 0, QBZ2 = 0, QBZ3 = 0, QBZ4 = 0, QBZ5 = 0, QBZ9 = 0, QBZ10 = 0, QCZ1 = 0, QDZ1 = 0, QDZ2 = 0, QDZ3 = 0, QDZ4 =
      0, QDZ6 = 0, QDZ7 = 0, QDZ8 = 0, QDZ9 = 0, QDZ10 = 0, QDZ11 = 0, QEZ1 = 0, QEZ2 = 0, QEZ3 = 0, QEZ4 = 0, QEZ5 = 0, QHZ1
      = 0, QHZ2 = 0, QHZ3 = 0, QHZ4 = 0, PPZ1 = 0, PPZ2 = 0, SSZ1 = 0, SSZ2 = 0, SSZ3 = 0, SSZ4 = 0;

  friend bool operator==(const MagicFormula&, const MagicFormula&) = default;

  // visit(name, member) for each of them.
  template <class Visit>
  static void for_each_coefficient(Visit&& visit) {
    using M = MagicFormula;
    const auto all = [&](const auto&... each) { (visit(each.name, each.member), ...); };
    struct Entry {
      std::string_view name;
      double M::*member;
    };
    all(Entry{"UNLOADED_RADIUS", &M::UNLOADED_RADIUS}, Entry{"WIDTH", &M::WIDTH}, Entry{"FNOMIN", &M::FNOMIN},
        Entry{"VERTICAL_STIFFNESS", &M::VERTICAL_STIFFNESS}, Entry{"VERTICAL_DAMPING", &M::VERTICAL_DAMPING},
        Entry{"BREFF", &M::BREFF}, Entry{"DREFF", &M::DREFF}, Entry{"FREFF", &M::FREFF}, Entry{"Q_RE0", &M::Q_RE0},
        Entry{"Q_V1", &M::Q_V1}, Entry{"Q_V2", &M::Q_V2}, Entry{"Q_FZ2", &M::Q_FZ2}, Entry{"Q_FCX", &M::Q_FCX},
        Entry{"Q_FCY", &M::Q_FCY}, Entry{"Q_CAM", &M::Q_CAM}, Entry{"PFZ1", &M::PFZ1}, Entry{"BOTTOM_OFFST", &M::BOTTOM_OFFST},
        Entry{"BOTTOM_STIFF", &M::BOTTOM_STIFF}, Entry{"RIM_RADIUS", &M::RIM_RADIUS}, Entry{"INFLPRES", &M::INFLPRES},
        Entry{"NOMPRES", &M::NOMPRES}, Entry{"LONGVL", &M::LONGVL}, Entry{"VXLOW", &M::VXLOW},
        Entry{"LONGITUDINAL_STIFFNESS", &M::LONGITUDINAL_STIFFNESS}, Entry{"LATERAL_STIFFNESS", &M::LATERAL_STIFFNESS},
        Entry{"PCFX1", &M::PCFX1}, Entry{"PCFX2", &M::PCFX2}, Entry{"PCFX3", &M::PCFX3}, Entry{"PCFY1", &M::PCFY1},
        Entry{"PCFY2", &M::PCFY2}, Entry{"PCFY3", &M::PCFY3});
    all(Entry{"PRESMIN", &M::PRESMIN}, Entry{"PRESMAX", &M::PRESMAX}, Entry{"FZMIN", &M::FZMIN}, Entry{"FZMAX", &M::FZMAX},
        Entry{"KPUMIN", &M::KPUMIN}, Entry{"KPUMAX", &M::KPUMAX}, Entry{"ALPMIN", &M::ALPMIN}, Entry{"ALPMAX", &M::ALPMAX},
        Entry{"CAMMIN", &M::CAMMIN}, Entry{"CAMMAX", &M::CAMMAX});
    all(Entry{"LFZO", &M::LFZO}, Entry{"LCX", &M::LCX}, Entry{"LMUX", &M::LMUX}, Entry{"LEX", &M::LEX}, Entry{"LKX", &M::LKX},
        Entry{"LHX", &M::LHX}, Entry{"LVX", &M::LVX}, Entry{"LGAX", &M::LGAX}, Entry{"LCY", &M::LCY}, Entry{"LMUY", &M::LMUY},
        Entry{"LEY", &M::LEY}, Entry{"LKY", &M::LKY}, Entry{"LHY", &M::LHY}, Entry{"LVY", &M::LVY}, Entry{"LGAY", &M::LGAY},
        Entry{"LTR", &M::LTR}, Entry{"LRES", &M::LRES}, Entry{"LGAZ", &M::LGAZ}, Entry{"LXAL", &M::LXAL},
        Entry{"LYKA", &M::LYKA}, Entry{"LVYKA", &M::LVYKA}, Entry{"LS", &M::LS}, Entry{"LSGKP", &M::LSGKP},
        Entry{"LSGAL", &M::LSGAL}, Entry{"LKYC", &M::LKYC}, Entry{"LKZC", &M::LKZC}, Entry{"LVMX", &M::LVMX},
        Entry{"LMX", &M::LMX}, Entry{"LMY", &M::LMY});
    all(Entry{"PCX1", &M::PCX1}, Entry{"PDX1", &M::PDX1}, Entry{"PDX2", &M::PDX2}, Entry{"PDX3", &M::PDX3},
        Entry{"PEX1", &M::PEX1}, Entry{"PEX2", &M::PEX2}, Entry{"PEX3", &M::PEX3}, Entry{"PEX4", &M::PEX4},
        Entry{"PKX1", &M::PKX1}, Entry{"PKX2", &M::PKX2}, Entry{"PKX3", &M::PKX3}, Entry{"PHX1", &M::PHX1},
        Entry{"PHX2", &M::PHX2}, Entry{"PVX1", &M::PVX1}, Entry{"PVX2", &M::PVX2}, Entry{"PPX1", &M::PPX1},
        Entry{"PPX2", &M::PPX2}, Entry{"PPX3", &M::PPX3}, Entry{"PPX4", &M::PPX4}, Entry{"RBX1", &M::RBX1},
        Entry{"RBX2", &M::RBX2}, Entry{"RBX3", &M::RBX3}, Entry{"RCX1", &M::RCX1}, Entry{"REX1", &M::REX1},
        Entry{"REX2", &M::REX2}, Entry{"RHX1", &M::RHX1}, Entry{"PTX1", &M::PTX1}, Entry{"PTX2", &M::PTX2},
        Entry{"PTX3", &M::PTX3});
    all(Entry{"QSX1", &M::QSX1}, Entry{"QSX2", &M::QSX2}, Entry{"QSX3", &M::QSX3}, Entry{"QSX4", &M::QSX4},
        Entry{"QSX5", &M::QSX5}, Entry{"QSX6", &M::QSX6}, Entry{"QSX7", &M::QSX7}, Entry{"QSX8", &M::QSX8},
        Entry{"QSX9", &M::QSX9}, Entry{"QSX10", &M::QSX10}, Entry{"QSX11", &M::QSX11}, Entry{"QSX12", &M::QSX12},
        Entry{"QSX13", &M::QSX13}, Entry{"QSX14", &M::QSX14}, Entry{"PPMX1", &M::PPMX1});
    all(Entry{"PCY1", &M::PCY1}, Entry{"PDY1", &M::PDY1}, Entry{"PDY2", &M::PDY2}, Entry{"PDY3", &M::PDY3},
        Entry{"PEY1", &M::PEY1}, Entry{"PEY2", &M::PEY2}, Entry{"PEY3", &M::PEY3}, Entry{"PEY4", &M::PEY4},
        Entry{"PEY5", &M::PEY5}, Entry{"PKY1", &M::PKY1}, Entry{"PKY2", &M::PKY2}, Entry{"PKY3", &M::PKY3},
        Entry{"PKY4", &M::PKY4}, Entry{"PKY5", &M::PKY5}, Entry{"PKY6", &M::PKY6}, Entry{"PKY7", &M::PKY7},
        Entry{"PHY1", &M::PHY1}, Entry{"PHY2", &M::PHY2}, Entry{"PHY3", &M::PHY3}, Entry{"PVY1", &M::PVY1},
        Entry{"PVY2", &M::PVY2}, Entry{"PVY3", &M::PVY3}, Entry{"PVY4", &M::PVY4}, Entry{"PPY1", &M::PPY1},
        Entry{"PPY2", &M::PPY2}, Entry{"PPY3", &M::PPY3}, Entry{"PPY4", &M::PPY4}, Entry{"PPY5", &M::PPY5},
        Entry{"RBY1", &M::RBY1}, Entry{"RBY2", &M::RBY2}, Entry{"RBY3", &M::RBY3}, Entry{"RBY4", &M::RBY4},
        Entry{"RCY1", &M::RCY1}, Entry{"REY1", &M::REY1}, Entry{"REY2", &M::REY2}, Entry{"RHY1", &M::RHY1},
        Entry{"RHY2", &M::RHY2}, Entry{"RVY1", &M::RVY1}, Entry{"RVY2", &M::RVY2}, Entry{"RVY3", &M::RVY3},
        Entry{"RVY4", &M::RVY4}, Entry{"RVY5", &M::RVY5}, Entry{"RVY6", &M::RVY6}, Entry{"PTY1", &M::PTY1},
        Entry{"PTY2", &M::PTY2});
    all(Entry{"QSY1", &M::QSY1}, Entry{"QSY2", &M::QSY2}, Entry{"QSY3", &M::QSY3}, Entry{"QSY4", &M::QSY4},
        Entry{"QSY5", &M::QSY5}, Entry{"QSY6", &M::QSY6}, Entry{"QSY7", &M::QSY7}, Entry{"QSY8", &M::QSY8});
    all(Entry{"QBZ1", &M::QBZ1}, Entry{"QBZ2", &M::QBZ2}, Entry{"QBZ3", &M::QBZ3}, Entry{"QBZ4", &M::QBZ4},
        Entry{"QBZ5", &M::QBZ5}, Entry{"QBZ9", &M::QBZ9}, Entry{"QBZ10", &M::QBZ10}, Entry{"QCZ1", &M::QCZ1},
        Entry{"QDZ1", &M::QDZ1}, Entry{"QDZ2", &M::QDZ2}, Entry{"QDZ3", &M::QDZ3}, Entry{"QDZ4", &M::QDZ4},
        Entry{"QDZ6", &M::QDZ6}, Entry{"QDZ7", &M::QDZ7}, Entry{"QDZ8", &M::QDZ8}, Entry{"QDZ9", &M::QDZ9},
        Entry{"QDZ10", &M::QDZ10}, Entry{"QDZ11", &M::QDZ11}, Entry{"QEZ1", &M::QEZ1}, Entry{"QEZ2", &M::QEZ2},
        Entry{"QEZ3", &M::QEZ3}, Entry{"QEZ4", &M::QEZ4}, Entry{"QEZ5", &M::QEZ5}, Entry{"QHZ1", &M::QHZ1},
        Entry{"QHZ2", &M::QHZ2}, Entry{"QHZ3", &M::QHZ3}, Entry{"QHZ4", &M::QHZ4}, Entry{"PPZ1", &M::PPZ1},
        Entry{"PPZ2", &M::PPZ2}, Entry{"SSZ1", &M::SSZ1}, Entry{"SSZ2", &M::SSZ2}, Entry{"SSZ3", &M::SSZ3},
        Entry{"SSZ4", &M::SSZ4});
  }
};

}  // namespace bricard
