import os from 'node:os';
import { defineConfig, devices } from '@playwright/test';

/** The file with the longest stories starts first, so that no worker is left with it at the end. */
const longest = 'everyone.spec.ts';

/**
 * Each worker starts its own servers and browser (e2e/fixtures.ts). Stories spend half of their time waiting, so three
 * workers keep two cores busy. The timeouts end stories that hang; they don't assert speed.
 */
export default defineConfig({
  testDir: 'e2e',
  workers: Math.max(3, os.availableParallelism() - 1),
  timeout: 180_000,
  expect: { timeout: 60_000 },
  forbidOnly: !!process.env.CI,
  projects: [
    { name: 'every page', testMatch: longest },
    { name: 'stories', testIgnore: longest },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Animations take a seventh of the CPU time. Stories about motion or scrolling enable them.
    reducedMotion: 'reduce',
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        // Chromium's sandbox does not start as root, which is common in containers and CI.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Without it, a process that emulates a GPU takes a quarter of the CPU time.
        '--disable-gpu',
        // Pages live for seconds, so optimizing their code takes a tenth of the CPU time and does not pay off.
        '--js-flags=--no-turbofan --no-maglev',
      ],
    },
  },
});
