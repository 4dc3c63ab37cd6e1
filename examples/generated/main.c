/* Integrates generated equations of motion with a method of its own, the classical one of Runge and Kutta, for two masses of the bar:
   its swing does not depend on them. swing.h tells what the functions take. */
#include <math.h>
#include <stdio.h>

#include "swing.h"

static double acceleration(double t, double q, double v, const swing_parameters* p) {
  double a, lambda, pivot;
  swing_accel(t, &q, &v, NULL, NULL, &q, p, &a, &lambda, &pivot);
  return a;
}

static void step(double t, double h, double* q, double* v, const swing_parameters* p) {
  const double a1 = acceleration(t, *q, *v, p), v2 = *v + h / 2 * a1;
  const double a2 = acceleration(t + h / 2, *q + h / 2 * *v, v2, p), v3 = *v + h / 2 * a2;
  const double a3 = acceleration(t + h / 2, *q + h / 2 * v2, v3, p), v4 = *v + h * a3;
  const double a4 = acceleration(t + h, *q + h * v3, v4, p);
  *q += h / 6 * (*v + 2 * v2 + 2 * v3 + v4);
  *v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

int main(void) {
  swing_parameters p;
  double end[2];
  int i, heavy;
  swing_default_parameters(&p);
  for (heavy = 0; heavy < 2; ++heavy) {
    double q = 0, v = 0;
    for (i = 0; i < 1000; ++i) step(i * 1e-3, 1e-3, &q, &v, &p);
    printf("mass %g kg: angle after 1 s %.9f rad, speed %.9f rad/s\n", p.bar_mass, q, v);
    end[heavy] = q;
    /* Energy of a bar of length l = 1: v^2 l / 3 = -g sin q. */
    if (fabs(v * v / 3 + 9.81 * sin(q)) > 1e-8) return 1;
    p.bar_mass *= 3;
    p.bar_inertia_xx *= 3, p.bar_inertia_yy *= 3, p.bar_inertia_zz *= 3;
    swing_setup(&p);
  }
  return fabs(end[0] - end[1]) > 1e-12;
}
