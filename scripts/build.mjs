/**
 * npm run build: the Prisma client, the pages and the server, in that order, each from its sources.
 * The file dist/build.json tells npm start what was built from when.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const started = Date.now();

function step(label, command, args) {
  const from = Date.now();
  try {
    execFileSync(bin(command), args, { cwd: root, stdio: 'pipe' });
  } catch (error) {
    process.stderr.write(`${error.stdout ?? ''}${error.stderr ?? error}\n${label} failed.\n`);
    process.exit(1);
  }
  process.stdout.write(`  ${label} – ${((Date.now() - from) / 1000).toFixed(1)} s\n`);
}

process.stdout.write('Building\n');
step('database client', 'prisma', ['generate']);
step('pages', 'vite', ['build', '--logLevel', 'warn']);
step('server', 'vite', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'warn']);
mkdirSync(path.join(root, 'dist'), { recursive: true });
writeFileSync(path.join(root, 'dist/build.json'), `${JSON.stringify({ sourcesReadAt: started })}\n`);
