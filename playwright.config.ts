import os from 'node:os';
import { defineConfig, devices } from '@playwright/test';

/** The longest stories, first, so that no worker is left alone with them at the end. */
const longest = 'everyone.spec.ts';

/**
 * Each worker starts servers and a browser of its own (e2e/fixtures.ts). Stories wait half of their time, for streams and
 * for what must stay as it is: three workers keep two cores busy. The limits end a story that hangs; they assert no speed.
 */
export default defineConfig({
  testDir: 'e2e',
  workers: Math.max(3, os.availableParallelism() - 1),
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: !!process.env.CI,
  projects: [
    { name: 'every page', testMatch: longest },
    { name: 'stories', testIgnore: longest },
  ],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 800 },
    // Drawing motion costs a seventh of the processor time. Stories about motion or scrolling ask for it.
    reducedMotion: 'reduce',
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      args: [
        // Chromium's own sandbox does not start for root, which containers and CI often are.
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Without it a process that emulates a graphics card takes a quarter of the CPU time.
        '--disable-gpu',
      ],
    },
  },
});
