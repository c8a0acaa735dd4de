/**
 * npm start: builds when the build is missing or older than the sources, then becomes the server.
 *
 * `exec` in package.json leaves no shell between npm and this process: npm passes SIGTERM and SIGINT on to what it
 * started, and a shell would end of them without telling anybody. Where npm cannot pass anything on – it was killed, or
 * its terminal was closed – the server notices that it is alone, and stops as if it had been asked to.
 */
import { buildIfStale } from './build.mjs';

const npm = process.ppid;
const lookEveryMs = 250;

buildIfStale();
process.env.NODE_ENV ??= 'production';
if (process.env.npm_lifecycle_event === 'start') {
  const looking = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(looking);
    process.kill(process.pid, 'SIGHUP');
  }, lookEveryMs);
  looking.unref();
}
await import('../dist/server/main.js');
