/** Determines which parts of dist/ are missing or older than their sources. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const stampFile = path.join(root, 'dist/build.json');

/** Operator commands, one per file. They are built together with the server, whose code they use. */
const actions = readdirSync(path.join(root, 'scripts'))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `scripts/${name}`);

/** The parts of a build: a file that must exist, and the sources. */
const parts = {
  pages: {
    result: 'dist/client/site/home.html',
    sources: ['src/client', 'src/shared', 'public', 'vite.config.ts', 'vite.site.config.ts', 'scripts/site-pages.mjs'],
  },
  server: {
    result: 'dist/server/main.js',
    sources: ['src/server', 'src/shared', 'prisma', 'vite.server.config.ts', ...actions],
  },
  database: { result: 'dist/empty-database.tar.gz', sources: ['scripts/empty-database.mjs'] },
};
const sourcesOfAll = ['package.json', 'package-lock.json'];

export const partNames = Object.keys(parts);

export const staleParts = (names) => names.filter(isStale);

/** Records that parts were built from the sources at this time. */
export function stamp(names, sourcesReadAt) {
  mkdirSync(path.dirname(stampFile), { recursive: true });
  const stamps = { ...readStamps(), ...Object.fromEntries(names.map((name) => [name, sourcesReadAt])) };
  writeFileSync(stampFile, `${JSON.stringify(stamps)}\n`);
}

function isStale(name) {
  const { result, sources } = parts[name];
  if (!statSync(path.join(root, result), { throwIfNoEntry: false })) return true;
  const changedAt = [...sources, ...sourcesOfAll].map((entry) => newest(path.join(root, entry)));
  return (readStamps()[name] ?? 0) < Math.max(...changedAt);
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return {};
  }
}

/** Excludes generated files, which the build creates, and tests. */
const isSource = (name) => !['generated', 'testing'].includes(name) && !/\.gen\.ts$|\.test\./.test(name);

/** The latest modification time in a folder, in the files and folders that `counts` accepts. */
export function newest(entry, counts = isSource) {
  const stat = statSync(entry, { throwIfNoEntry: false });
  if (!stat) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  const times = readdirSync(entry)
    .filter((name) => counts(name))
    .map((name) => newest(path.join(entry, name), counts));
  return Math.max(0, ...times);
}
