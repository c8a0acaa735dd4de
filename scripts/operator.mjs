/**
 * npm run setup, doctor, backup …: runs an operator command from the build. If the build tools are installed, the build
 * is updated first; an installation without them (npm ci --omit=dev) uses the existing build.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './build.mjs';

const root = path.resolve(import.meta.dirname, '..');
const [action] = process.argv.splice(2, 1);
const program = path.join(root, `dist/server/operator-${action}.js`);

if (existsSync(path.join(root, 'node_modules/vite'))) buildIfStale(['server'], process.stderr);
if (!existsSync(program)) {
  process.stderr.write(
    'The server is not built. Run npm run build where all packages are installed, and copy dist/ here.\n',
  );
  process.exit(1);
}
await import(pathToFileURL(program).href);
