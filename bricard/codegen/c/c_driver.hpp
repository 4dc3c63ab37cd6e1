// The program that runs printed C or C++: a template in what both languages share. docs/code_generation.md tells what it does.
#pragma once
#include <string_view>

namespace bricard {

inline constexpr std::string_view c_driver = R"code(// Simulates @title@ with the functions of @header@: writes the table of results.
//
//   @program@ [results.csv]
//
// Integration: Dormand and Prince 5(4) with dense output (Hairer, Norsett, Wanner: Solving Ordinary Differential Equations I,
// section II.6). A step may use its share of the tolerance, h over the duration. After every step positions and velocities return
// to the constraints, with the least change in the metric of the mass matrix. Events are looked for inside every step.
@includes@

enum {
  NQ = @nq@, NV = @nv@, NZ = @nz@, NU = @nu@, ANGLES = @angles@,  // coordinates, velocities, states, inputs, measured coordinates
  N = NQ + NV + NZ,
  ROWS = @rows@, KEPT = @kept@,                      // constraints that the coordinates do not satisfy; independent ones
  INDEPENDENT = @independent@, DEPENDENT = @dependent@,  // of the rows that multipliers belong to
  ALL_ROWS = @all_rows@, QUATERNIONS = @quaternions@, EVENTS = @events@, HELD = @held@, COLUMNS = @columns@,
  EVENTS_NEED_MOTION = @events_need_motion@,  // their conditions read accelerations or forces of joints
  LOOKS = 16                                  // at conditions inside a step
};
#define ROOM(n) ((n) > 0 ? (n) : 1)

static const double duration = @end@, output_step = @output_step@, tolerance = @tolerance@, length = @length@;
static const double q_start[ROOM(NQ)] = {@q_values@};
static const double v_start[ROOM(NV)] = {@v_values@};
static const double z_start[ROOM(NZ)] = {@z_values@};
static const double angles_start[ROOM(ANGLES)] = {@angle_values@};
static const int counts_turns[ROOM(ANGLES)] = {@counts_turns@};
static const int turning[ROOM(NV)] = {@turning@};  // angular velocities
static const double q_size[ROOM(NQ)] = {@q_size@};  // what counts as one of each
static const double v_size[ROOM(NV)] = {@v_size@};
static const int quaternion_at[ROOM(QUATERNIONS)] = {@quaternion_at@};
static const int kept[ROOM(KEPT)] = {@kept_rows@};
static const int independent[ROOM(INDEPENDENT)] = {@independent_rows@};
static const int dependent[ROOM(DEPENDENT)] = {@dependent_rows@};
static const double row_length[ROOM(ROWS)] = {@row_length@};  // a row's value times this is a length
static const char* const event_name[ROOM(EVENTS)] = {@event_names@};
enum { STOP, RECORD, SET };
static const int event_action[ROOM(EVENTS)] = {@event_actions@};
static const int holding_start[ROOM(EVENTS)] = {@holding@};
static const int held_event[ROOM(HELD)] = {@held_events@};  // -1: a sample
static const int held_state[ROOM(HELD)] = {@held_states@};
static const double held_period[ROOM(HELD)] = {@held_periods@};
static const char* const column_name[ROOM(COLUMNS)] = {
@column_names@};
static const double column_unit[ROOM(COLUMNS)] = {
@column_units@};

static @parameters@ p;
static double angles[ROOM(ANGLES)];  // as they were last, so that angles count turns
static int holding[ROOM(EVENTS)];    // these conditions are true, or have just acted
static const char* trouble = "";

static double larger(double a, double b) { return a > b ? a : b; }
static double smaller(double a, double b) { return a < b ? a : b; }
static int all_finite(const double* x, int n) {
  int i;
  for (i = 0; i < n; ++i)
    if (!isfinite(x[i])) return 0;
  return 1;
}

// ---- linear equations -------------------------------------------------------------------------------------------------------

// A = L L', L below the diagonal, of a matrix of n columns. The smallest pivot relative to its diagonal element; 0: it has none.
static double factor(double* A, int n) {
  double least = 1;
  int i, j, k;
  for (j = 0; j < n; ++j) {
    const double diagonal = A[j + n * j];
    double pivot = diagonal;
    for (k = 0; k < j; ++k) pivot -= A[j + n * k] * A[j + n * k];
    if (!(pivot > 1e-13 * diagonal)) return 0;
    least = smaller(least, pivot / diagonal);
    A[j + n * j] = sqrt(pivot);
    for (i = j + 1; i < n; ++i) {
      double sum = A[i + n * j];
      for (k = 0; k < j; ++k) sum -= A[i + n * k] * A[j + n * k];
      A[i + n * j] = sum / A[j + n * j];
    }
  }
  return least;
}

static void solve(const double* L, int n, double* x) {
  int i, k;
  for (i = 0; i < n; ++i) {
    for (k = 0; k < i; ++k) x[i] -= L[i + n * k] * x[k];
    x[i] /= L[i + n * i];
  }
  for (i = n - 1; i >= 0; --i) {
    for (k = i + 1; k < n; ++k) x[i] -= L[k + n * i] * x[k];
    x[i] /= L[i + n * i];
  }
}

// ---- the equations ----------------------------------------------------------------------------------------------------------

static double h[ROOM(ROWS)], J[ROOM(ROWS * NV)], jdqd[ROOM(ROWS)], nu[ROOM(ROWS)];
static double M[ROOM(NV * NV)], c[ROOM(NV)], S[ROOM(KEPT * KEPT)], Y[ROOM(NV * KEPT)];
static double least_pivot = 1, best_pivot = 0;  // of the constraints
static double added = 0;                        // of J' J to M

// M and its factors for M x - J' mu = f, J x = g, with these rows of J. Where M alone is singular, because bodies without mass move, J' J is added to it:
// that changes no x, and mu by what is taken off again.
static int prepare(const int* rows) {
  double weight = 0;
  int i, j, k, tries;
  for (tries = 0; tries < 2; ++tries) {
    static double plain[ROOM(NV * NV)];
    memcpy(plain, M, sizeof M);
    if (weight > 0)
      for (i = 0; i < NV; ++i)
        for (j = 0; j < NV; ++j)
          for (k = 0; k < KEPT; ++k) M[i + NV * j] += weight * J[rows[k] + ROWS * i] * J[rows[k] + ROWS * j];
    added = weight;
    if (factor(M, NV) > 0) break;
    if (KEPT == 0 || weight > 0) {
      trouble = "the mass matrix is singular: something moves that has no inertia";
      return 0;
    }
    memcpy(M, plain, sizeof M);
    for (i = 0; i < NV; ++i) weight += M[i + NV * i];
    if (!(weight > 0)) weight = 1;
  }
  for (j = 0; j < KEPT; ++j) {
    for (i = 0; i < NV; ++i) Y[i + NV * j] = J[rows[j] + ROWS * i];
    solve(M, NV, Y + NV * j);
  }
  for (i = 0; i < KEPT; ++i)
    for (j = 0; j < KEPT; ++j) {
      S[i + KEPT * j] = 0;
      for (k = 0; k < NV; ++k) S[i + KEPT * j] += J[rows[i] + ROWS * k] * Y[k + NV * j];
    }
  least_pivot = KEPT > 0 ? factor(S, KEPT) : 1;
  if (!(least_pivot > 0)) trouble = "the mechanism is in a singular position";
  return least_pivot > 0;
}

// f is overwritten by x.
static void solve_constrained(const int* rows, double* f, const double* g, double* mu) {
  int i, k;
  solve(M, NV, f);
  for (i = 0; i < KEPT; ++i) {
    mu[i] = g[i];
    for (k = 0; k < NV; ++k) mu[i] -= J[rows[i] + ROWS * k] * f[k];
  }
  if (KEPT > 0) solve(S, KEPT, mu);
  for (i = 0; i < KEPT; ++i)
    for (k = 0; k < NV; ++k) f[k] += Y[k + NV * i] * mu[i];
  for (i = 0; i < KEPT; ++i) mu[i] -= added * g[i];
}

// Accelerations and multipliers; 0: they could not be found.
static int accelerations(double t, const double* y, const double* u, double* a, double* lambda) {
@accelerations@
}

static int derivative(double t, const double* y, double* rate) {
  double u[ROOM(NU)], lambda[ROOM(ROWS)];
  @inputs@(t, @p@, u);
  if (!accelerations(t, y, u, rate + NQ, lambda)) return 0;
  @rates@(y, y + NQ, @p@, rate);
  @states@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, rate + NQ + NV);
  if (all_finite(rate, N)) return 1;
  trouble = "a force, or the derivative of a state, is not a number";
  return 0;
}

// The nearest state on the constraints.
static int project(double t, double* y) {
  double* const q = y;
  double* const v = y + NQ;
  double u[ROOM(NU)], d[ROOM(NV)], g[ROOM(KEPT)], mu[ROOM(KEPT)], rate[ROOM(NQ)];
  int i, k, tries;
  for (i = 0; i < QUATERNIONS; ++i) {
    double* const e = q + quaternion_at[i];
    const double size = sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
    for (k = 0; k < 4; ++k) e[k] /= size;
  }
  if (KEPT == 0) return 1;
  @inputs@(t, @p@, u);
  for (tries = 0; tries < 10; ++tries) {
    double open = 0;
    @constraints@(t, q, v, y + NQ + NV, u, angles, @p@, h, J, nu, jdqd);
    for (i = 0; i < KEPT; ++i) open = larger(open, fabs(h[kept[i]]) * row_length[kept[i]]);
    if (!isfinite(open)) {
      trouble = "a constraint is not a number";
      return 0;
    }
    @dirdyn@(t, q, v, y + NQ + NV, u, angles, @p@, M, c);
    if (!prepare(kept)) return 0;
    if (open < 1e-13 * length) break;
    for (i = 0; i < NV; ++i) d[i] = 0;
    for (i = 0; i < KEPT; ++i) g[i] = -h[kept[i]];
    solve_constrained(kept, d, g, mu);
    @rates@(q, d, @p@, rate);
    for (i = 0; i < NQ; ++i) q[i] += rate[i];
    if (open < 1e-9 * length && tries > 2) break;  // as far as rounding goes
  }
  if (tries == 10) {
    trouble = "the constraints could not be closed";
    return 0;
  }
  best_pivot = larger(best_pivot, least_pivot);
  if (least_pivot < 1e-4 * best_pivot) {
    trouble = "the mechanism passes a singular position, which this program cannot do: bricard simulate does";
    return 0;
  }
  for (i = 0; i < NV; ++i) d[i] = 0;
  for (i = 0; i < KEPT; ++i) {
    g[i] = nu[kept[i]];
    for (k = 0; k < NV; ++k) g[i] -= J[kept[i] + ROWS * k] * v[k];
  }
  solve_constrained(kept, d, g, mu);
  for (i = 0; i < NV; ++i) v[i] += d[i];
  return 1;
}

// Of multipliers that are not unique those of the least efforts of all joints. A row that depends on others is a sum of them, which
// is a set of multipliers that accelerates nothing; as much of each such set is added as makes the efforts least.
static void share(double t, const double* y, const double* u, const double* a, double* lambda) {
#if @is_redundant@
  static double slopes[ROOM(ROWS * NV)], gamma_of_rows[ROOM(ROWS)], G[ROOM(INDEPENDENT * INDEPENDENT)], sets[ROOM(ROWS * DEPENDENT)];
  static double efforts[ROOM(ALL_ROWS)], changed[ROOM(ALL_ROWS * DEPENDENT)], normal[ROOM(DEPENDENT * DEPENDENT)];
  double x[ROOM(INDEPENDENT)], amount[ROOM(DEPENDENT)], trial[ROOM(ROWS)];
  int i, j, k;
  @slopes@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, slopes, gamma_of_rows);
  for (i = 0; i < INDEPENDENT; ++i)
    for (j = 0; j < INDEPENDENT; ++j)
      for (G[i + INDEPENDENT * j] = 0, k = 0; k < NV; ++k)
        G[i + INDEPENDENT * j] += slopes[independent[i] + ROWS * k] * slopes[independent[j] + ROWS * k];
  if (INDEPENDENT > 0 && !(factor(G, INDEPENDENT) > 0)) return;
  @efforts@(t, y, y + NQ, y + NQ + NV, u, angles, a, lambda, @p@, efforts);
  for (j = 0; j < DEPENDENT; ++j) {
    double* const set = sets + ROWS * j;
    for (i = 0; i < INDEPENDENT; ++i)
      for (x[i] = 0, k = 0; k < NV; ++k) x[i] += slopes[independent[i] + ROWS * k] * slopes[dependent[j] + ROWS * k];
    solve(G, INDEPENDENT, x);
    for (i = 0; i < ROWS; ++i) set[i] = 0;
    set[dependent[j]] = 1;
    for (i = 0; i < INDEPENDENT; ++i) set[independent[i]] = -x[i];
    for (i = 0; i < ROWS; ++i) trial[i] = lambda[i] + set[i];
    @efforts@(t, y, y + NQ, y + NQ + NV, u, angles, a, trial, @p@, changed + ALL_ROWS * j);
    for (i = 0; i < ALL_ROWS; ++i) changed[i + ALL_ROWS * j] -= efforts[i];
  }
  for (j = 0; j < DEPENDENT; ++j) {
    for (amount[j] = 0, i = 0; i < ALL_ROWS; ++i) amount[j] -= changed[i + ALL_ROWS * j] * efforts[i];
    for (k = 0; k < DEPENDENT; ++k)
      for (normal[j + DEPENDENT * k] = 0, i = 0; i < ALL_ROWS; ++i)
        normal[j + DEPENDENT * k] += changed[i + ALL_ROWS * j] * changed[i + ALL_ROWS * k];
  }
  if (!(factor(normal, DEPENDENT) > 0)) return;
  solve(normal, DEPENDENT, amount);
  for (j = 0; j < DEPENDENT; ++j)
    for (i = 0; i < ROWS; ++i) lambda[i] += amount[j] * sets[i + ROWS * j];
#else
  (void)t, (void)y, (void)u, (void)a, (void)lambda, (void)independent, (void)dependent;
#endif
}

// ---- what is written --------------------------------------------------------------------------------------------------------

static FILE* results;

// The shortest digits that read back to the same number.
static void write_number(double x) {
  char text[40];
  int digits;
  if (!isfinite(x)) {
    fputs("nan", results);
    return;
  }
  for (digits = 15; digits <= 17; ++digits) {
    snprintf(text, sizeof text, "%.*g", digits, x);
    if (strtod(text, NULL) == x) break;
  }
  fputs(text, results);
}

static double last_row = -1;

static int write_row(double t, const double* y) {
  double u[ROOM(NU)], a[ROOM(NV)], lambda[ROOM(ROWS)], row[ROOM(COLUMNS)];
  int i;
  @inputs@(t, @p@, u);
  if (!accelerations(t, y, u, a, lambda)) return 0;
  share(t, y, u, a, lambda);
  @columns_function@(t, y, y + NQ, y + NQ + NV, u, angles, a, lambda, @p@, row);
  for (i = 0; i < COLUMNS; ++i) {
    if (i > 0) fputc(',', results);
    write_number(row[i] / column_unit[i]);
  }
  fputc('\n', results);
  last_row = t;
  return 1;
}

// ---- events -----------------------------------------------------------------------------------------------------------------

static int margins(double t, const double* y, double* margin) {
  double u[ROOM(NU)], a[ROOM(NV)], lambda[ROOM(ROWS)];
  int i;
  @inputs@(t, @p@, u);
  for (i = 0; i < NV; ++i) a[i] = 0;
  for (i = 0; i < ROWS; ++i) lambda[i] = 0;
  if (EVENTS_NEED_MOTION) {
    if (!accelerations(t, y, u, a, lambda)) return 0;
    share(t, y, u, a, lambda);
  }
  @events_function@(t, y, y + NQ, y + NQ + NV, u, angles, a, lambda, @p@, margin);
  return 1;
}

// States take the values that an event gives them, or the samples of this time (event -1).
static int set_states(int event, double t, double* y) {
  double u[ROOM(NU)], a[ROOM(NV)], lambda[ROOM(ROWS)], value[ROOM(HELD)];
  int i, found = 0;
  for (i = 0; i < HELD; ++i) found = found || held_event[i] == event;
  if (!found) return 1;
  @inputs@(t, @p@, u);
  if (!accelerations(t, y, u, a, lambda)) return 0;
  share(t, y, u, a, lambda);
  @held_function@(t, y, y + NQ, y + NQ + NV, u, angles, a, lambda, @p@, value);
  for (i = 0; i < HELD; ++i)
    if (held_event[i] == event && (event >= 0 || fabs(t / held_period[i] - floor(t / held_period[i] + 0.5)) < 1e-9))
      y[NQ + NV + held_state[i]] = value[i];
  return 1;
}

static double next_sample(double t) {
  double next = duration;
  int i;
  for (i = 0; i < HELD; ++i)
    if (held_event[i] < 0) next = smaller(next, (floor(t / held_period[i] + 1e-9) + 1) * held_period[i]);
  return next;
}

// ---- integration ------------------------------------------------------------------------------------------------------------

// The last step: y at t + s step, 0 <= s <= 1, is a polynomial of s (Hairer and others, section II.6).
static double from_t, step, at_start[ROOM(N)], curve[4][ROOM(N)];

static void inside(double s, double* y) {
  const double r = 1 - s;
  int i;
  for (i = 0; i < N; ++i)
    y[i] = at_start[i] + s * (curve[0][i] + r * (curve[1][i] + s * (curve[2][i] + r * curve[3][i])));
}

// One step from y; the error relative to what is allowed, or -1.
static double try_step(double t, const double* y, double h_step, double* end, const double* scale) {
  static const double node[7] = {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1};
  static const double weight[7][6] = {{0, 0, 0, 0, 0, 0},
                                      {1. / 5, 0, 0, 0, 0, 0},
                                      {3. / 40, 9. / 40, 0, 0, 0, 0},
                                      {44. / 45, -56. / 15, 32. / 9, 0, 0, 0},
                                      {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729, 0, 0},
                                      {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656, 0},
                                      {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84}};
  static const double difference[7] = {71. / 57600,      0,           -71. / 16695, 71. / 1920,
                                       -17253. / 339200, 22. / 525, -1. / 40};
  static const double dense[7] = {-12715105075. / 11282082432., 0,
                                  87487479700. / 32700410799.,  -10690763975. / 1880347072.,
                                  701980252875. / 199316789632., -1453857185. / 822651844., 69997945. / 29380423.};
  static double rate[7][ROOM(N)];
  double error = 0;
  int i, k, stage;
  for (stage = 0; stage < 7; ++stage) {
    for (i = 0; i < N; ++i) {
      end[i] = y[i];
      for (k = 0; k < stage; ++k) end[i] += h_step * weight[stage][k] * rate[k][i];
    }
    if (!derivative(t + node[stage] * h_step, end, rate[stage])) return -1;
  }
  for (i = 0; i < N; ++i) {
    double of = 0, correction = 0;
    const double change = end[i] - y[i];
    for (stage = 0; stage < 7; ++stage) {
      of += h_step * difference[stage] * rate[stage][i];
      correction += h_step * dense[stage] * rate[stage][i];
    }
    error = larger(error, fabs(of) / scale[i]);
    at_start[i] = y[i];
    curve[0][i] = change;
    curve[1][i] = h_step * rate[0][i] - change;
    curve[2][i] = change - h_step * rate[6][i] - curve[1][i];
    curve[3][i] = correction;
  }
  from_t = t;
  step = h_step;
  return isfinite(error) ? error : -1;
}

// What the error of each element is compared with: its share of the tolerance times its size so far.
static void find_scale(const double* y, double h_step, double* largest, double* scale) {
  const double share_of_step = 0.1 * tolerance * h_step / duration;
  double speed = 1 / duration;
  int i;
  for (i = 0; i < N; ++i) largest[i] = larger(largest[i], fabs(y[i]));
  for (i = 0; i < NV; ++i) speed = larger(speed, largest[NQ + i] / v_size[i]);
  for (i = 0; i < N; ++i) {
    const double size = i < NQ        ? larger(q_size[i], largest[i])
                        : i < NQ + NV ? v_size[i - NQ] * speed
                                      : larger(largest[i], 1e-6);
    scale[i] = size * larger(share_of_step, 1e-15);
  }
}

// Where a condition first turns true in the last step; above 1: nowhere.
static double first_event(void) {
  double before[ROOM(EVENTS)], margin[ROOM(EVENTS)], older[ROOM(EVENTS)], y[ROOM(N)];
  int e, i;
  if (EVENTS == 0 || !margins(from_t, at_start, before)) return 2;
  for (e = 0; e < EVENTS; ++e) {
    if (before[e] > 0 && !holding[e]) return 0;
    if (!(before[e] > 0)) holding[e] = 0;
    older[e] = before[e];
  }
  for (i = 1; i <= LOOKS; ++i) {
    const double s = (double)i / LOOKS;
    double low = s - 1. / LOOKS, high = 2;
    inside(s, y);
    if (!margins(from_t + s * step, y, margin)) return 2;
    for (e = 0; e < EVENTS; ++e) {
      if (margin[e] > 0 && !holding[e]) high = s;
      if (!(margin[e] > 0) && !holding[e] && before[e] > older[e] && before[e] > margin[e]) {
        // The top of the parabola through the last three looks may be above zero.
        const double top = s - 1. / LOOKS + 0.5 / LOOKS * (margin[e] - older[e]) / (2 * before[e] - older[e] - margin[e]);
        double there[ROOM(EVENTS)];
        inside(top, y);
        if (margins(from_t + top * step, y, there) && there[e] > 0) {
          low = smaller(low, s - 2. / LOOKS);
          high = smaller(high, top);
        }
      }
    }
    if (high <= 1) {
      while (high - low > 1e-15 && high - low > 1e-13 * duration / step) {  // by halves: every condition that is true by then counts
        const double middle = 0.5 * (low + high);
        int is_true = 0;
        inside(middle, y);
        if (!margins(from_t + middle * step, y, margin)) return high;
        for (e = 0; e < EVENTS; ++e) is_true = is_true || (margin[e] > 0 && !holding[e]);
        if (is_true)
          high = middle;
        else
          low = middle;
        if (middle <= low && middle >= high) break;
      }
      return high;
    }
    for (e = 0; e < EVENTS; ++e) {
      if (!(margin[e] > 0)) holding[e] = 0;
      older[e] = before[e];
      before[e] = margin[e];
    }
  }
  return 2;
}

// What is true now acts. 1: the run is over, -1: it failed.
static int act(double t, double* y) {
  double margin[ROOM(EVENTS)];
  int e, acts = 0, sets = 0, stops = 0;
  if (!margins(t, y, margin)) return -1;
  for (e = 0; e < EVENTS; ++e) {
    if (!(margin[e] > 0) || holding[e]) continue;
    printf("%s at t = %.9g s\n", event_name[e], t);
    holding[e] = 1;
    acts = 1;
    if (event_action[e] == STOP) stops = 1;
    if (event_action[e] != SET) continue;
    sets = 1;
    if (!set_states(e, t, y)) return -1;
  }
  if (acts && (sets || t > last_row) && !write_row(t, y)) return -1;
  return stops;
}

static void measure(double t, const double* y, double* measured) {
  double u[ROOM(NU)];
  @inputs@(t, @p@, u);
  @angles_function@(t, y, y + NQ, y + NQ + NV, u, angles, @p@, measured);
}

// Where angles count turns, a step in which something turns too far may lose one.
static int turns_too_far(const double* y, const double* end, double h_step, const double* measured) {
  double turned = 0;
  int i, counts = 0;
  for (i = 0; i < ANGLES; ++i) {
    if (!counts_turns[i]) continue;
    counts = 1;
    if (fabs(measured[i] - angles[i]) > 1.5) return 1;
  }
  for (i = 0; i < NV; ++i)
    if (turning[i]) turned += h_step * larger(fabs(y[NQ + i]), fabs(end[NQ + i]));
  return counts && turned > 3;
}

// 0: done; 1: failed, and what was computed is kept.
static int run(void) {
  double y[ROOM(N)], end[ROOM(N)], scale[ROOM(N)], largest[ROOM(N)], measured[ROOM(ANGLES)];
  double t = 0, h_step = 1e-4 * duration, until = next_sample(0);
  long row = 1;
  int i, acted = 0, at_one_time = 0;
  memcpy(angles, angles_start, sizeof angles);
  memcpy(holding, holding_start, sizeof holding);
  for (i = 0; i < NQ; ++i) y[i] = q_start[i];
  for (i = 0; i < NV; ++i) y[NQ + i] = v_start[i];
  for (i = 0; i < NZ; ++i) y[NQ + NV + i] = z_start[i];
  for (i = 0; i < N; ++i) largest[i] = 0;
  if (!project(0, y) || !write_row(0, y)) return 1;
  while (t < duration) {
    double error, reached, event;
    const double rest = until - t;
    const int is_last = h_step >= rest * (1 - 1e-12);
    const double trial = is_last ? rest : h_step;
    if (trial < 1e-14 * duration && !is_last) {
      if (!*trouble) trouble = "the steps became too small: the motion may be stiff, for which bricard simulate has other methods";
      printf("stopped at t = %.9g s: %s\n", t, trouble);
      return 1;
    }
    find_scale(y, trial, largest, scale);
    error = try_step(t, y, trial, end, scale);
    if (error < 0 || error > 1) {
      h_step = error < 0 ? 0.25 * trial : trial * larger(0.2, 0.9 * pow(error, -0.25));
      continue;
    }
    measure(t + trial, end, measured);
    if (turns_too_far(y, end, trial, measured)) {
      h_step = 0.5 * trial;
      continue;
    }
    trouble = "";
    event = first_event();
    reached = event <= 1 ? t + event * trial : is_last ? until : t + trial;
    for (; row * output_step < reached && row * output_step < duration * (1 - 1e-12); ++row) {
      const double at = row * output_step;
      if (at <= last_row) continue;
      inside((at - t) / trial, end);
      if (!project(at, end) || !write_row(at, end)) return 1;
    }
    inside(event <= 1 ? event : 1, end);
    if (!project(reached, end)) {
      printf("stopped at t = %.9g s: %s\n", t, trouble);
      return 1;
    }
    measure(reached, end, measured);
    memcpy(angles, measured, sizeof angles);
    memcpy(y, end, sizeof y);
    at_one_time = reached > t ? 0 : at_one_time + 1;
    if (at_one_time > 1000) {
      printf("stopped at t = %.9g s: events follow each other without end\n", reached);
      return 1;
    }
    t = reached;
    h_step = trial * smaller(5, larger(0.2, 0.9 * pow(larger(error, 1e-10), -0.25)));
    if (event <= 1) {
      acted = act(t, y);
      if (acted < 0) return 1;
      if (acted > 0) return 0;
      h_step = smaller(h_step, 1e-4 * duration);
    }
    if (t >= until && t < duration) {
      if (!set_states(-1, t, y)) return 1;
      until = next_sample(t);
      h_step = smaller(h_step, 1e-4 * duration);
    }
  }
  return t <= last_row || write_row(t, y) ? 0 : 1;
}

int main(int count, char** words) {
  const char* const slash = strrchr(words[0], '/');
  char path[4096] = "results.csv";
  int i, failed;
  if (count > 1)
    snprintf(path, sizeof path, "%s", words[1]);
  else if (slash)
    snprintf(path, sizeof path, "%.*sresults.csv", (int)(slash - words[0]) + 1, words[0]);
  results = fopen(path, "w");
  if (!results) {
    fprintf(stderr, "%s cannot be written\n", path);
    return 1;
  }
  @default_parameters@
  for (i = 0; i < COLUMNS; ++i) fprintf(results, i > 0 ? ",%s" : "%s", column_name[i]);
  fputc('\n', results);
  failed = run();
  if (failed && *trouble) fprintf(stderr, "%s\n", trouble);
  if (fclose(results) != 0) failed = 1;
  printf(failed ? "failed; %s has what was computed\n" : "%s\n", path);
  return failed;
}
)code";

}  // namespace bricard
