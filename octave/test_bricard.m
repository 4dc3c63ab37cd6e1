% bricard.m beside results that are known otherwise. From the root of the sources: octave-cli --norc octave/test_bricard.m
addpath ('octave');

% A pendulum of the models: its period by the arithmetic-geometric mean (Gauss), T = 2 pi sqrt(..) / agm(1, cos(a/2)).
folder = tempname ();
mkdir (folder);
model = fullfile (folder, 'it''s a pendulum.bricard.yaml');
file = fopen (model, 'w');
fprintf (file, ['bricard: 1\nparameters: {start: 1, k: 1}\ngravity: [0, 0, -9.81]\n', ...
  'bodies: {rod: {mass: k, inertia: [k/12, k/12, 0], position: [0, 0, -0.5]}}\n', ...
  'joints: {hinge: {type: revolute, bodies: [ground, rod], at: [0, 0, 0], axis: [0, 1, 0], initial: {angle: start}}}\n']);
fclose (file);
a = 1;
b = cos (2 / 2);
while abs (a - b) > 1e-15
  [a, b] = deal ((a + b) / 2, sqrt (a * b));
end
period = 2 * pi / sqrt (1.5 * 9.81) / a;
[columns, summary] = bricard (model, 'analysis', 'simulate', 'duration', period, 'output_step', period / 4, 'tolerance', 1e-10, 'set', {'start', 2});
assert (columns.hinge_angle, [2; 0; -2; 0; 2], 1e-7);
assert (columns.t, period * (0:4)' / 4, 1e-12);
assert (strcmp (summary.status, 'done') && strcmp (summary.units.columns.hinge_angle, 'rad'));

% What is varied, numbers as they are, and names that hold more than letters.
columns = bricard (model, 'analysis', 'simulate', 'duration', 1, 'sweep', {'start', [0.1 0.2 1/3]}, 'keep', 'max(hinge.angle), at(rod.x, t == 0)');
assert (columns.start, [0.1; 0.2; 1/3], 0);
assert (columns.max_hinge_angle_, [0.1; 0.2; 1/3], 1e-9);

% Errors are those of the program.
try
  bricard (model, 'analysis', 'simulate', 'duration', 1, 'set', {'start', '1 kg'});
  error ('test:none', 'no error');
catch problem
  assert (strcmp (problem.identifier, 'bricard:failed') && any (strfind (problem.message, 'mass')));
end
try
  bricard (model, 'analysis', 'simulate', 'duratoin', 1);
  error ('test:none', 'no error');
catch problem
  assert (any (strfind (problem.message, '--duration')));
end

% A folder that is asked for stays, the others go.
out = fullfile (folder, 'kept.out');
bricard (model, 'analysis', 'simulate', 'duration', 0.1, 'out', out);
assert (exist (fullfile (out, 'results.csv'), 'file') == 2);
empty = fullfile (folder, 'empty');
mkdir (empty);
setenv ('TMPDIR', empty);
bricard (model, 'analysis', 'simulate', 'duration', 0.1);
assert (numel (dir (empty)) == 2);  % . and ..

% A warning of the program is one of Octave: a file in mm with a bare gravity of 9.81.
lastwarn ('');
file = fopen (fullfile (folder, 'mm.bricard.yaml'), 'w');
fprintf (file, ['bricard: 1\nunits: {length: mm}\ngravity: [0, 0, -9.81]\n', ...
  'bodies: {ball: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 0]}}\n']);
fclose (file);
columns = bricard (fullfile (folder, 'mm.bricard.yaml'), 'analysis', 'simulate', 'duration', 1);
[said, identifier] = lastwarn ();
assert (strcmp (identifier, 'bricard:warning') && any (strfind (said, '9.81')));
assert (columns.ball_z(end), -9.81 / 2, 1e-9);
confirm_recursive_rmdir (false);
rmdir (folder, 's');
disp ('6 passed, 0 failed');
