// Runs the tests of the page with node's test runner: `node test.mjs src [WORD]` those beside the sources, `node test.mjs browser [WORD]`
// those in a real browser; WORD picks files by name. TypeScript is bundled first, for node does not read it.
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildSync} from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const [folder = 'src', word = ''] = process.argv.slice(2);
const all = (where, ending) =>
  readdirSync(where, {recursive: true})
    .filter((name) => name.endsWith(ending))
    .sort();
const tests = all(join(root, folder), '.test.ts').filter((name) => name.includes(word));
if (tests.length === 0) {
  console.error(`no test in ${folder}/ has ${word} in its path`);
  process.exit(1);
}
// Inside node_modules, so that packages are found from there and nothing else sees it.
mkdirSync(join(root, 'node_modules'), {recursive: true});
const out = mkdtempSync(join(root, 'node_modules', '.tests-'));
try {
  buildSync({
    entryPoints: tests.map((name) => join(root, folder, name)),
    outdir: out,
    outbase: join(root, folder),
    outExtension: {'.js': '.mjs'},
    bundle: true,
    packages: folder === 'browser' ? 'external' : 'bundle',
    format: 'esm',
    platform: 'node',
    loader: {'.css': 'empty'},
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const files = all(out, '.test.mjs').map((name) => join(out, name));
  // Two browsers at a time: one often waits for the program. More would only make each other slow; what is timed runs alone.
  const limits = folder === 'browser' ? ['--test-concurrency=2'] : [];
  const timed = files.filter((name) => folder === 'browser' && name.endsWith('speed.test.mjs'));
  const others = files.filter((name) => !timed.includes(name));
  process.exitCode = 0;
  for (const some of [timed, others].filter((each) => each.length > 0)) {
    const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...limits, ...some], {stdio: 'inherit'});
    process.exitCode ||= run.status ?? 1;
  }
} finally {
  rmSync(out, {recursive: true});
}
