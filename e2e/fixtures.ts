/**
 * What a story starts from: a real server on a data folder of its own, an OpenAI-compatible model server whose
 * answers the story scripts, and people with accounts. Every page fails its story on a script error, on a dialog
 * nobody asked for, and on a request to any other host.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fillDataFolder } from '~/server/testing/worlds/database-image';
import { test as base } from './pages';

export { expect };

/** Ends a start that hangs. A busy machine needs far more than the usual second. */
const readyWithinMs = 120_000;

export interface RunningServer {
  url: string;
  /** Where its embedded database is; open to the story while the server is stopped. */
  dataDir: string;
  log(): string;
  /** As a power cut would. */
  kill(): Promise<void>;
  /** As an operator would; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Starts again on the same data and port. */
  restart(): Promise<void>;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** `program` other than the built server: its sources, as in development. Settings may depend on the server's URL. */
export async function startServer(
  settings: Record<string, string> | ((url: string) => Record<string, string>) = {},
  program: readonly string[] = ['dist/server/main.js'],
): Promise<RunningServer & { dispose(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'qinsight-story-'));
  await fillDataFolder(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = typeof settings === 'function' ? settings(url) : settings;
  let child: ChildProcess;
  let log = '';
  const start = async () => {
    child = spawn(process.execPath, program, {
      // No story asks the world for prices or timestamps; one that is about prices brings a provider of its own.
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PRICE_PROVIDER: 'none',
        TIMESTAMP_AUTHORITIES: 'none',
        PORT: String(port),
        DATA_DIR: dataDir,
        // Scripted models are asked for what a story is about only.
        DOCUMENT_SUMMARIES: 'text',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (log += data));
    const deadline = Date.now() + readyWithinMs;
    while (child.exitCode === null && Date.now() < deadline) {
      const isReady = await fetch(`${url}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    child.kill('SIGKILL');
    throw new Error(`The server did not start:\n${log}`);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<number | null>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve(child.exitCode);
      child.once('exit', (code) => resolve(code));
      child.kill(signal);
    });
  await start();
  return {
    url,
    dataDir,
    log: () => log,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    restart: start,
    async dispose() {
      await end('SIGKILL');
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Holds requests back until the returned function is called. */
export async function hold(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const isDue = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await isDue;
    await route.continue();
  });
  return release;
}

/** Sign-ups are limited by IP address. Servers without TRUST_PROXY ignore this header. */
const addressOfItsOwn = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/**
 * A new person, signed in and at `start`. The account is made over the API, which is quicker than the page; the stories
 * of accounts and of the keyboard register through the page.
 */
export async function signUp(
  page: Page,
  server: { url: string },
  start = '/qchat',
): Promise<{ email: string; password: string }> {
  const person = { email: `ada-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse' };
  const headers = { 'x-forwarded-for': addressOfItsOwn() };
  const answer = await page.context().request.post(`${server.url}/api/register`, { data: person, headers });
  if (!answer.ok()) throw new Error(`The account could not be made: ${await answer.text()}`);
  await page.goto(`${server.url}${start}`);
  return person;
}

/** Anything a page does that no reader should ever see or cause. */
export function watchForTrouble(page: Page, server: { url: string }): string[] {
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`script error: ${error.message}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.url) trouble.push(`request to ${origin}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // The recorder of traces reads pictures that the page made itself, which the page's own rules forbid.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection|Connecting to 'blob:/.test(text))
      trouble.push(`console: ${text}`);
  });
  return trouble;
}

interface Fixtures {
  /** A page whose troubles fail the story at its end. */
  careful: Page;
}

interface WorkerFixtures {
  /** The product with no model connected: the offline analyst answers. */
  server: RunningServer;
}

/**
 * The test function of stories that need no model. They share one server, which starts once in each worker: each story
 * brings accounts of its own. What changes the server for everybody starts one of its own.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern.
    async ({}, use) => {
      const server = await startServer({ TRUST_PROXY: '1' });
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  careful: async ({ page, server }, use) => {
    const trouble = watchForTrouble(page, server);
    await use(page);
    expect(trouble).toEqual([]);
  },
});
