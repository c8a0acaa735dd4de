import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';

// The headless shell first, because it uses a quarter less CPU time and created the images in e2e/baselines.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath() {
  for (const folder of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(folder, name);
      try {
        accessSync(file, constants.X_OK);
        return file;
      } catch {
        // Not in this folder.
      }
    }
  }
  return null;
}

async function playwrights() {
  const { chromium } = await import('@playwright/test');
  const file = chromium.executablePath();
  return existsSync(file) ? file : null;
}

/**
 * The path of a Chromium for tests: the system's, Playwright's, or a newly installed one (Debian's package if possible,
 * else Playwright's download). Null if there is none.
 */
export async function findChromium() {
  const found = process.env.CHROMIUM_PATH || onPath() || (await playwrights());
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('No Chromium found: installing the Debian package.\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
    for (const name of ['chromium-headless-shell', 'chromium']) {
      spawnSync('apt-get', ['install', '-y', '-qq', name], { stdio: 'ignore', env });
      const installed = onPath();
      if (installed) return installed;
    }
  }
  process.stdout.write('No Chromium found: downloading it with Playwright.\n');
  spawnSync(path.resolve('node_modules/.bin/playwright'), ['install', 'chromium'], {
    stdio: 'ignore',
    timeout: 300_000,
  });
  return playwrights();
}
