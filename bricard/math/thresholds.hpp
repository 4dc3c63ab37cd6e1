// The numerical thresholds of the program, by meaning, each with its reason. Nobody above math/ writes a number like 1e-9
// (thresholds_test.cpp): what is small is decided here. Relative ones say to what. Lengths are relative to the characteristic
// length of the model, or to its reach, the largest coordinate, where rounding decides. Pivots of the kernel are squares of
// singular values. "Fitted": chosen while looking at benchmarks, and listed in docs/methods.md.
#pragma once

namespace bricard::threshold {

// ---- round-off: what rounding alone makes
inline constexpr double rounding = 1e-16;               // one operation with doubles, 2⁻⁵³
inline constexpr double rounding_of_positions = 1e-15;  // of the reach: some ten operations along a tree
inline constexpr double rounding_of_step = 4e-15;       // of y: a step adds some dozen terms; error estimates below judge nothing
inline constexpr double cancelled = 1e-12;              // of its terms: a sum this small is a zero, some thousand roundings
inline constexpr double rounding_of_run = 1e-10;        // of the length, over thousands of steps: no method promises less
inline constexpr double always_bearable = 1e-9;         // ten times that: no run is blamed for less, however small its tolerance

// ---- as written: numbers that were printed or typed with ten digits, or added up
inline constexpr double as_written = 1e-9;  // what they may miss of a unit length, a symmetry, a closed position
inline constexpr double on_grid = 1e-9;     // of the span or step: how near a time, tick or value is the point of the grid
inline constexpr double one_moment = 1e-9;  // of the step or run: times this near are one, and what lasts longer is noticed

// ---- closed: when rows and iterations count as done
inline constexpr double closed = 1e-14;              // of the reach: a hundred roundings, a further Newton step gains nothing
inline constexpr double closed_nearby = 1e-13;       // the same for positions at which only ranks are compared
inline constexpr double closed_to_rounding = 1e-11;  // of the reach: closed, if nearly dependent rows let it get no further
inline constexpr double closed_on_path = 1e-12;      // of the reach: a path goes on from there
inline constexpr double left_out_open = 1e-8;     // of the reach: rows that were left out do not follow from the others any more
inline constexpr double nearly_closed = 1e-10;    // of the length: enough to go on from, below the tolerances that runs reach
inline constexpr double needs_no_closing = 1e-6;  // of the tolerance: a position this open changes no digit of the result
inline constexpr double bearable = 1e-3;          // of the length: where no tolerance says (fixed steps, directions left alone)
inline constexpr double negligible_share = 1e-3;  // of the error allowed: not noticed beside it
inline constexpr double converged = 1e-13;        // change of iterated accelerations: their rounding in balanced units
inline constexpr double nearly_converged = 1e-8;  // change that still serves where the iteration has stalled
inline constexpr double iterated = 1e-7;          // what rows may miss then: more shows that nothing has been iterated
inline constexpr double settled = 1e-9;           // a Newton step, lengths or radians, beyond which rounding may forbid to go
inline constexpr double balanced = 1e-9;          // of the load: forces count as in balance
inline constexpr double rough_balance = 1e-6;     // a step that is left where forces balance to rounding but are soft against it
inline constexpr double rounding_of_forces = 1e-13;  // of the largest force
inline constexpr double slowest_contraction = 1e-3;  // 1 minus the contraction: keeps the sum of a stalled series finite

// ---- rank: pivots and singular values that count as zero
inline constexpr double dependent_row = 1e-9;  // pivot, of its inverse mass: on the constraints exact dependencies show rounding
inline constexpr double dependent_in_group = 1e-4;    // of that, relative to the largest of the group: small rows are rows too
inline constexpr double least_truncation = 1e-10;     // off the constraints pivots below the square of what is open mean nothing:
inline constexpr double largest_truncation = 1e-4;    // select() gets that square, kept between these two
inline constexpr double dependent_direction = 1e-10;  // pivot of balanced rows: a million roundings
inline constexpr double dependent_equation = 1e-12;   // pivot where masses and rows stand in one matrix: wider spread of sizes
inline constexpr double vanished_pivot = 1e-14;       // squares of singular values 1e-7; or columns that were chosen independent
inline constexpr double undetermined = 1e-12;         // pivot of a row or direction that is left alone and keeps its rate
inline constexpr double dependent_off_path = 1e-6;    // pivot, off the constraints: rows are chosen again there
inline constexpr double insensitive = 1e-11;  // singular value, or square of an eigenvalue, of the largest: exact derivatives
inline constexpr double insensitive_differences = 1e-8;  // the same of differences
inline constexpr double soft = 1e-13;                    // against directions on which no force depends
inline constexpr double symmetric = 1e-10;  // of the size of a stiffness: what the linear model may miss of its symmetry
inline constexpr double symmetric_in_balance = 1e-8;  // the same where a state is in balance only to what was left there
inline constexpr double regularization = 1e-14;       // of the largest inverse mass of a group: refinement takes it out again
inline constexpr double no_coupling = 1e-10;          // of its terms: a product this small is a zero spoiled by rounding
inline constexpr double singular_mass = 1e-13;  // pivot of Cholesky's factor: what rounding leaves of a direction without inertia
inline constexpr double no_inertia = 1e-10;     // true share in true and lent inertia: motions whose inertia rounding hides
inline constexpr double dependent_dimensionless = 1e-8;  // pivot or coefficient of dense dimensionless rows, as named in messages
inline constexpr double clearly_independent = 1e-8;      // a pivot, or a sine squared: 1e-4 itself, which closed forms bear
inline constexpr double vanishing = 1e-7;        // entry of a motion or self-stress, of the largest: left of an eliminated zero
inline constexpr double vanishing_block = 1e-5;  // what the others leave of a block of such entries: a hundred times that

// ---- near singular: pivots of the kernel, relative to the largest they have had
inline constexpr double near_singular = 0.01;    // a tenth of the usual distance. Fitted on A02 with N = 2 and 40
inline constexpr double regular_again = 0.04;    // a fifth: above it a passage is over. Fitted on A02 with N = 2 and 40
inline constexpr double singular_passed = 4e-4;  // a fiftieth: a singular position is passed
inline constexpr double regular = 1e-2;  // neither regularized nor refined above it; measured in the plane (docs/benchmarks.md)
inline constexpr double far_from_singular = 1e-6;    // above this smallest pivot one refinement is enough
inline constexpr double near_singular_value = 1e-2;  // the singular value itself, as the doctor tells it
inline constexpr double gimbal_lock = 1e-4;  // distance of the second angle: rates are ten thousand times the angular velocity

// ---- agreement: what counts as the same, or takes no part
inline constexpr double agrees = 1e-6;        // relative: directions, points, velocities, of which users see six digits
inline constexpr double tie = 1e-6;           // relative: of sizes this near the first is taken, whatever rounding says
inline constexpr double tie_of_rates = 1e-9;  // the same for rates that come from one solve
inline constexpr double no_share = 1e-6;      // of a unit effort or motion: takes no part; above `vanishing`, below what is told
inline constexpr double told = 1e-3;          // of the largest: who has less is not named in a message
inline constexpr double takes_part = 1e-2;    // of a self-stress: joints with less are not among those that nearly depend
inline constexpr double rigid = 1e-3;         // relative motion times this below `vanishing`: one rigid body
inline constexpr double joined = 1e-4;        // lengths or radians: positions that a continuous motion has brought together
inline constexpr double at_rest = 1e-9;       // lengths per second
inline constexpr double standing_still = 1e-11;  // slip speed, of the fastest body: it sticks, where only a state is given
inline constexpr double outside_cone = 4e-14;    // of an effort: friction is released where it leaves its cone by this much, four
                                                 // times what rounding may add (rubbing_problem.cpp)
inline constexpr double outside_split_cone = 4e-8;  // the same where efforts are split between surfaces by iteration
inline constexpr double meant = 1e-3;               // lengths or radians: an unstable equilibrium this near to the start is meant
inline constexpr double steady = 1e-7;              // of the squared rate: how fast rows of a steady motion may open
inline constexpr double steady_rates = 1e-5;        // of the fastest rate: what rates may change by in a steady motion
inline constexpr double growing = 1e-9;             // of a rate or stiffness: what is no growth but rounding
inline constexpr double equal_modes = 1e-7;         // relative distance of eigenvalues that count as one
inline constexpr double rigid_mode = 1e-9;          // square of a frequency, of the slowest that is none
inline constexpr double pair_of_rigid_modes = 1e-5;  // of the shift: what is left of a double zero
inline constexpr double no_drift = 1e-9;             // of the accelerations that displacements by the length would cause

// ---- steps of integrators and searches
inline constexpr double first_step = 1e-3;      // of the span: where nothing better is known; of a probing step (Hairer I, II.4)
inline constexpr double probing_step = 1e-6;    // of the span: a step that only shows how f changes
inline constexpr double probing_change = 1e-4;  // of the scale: what it may change y by
inline constexpr double no_pace = 1e-5;         // of y or f over its scale: too small to tell a step (Hairer I, II.4)
inline constexpr double no_curvature = 1e-15;   // of f' over its scale (Hairer I, II.4)
inline constexpr double shortest_step = 1e-12;  // of the span: t + h still differs from t in four digits; below it a run fails
inline constexpr double shortest_index3_step = 1e-9;  // of the span: below it h² times accelerations is rounding of positions
inline constexpr double least_error_ratio = 1e-10;    // of the allowed error, where a step grows: growth has its own limit
inline constexpr double first_error_ratio = 1e-4;     // of the step before, at the start and at least (as in DOPRI5)
inline constexpr double sliver = 1e-2;                // of the step: a rest that the last step takes with it
inline constexpr double sliver_of_fixed_step = 1e-6;  // the same where steps are not to change: what rounding of n h may leave
inline constexpr double share_of_bdf = 5e-3;          // of tolerance^1.17 in a step. Fitted on undamped motion
inline constexpr double shortest_fraction = 1e-4;     // of a damped Newton step: no way down is left
inline constexpr double shortest_balancing = 1e-3;    // of a Newton step on forces, or of the way to other parameters
inline constexpr double least_viscosity = 1e-12;      // of relaxation: Newton's step in all digits
inline constexpr double approached = 1e-9;            // lengths or radians, or a relative gain: nearer makes no difference
inline constexpr double shortest_approach = 1e-8;  // step along closed positions, lengths or radians: above what closing changes
inline constexpr double negligible_correction = 1e-4;  // lengths or radians: a correction that is not compared with its motion
inline constexpr double finest_path_step = 1e-8;       // of the output step: how precisely the end of a motion is found
inline constexpr double finest_leading_step = 1e-6;    // the same on the way to the start, where only arriving counts
inline constexpr double moments_ahead[] = {0, 1e-9, 1e-6, 1e-3};  // of a step that failed: where rates are asked for a reason
inline constexpr double coarse_tolerance = 1e-3;                  // from here on the lower order is cheaper
inline constexpr double feedback_tolerance = 1e-6;                // below it feedback is slower. Fitted on A01 and A04

// ---- what is watched along a step
inline constexpr double depth = 0.1;             // of the tolerance, by column: what is no deeper than that is no change
inline constexpr double narrowest_pulse = 1e-7;  // of the duration: what functions do in a shorter time may be overlooked
inline constexpr double turn_in_a_look = 1;      // radians, more than which a turn could be lost between two looks at an angle

// ---- differences, scales and series
inline constexpr double turn_increment = 1e-5;       // radians, central: the error h²/6 is the size of the rounding, 1e-11
inline constexpr double parameter_increment = 1e-6;  // of the size of a parameter
inline constexpr double negligible_turn = 1e-8;      // above the error of that difference
inline constexpr double disturbance = 1e-7;          // of the scale: above rounding, small enough to be linear
inline constexpr double least_state = 1e-3;          // size of a state that is zero, for errors and increments
inline constexpr double least_mass = 1e-6;  // of all masses: bodies without mass weigh this much where least change is asked
inline constexpr double least_penalized_mass = 1e-2;  // of the largest: light bodies must pass on forces between heavy ones
inline constexpr double penalty_gives = 1e-4;         // of the length: what stiff springs give way (penalty.hpp)
inline constexpr double series_in_sine = 1e-3;        // sin² of the half angle: below it six terms are exact to rounding
inline constexpr double series_in_angle = 4e-3;       // the square of the same angle: five terms are

// ---- what files of others hold
inline constexpr double written_alike = 1e-6;  // sine of an angle that was written to be zero; of the largest of values typed in full
inline constexpr double typed_briefly = 2e-3;  // of velocities that were typed with some digits
inline constexpr double drawn_alike = 1e-3;    // of a unit vector: axes of a drawing, rounded
inline constexpr double as_saved = 1e-9;       // of a value: what a sheet computes with doubles, in another order

// ---- tires, in SI units
inline constexpr double tire_denominator = 1e-6;  // keeps denominators of the Magic Formula from zero; published values do not feel it
inline constexpr double least_tire_load = 1e-3;   // N: slopes per load of a tire that leaves the road
inline constexpr double least_tire_slope = 1e-3;  // N: stiffness of slip by which a peak is divided
inline constexpr double least_load_ratio = 1e-12; // of the nominal load, under a power
inline constexpr double lying_wheel = 1e-9;       // cosine of the inclination: a wheel on its side carries nothing

// ---- display
inline constexpr double visible_damping = 1e-3;  // above it the damped frequency differs in the six digits that are printed
inline constexpr double plain_numbers = 0.9e-3;  // from 0.001 on the labels of a logarithmic axis need no powers

// ---- a guard against division by zero
inline constexpr double nothing = 1e-300;        // no quantity is that small; its inverse is still finite
inline constexpr double farthest_point = 1e100;  // m: its square, and that times a mass, is still finite
inline constexpr double no_force = 1e-30;        // no acceleration that forces cause is that small

}  // namespace bricard::threshold
