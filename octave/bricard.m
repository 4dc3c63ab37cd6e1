function [columns, summary] = bricard (model, varargin)
% BRICARD  computes the motion of a mechanism, for Octave and MATLAB.
%
%   columns = bricard ('corner.bricard.yaml')
%   columns = bricard ('corner.bricard.yaml', 'duration', 2, 'set', {'UBJ.z', 310, 'k', '35 N/mm'})
%   [columns, summary] = bricard (model, 'analysis', 'kinematics', 'sweep', {'UBJ.z', [305 325 345]}, 'keep', 'max(camber)')
%
% Runs the program `bricard` and returns a struct with a field for each column of its results, in the units of the model: columns.t,
% columns.camber, columns.crank_x of `crank.x`. summary is summary.json: summary.status, summary.warnings, summary.units.columns.camber.
%
% Names and values after the model are options of `bricard run`, with _ for -: 'duration', 'tolerance', 'integrator', 'from', .. Further
%   'analysis'  run (what the file asks for), simulate, kinematics, inverse, equilibrium, modes or assemble
%   'set'       numbers of the model and their values, a cell with names and numbers or texts
%   'sweep'     the same with lists of numbers: runs for all combinations
%   'out'       the folder of the results; without it they are in a temporary one that is removed
%   'program'   the program; default: the environment variable BRICARD_PROGRAM, else `bricard`
% Options without a value take true. What is wrong in the model, and a computation that fails, is an error with the words of the program;
% its warnings are warnings.

  [verb, program, out, words] = read_options (varargin);
  is_kept = ~isempty (out);
  if ~is_kept
    out = tempname ();
    remove = onCleanup (@() remove_folder (out));
  end
  command = [quoted(program), ' ', verb, ' ', quoted(model), ' --quiet --out ', quoted(out), words, ' 2>&1'];
  [status, said] = system (command);
  if status ~= 0
    error ('bricard:failed', '%s', strtrim (said));
  end
  columns = read_columns (fullfile (out, 'results.csv'));
  summary = jsondecode (fileread (fullfile (out, 'summary.json')));
  for i = 1:numel (summary.warnings)
    warning ('bricard:warning', '%s', text_at (summary.warnings, i));
  end
end

function [verb, program, out, words] = read_options (given)
  verb = 'run';
  program = getenv ('BRICARD_PROGRAM');
  if isempty (program)
    program = 'bricard';
  end
  out = '';
  words = '';
  if mod (numel (given), 2) ~= 0
    error ('bricard:usage', 'options come in pairs: a name and a value');
  end
  for i = 1:2:numel (given)
    value = given{i + 1};
    switch given{i}
      case 'analysis', verb = value;
      case 'program', program = value;
      case 'out', out = value;
      case {'set', 'sweep'}
        for j = 1:2:numel (value)
          words = [words, ' --', given{i}, ' ', quoted([value{j}, '=', text_of(value{j + 1})])]; %#ok<AGROW>
        end
      otherwise
        name = ['--', strrep(given{i}, '_', '-')];
        if islogical (value) && value
          words = [words, ' ', name]; %#ok<AGROW>
        elseif ~islogical (value)
          words = [words, ' ', name, ' ', quoted(text_of (value))]; %#ok<AGROW>
        end
    end
  end
end

% Numbers so that they read back as the same; lists with commas.
function text = text_of (value)
  if ischar (value)
    text = value;
  else
    text = strjoin (arrayfun (@(x) sprintf ('%.17g', x), value(:)', 'UniformOutput', false), ',');
  end
end

% For the shell: on Windows in double quotes, else nothing in the text means anything.
function text = quoted (text)
  if ispc ()
    text = ['"', text, '"'];
  else
    text = ['''', strrep(text, '''', '''\'''''), ''''];
  end
end

function columns = read_columns (path)
  file = fopen (path, 'r');
  if file < 0
    error ('bricard:failed', '%s cannot be read', path);
  end
  close_it = onCleanup (@() fclose (file));
  header = regexp (fgetl (file), '("([^"]|"")*"|[^,]+)', 'match');  % names with commas are in quotes
  numbers = textscan (file, repmat ('%f', 1, numel (header)), 'Delimiter', ',', 'CollectOutput', true);
  numbers = numbers{1};
  if size (numbers, 2) ~= numel (header)
    error ('bricard:failed', '%s has %d names and %d columns', path, numel (header), size (numbers, 2));
  end
  columns = struct ();
  for i = 1:numel (header)
    name = matlab.lang.makeValidName (strrep (header{i}, '"', ''));
    if isfield (columns, name)
      error ('bricard:names', 'two columns have the name %s here; keep the folder with ''out'' and read %s', name, path);
    end
    columns.(name) = numbers(:, i);
  end
end

function text = text_at (list, i)
  if iscell (list)
    text = list{i};
  else
    text = list(i, :);
  end
end

function remove_folder (path)
  for each = {path, [path, '.partial']}
    if exist (each{1}, 'dir')
      if exist ('OCTAVE_VERSION', 'builtin')
        confirm_recursive_rmdir (false, 'local');
      end
      rmdir (each{1}, 's');
    end
  end
end
