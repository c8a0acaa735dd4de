/**
 * Copies everything that a running installation needs – the build, migrations, operator commands and the few packages that
 * the build leaves outside – into a folder. The Dockerfile makes the image's last layer of it.
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

/** Packages with native code or data files of their own; vite.server.config.ts bundles the rest. */
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

/** Folders of packages and of all that they depend on, relative to the root. Optional packages may be missing. */
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

/** Where Node.js finds a package: in the nearest node_modules. Null when it is not installed. */
function folderOf(name, from) {
  const folder = path.join(from, 'node_modules', name);
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return from === root ? null : folderOf(name, path.dirname(from));
}

/** Packages bring source maps, types, other forms of the same program, and fonts that exported papers do not use. */
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
