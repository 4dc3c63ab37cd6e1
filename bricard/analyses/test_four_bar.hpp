// The four-bar linkage a (crank), b (coupler), c (rocker), d (ground) in closed form, open branch: angles, rates and
// accelerations from the crank's angle at constant crank rate; and its energies, from which the free motion follows by one
// quadrature, without equations of motion.
#pragma once
#include <cmath>

namespace bricard {

struct FourBar {
  long double a = 1, b = 3, c = 2.5L, d = 3.2L;

  struct Position {
    long double theta2, theta3, theta4, cx, cy;
  };
  struct Motion : Position {
    long double w3, w4, a3, a4;
  };

  Position at(long double theta2) const {
    const long double bx = a * std::cos(theta2), by = a * std::sin(theta2), dx = d - bx, dy = -by, diagonal = std::hypot(dx, dy);
    const long double foot = (b * b - c * c + diagonal * diagonal) / (2 * diagonal), height = std::sqrt(b * b - foot * foot);
    const long double cx = bx + (foot * dx - height * dy) / diagonal, cy = by + (foot * dy + height * dx) / diagonal;
    return {theta2, std::atan2(cy - by, cx - bx), std::atan2(cy, cx - d), cx, cy};
  }
  Motion at(long double theta2, long double w2) const {
    Motion m;
    static_cast<Position&>(m) = at(theta2);
    const long double s = std::sin(m.theta3 - m.theta4);
    m.w3 = a * w2 * std::sin(m.theta4 - theta2) / (b * s);
    m.w4 = a * w2 * std::sin(m.theta3 - theta2) / (c * s);
    const long double inner = a * w2 * w2 * std::cos(theta2 - m.theta3), outer = a * w2 * w2 * std::cos(theta2 - m.theta4);
    m.a3 = (c * m.w4 * m.w4 - b * m.w3 * m.w3 * std::cos(m.theta3 - m.theta4) - outer) / (b * s);
    m.a4 = (c * m.w4 * m.w4 * std::cos(m.theta4 - m.theta3) - b * m.w3 * m.w3 - inner) / (c * s);
    return m;
  }

  // Energies of round uniform bars of 1 kg/m and `radius`: kinetic per half squared crank rate, and potential.
  long double kinetic(long double theta2, long double radius) const {
    const Motion m = at(theta2, 1);
    const auto about_center = [&](long double l) { return l * (3 * radius * radius + l * l) / 12; };
    const long double vx = -a * std::sin(theta2) - b / 2 * m.w3 * std::sin(m.theta3),
                      vy = a * std::cos(theta2) + b / 2 * m.w3 * std::cos(m.theta3);
    return about_center(a) + a * a * a / 4 + about_center(b) * m.w3 * m.w3 + b * (vx * vx + vy * vy) +
           (about_center(c) + c * c * c / 4) * m.w4 * m.w4;
  }
  long double potential(long double theta2) const {
    const Position m = at(theta2);
    const long double by = a * std::sin(theta2);
    return 9.81L * (a * by / 2 + b * (by + m.cy) / 2 + c * m.cy / 2);
  }
  // Crank angle after time t of a free motion that turns without stopping: theta' = sqrt(2 (E - V)/J), by RK4 with fine steps.
  long double free_angle(long double start, long double rate, long double t, long double radius, int steps = 4000) const {
    const long double energy = kinetic(start, radius) * rate * rate / 2 + potential(start);
    const auto speed = [&](long double x) { return std::sqrt(2 * (energy - potential(x)) / kinetic(x, radius)); };
    long double x = start;
    const long double h = t / steps;
    for (int i = 0; i < steps; ++i) {
      const long double k1 = speed(x), k2 = speed(x + h / 2 * k1), k3 = speed(x + h / 2 * k2), k4 = speed(x + h * k3);
      x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }
    return x;
  }
};

}  // namespace bricard
