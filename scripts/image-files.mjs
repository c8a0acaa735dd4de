/**
 * Copies everything that a running installation needs into a folder: the build, migrations, operator commands and the
 * few packages that the build does not bundle. It becomes the last layer of the Docker image.
 * Usage: npm run build && node scripts/image-files.mjs <new folder>
 */
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');

const files = [
  'package.json',
  'LICENSE',
  '.env.example',
  'dist',
  'prisma/migrations',
  'scripts/operator.mjs',
  'scripts/build.mjs',
  'scripts/build-state.mjs',
];

/** Packages with native code or data files. vite.server.config.ts bundles all others. */
export const runtimePackages = [
  '@electric-sql/pglite',
  '@electric-sql/pglite-pgvector',
  '@myriaddreamin/typst-ts-web-compiler',
  '@node-rs/argon2',
  '@zxcvbn-ts/language-common',
  'dejavu-fonts-ttf',
  'fs-native-extensions',
  'sharp',
  'swagger-ui-dist',
];

/** The folders of packages and their dependencies, relative to the root. Optional packages may be missing. */
export function packageFolders(names, from = root, found = new Set()) {
  for (const name of names) {
    const folder = folderOf(name, from);
    if (!folder || found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    packageFolders(Object.keys({ ...dependencies, ...optionalDependencies }), folder, found);
  }
  return found;
}

/** Where Node.js resolves a package: in the nearest node_modules. Null if it is not installed. */
function folderOf(name, from) {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return from === root ? null : folderOf(name, path.dirname(from));
}

/** Source maps, types, alternative builds, and fonts that exports don't use. */
const unneeded = [
  /\.map$/,
  /\.d\.[cm]?ts$/,
  /swagger-ui-es-bundle/,
  /DejaVu(?:SansCondensed|Sans-(?:Bold)?Oblique|Sans-ExtraLight|Serif[.-]|SansMono-(?:Bold)?Oblique)/,
];
const isNeeded = (file) => !unneeded.some((name) => name.test(path.basename(file)));

function copyImageFiles(target) {
  if (existsSync(target)) throw new Error(`${target} exists. Name a new folder.`);
  mkdirSync(target, { recursive: true });
  for (const file of files) cpSync(path.join(root, file), path.join(target, file), { recursive: true });
  for (const folder of packageFolders(runtimePackages))
    cpSync(folder, path.join(target, path.relative(root, folder)), { recursive: true, filter: isNeeded });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , target] = process.argv;
  if (!target) {
    process.stderr.write('Usage: node scripts/image-files.mjs <new folder>\n');
    process.exit(2);
  }
  copyImageFiles(path.resolve(target));
}
