/**
 * npm start: builds if the build is missing or older than the sources, then becomes the server.
 *
 * `exec` in package.json avoids a shell between npm and this process: npm forwards SIGTERM and SIGINT to its child, and
 * a shell would exit without forwarding them. If npm can't forward a signal, because it was killed or its terminal was
 * closed, the server detects that its parent is gone and shuts down.
 */
import { buildIfStale } from './build.mjs';

const npm = process.ppid;
const pollIntervalMs = 250;

buildIfStale();
process.env.NODE_ENV ??= 'production';
if (process.env.npm_lifecycle_event === 'start') {
  const parentCheck = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(parentCheck);
    process.kill(process.pid, 'SIGHUP');
  }, pollIntervalMs);
  parentCheck.unref();
}
await import('../dist/server/main.js');
