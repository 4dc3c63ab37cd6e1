// Runs the unit tests of the page: bundles every src/**/*.test.ts (or those whose path holds the given word) and hands them to node.
import {spawnSync} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {buildSync} from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const word = process.argv[2] ?? '';
const tests = readdirSync(join(root, 'src'), {recursive: true})
  .filter((name) => name.endsWith('.test.ts') && name.includes(word))
  .map((name) => join(root, 'src', name));
if (tests.length === 0) {
  console.error(`no test has ${word} in its path`);
  process.exit(1);
}
const out = mkdtempSync(join(tmpdir(), 'bricard-unit-'));
try {
  buildSync({
    entryPoints: tests,
    outdir: out,
    outbase: join(root, 'src'),
    outExtension: {'.js': '.mjs'},
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: {'.css': 'empty'},
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  const built = readdirSync(out, {recursive: true}).filter((name) => name.endsWith('.test.mjs'));
  const files = built.map((name) => join(out, name));
  process.exitCode =
    spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], {stdio: 'inherit'}).status ?? 1;
} finally {
  rmSync(out, {recursive: true});
}
