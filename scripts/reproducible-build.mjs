/**
 * npm run reproducible: builds the committed files twice, in folders with different names and at different times, and
 * compares every file of dist/. Uses the installed packages, which are linked instead of copied or downloaded.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');

/**
 * Excluded files: build.json contains build times for npm start. empty-database.tar.gz is the output of initdb of
 * @electric-sql/pglite, which contains the time and a random number, but none of our code.
 */
const notCompared = new Set(['build.json', 'empty-database.tar.gz']);

/** SHA-256 by path of every file in a folder. */
export function hashesOf(folder, inner = '', found = new Map()) {
  for (const entry of readdirSync(path.join(folder, inner), { withFileTypes: true })) {
    const name = path.join(inner, entry.name);
    if (entry.isDirectory()) hashesOf(folder, name, found);
    else if (!notCompared.has(name))
      found.set(
        name,
        createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex'),
      );
  }
  return found;
}

/** The files that differ or are only in one of the folders, sorted. */
export function differences(one, other) {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name)).sort();
}

/** A hash of all files, to compare with a build on another machine. */
export function digestOf(hashes) {
  const lines = [...hashes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash}  ${name}\n`);
  return createHash('sha256').update(lines.join('')).digest('hex');
}

function buildIn(folder) {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', 'HEAD'], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  linkPackages(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  execFileSync(process.execPath, ['scripts/build.mjs', 'pages', 'server'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return hashesOf(path.join(folder, 'dist'));
}

/** Uses hard links if possible, because tools that resolve symbolic links would find the original folder. */
function linkPackages(from, to) {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
    // Caches of earlier builds must not be shared.
    for (const cache of ['.cache', '.vite']) rmSync(path.join(to, cache), { recursive: true, force: true });
  } catch {
    rmSync(to, { recursive: true, force: true });
    cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  }
}

function compareBuilds() {
  const folder = mkdtempSync(path.join(root, '..', '.reproducible-'));
  try {
    const first = buildIn(path.join(folder, 'a'));
    const second = buildIn(path.join(folder, 'another-place', 'b'));
    const different = differences(first, second);
    if (different.length > 0) {
      process.stderr.write(`${different.length} of ${first.size} files differ:\n${different.join('\n')}\n`);
      return 1;
    }
    process.stdout.write(`${first.size} files are the same in both builds: sha256 ${digestOf(first)}\n`);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(compareBuilds());
