/**
 * npm run build: builds the Prisma client, the pages, the server and an empty database, in this order. `-- pages`, `--
 * server` or `-- database` builds only that part. dist/build.json records the build time of each part for npm start.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { partNames, staleParts, stamp } from './build-state.mjs';

const root = path.resolve(import.meta.dirname, '..');
const bin = (name) => path.join(root, 'node_modules/.bin', name);

/** Builds the parts that are missing or older than their sources, of `names`. Progress is written to `output`. */
export function buildIfStale(names = partNames, output = process.stdout) {
  const stale = staleParts(names);
  if (stale.length > 0) build(stale, output);
}

function build(names, output) {
  const started = Date.now();
  output.write('Building\n');
  const step = (label, command, args) => run(label, bin(command), args, output);
  if (names.includes('pages') || names.includes('server')) step('database client', 'prisma', ['generate']);
  if (names.includes('pages')) {
    step('pages', 'vite', ['build', '--logLevel', 'warn']);
    step('public pages', 'vite', ['build', '--config', 'vite.site.config.ts', '--logLevel', 'warn']);
    run('public pages, drawn', process.execPath, [path.join(root, 'scripts/site-pages.mjs')], output);
    run('page sizes', process.execPath, [path.join(root, 'scripts/page-sizes.mjs')], output);
  }
  if (names.includes('server')) {
    step('server', 'vite', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']);
  }
  if (names.includes('database'))
    run('empty database', process.execPath, [path.join(root, 'scripts/empty-database.mjs')], output);
  stamp(names, started);
}

function run(label, program, args, output) {
  const from = Date.now();
  try {
    execFileSync(program, args, { cwd: root, stdio: 'pipe' });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? error}\n${label} failed.\n`);
    process.exit(1);
  }
  output.write(`  ${label} – ${((Date.now() - from) / 1000).toFixed(1)} s\n`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const asked = process.argv.slice(2);
  const unknown = asked.filter((name) => !partNames.includes(name));
  if (unknown.length > 0) {
    process.stderr.write(`Unknown part ${unknown.join(', ')}. The parts are ${partNames.join(', ')}.\n`);
    process.exit(1);
  }
  build(asked.length > 0 ? asked : partNames, process.stdout);
}
