/**
 * The fixtures of stories: a real server with its own data folder, an OpenAI-compatible model server with scripted
 * answers, and accounts. A script error, an unexpected dialog and a request to another host fail the story.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';
import { fillDataFolder } from '~/server/testing/worlds/database-image';
import { wasmFlags } from '../scripts/wasm-flags.mjs';
import { test as base } from './pages';

export { expect };

/** The time limit for a start. It usually takes a second, but much longer on a busy machine. */
const readyWithinMs = 120_000;

export interface RunningServer {
  url: string;
  /** Contains the embedded database, which the story can open while the server is stopped. */
  dataDir: string;
  log(): string;
  /** Stops it like a power failure. */
  kill(): Promise<void>;
  /** Stops it like an operator, and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Starts it again with the same data and port. */
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

/** Starts the built server, or another `program`, such as its sources. Settings may depend on the server's URL. */
export async function startServer(
  settings: Record<string, string> | ((url: string) => Record<string, string>) = {},
  program: readonly string[] = ['dist/server/main.js'],
  /** Changes the data folder before the first start, which saves a restart. */
  prepare?: (dataDir: string) => Promise<void>,
): Promise<RunningServer & { dispose(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'qinsight-story-'));
  await fillDataFolder(dataDir);
  await prepare?.(dataDir);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const env = typeof settings === 'function' ? settings(url) : settings;
  let child: ChildProcess;
  let log = '';
  const start = async () => {
    child = spawn(process.execPath, [...wasmFlags, ...program], {
      // Stories request no prices or timestamps from the internet; those about prices have their own provider.
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        PRICE_PROVIDER: 'none',
        TIMESTAMP_AUTHORITIES: 'none',
        PORT: String(port),
        DATA_DIR: dataDir,
        // Scripted models only get the requests that a story is about.
        DOCUMENT_SUMMARIES: 'text',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (log += data));
    const deadline = Date.now() + readyWithinMs;
    while (child.exitCode === null && Date.now() < deadline) {
      const isReady = await fetch(`${url}/readyz`).then(
        (response) => response.ok,
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

/** Delays requests until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  let release = () => {};
  const isDue = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await isDue;
    await route.fallback();
  });
  return release;
}

/** Sign-ups are limited by IP address. Servers without TRUST_PROXY ignore this header. */
const randomIpAddress = () => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;

/**
 * Signs in a new user and opens `start`. The account is created through the API, which is faster than the page; stories
 * about accounts and the keyboard sign up on the page.
 */
export async function signUp(
  page: Page,
  server: { url: string },
  start = '/qchat',
): Promise<{ email: string; password: string }> {
  const person = { email: `ada-${randomUUID().slice(0, 8)}@example.com`, password: 'correct horse' };
  const headers = { 'x-forwarded-for': randomIpAddress() };
  const response = await page.context().request.post(`${server.url}/api/register`, { data: person, headers });
  if (!response.ok()) throw new Error(`The account could not be made: ${await response.text()}`);
  await page.goto(`${server.url}${start}`);
  return person;
}

/** Collects script errors, dialogs, requests to other hosts and console errors of the page. */
export function collectPageErrors(page: Page, server: { url: string }): string[] {
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(`script error: ${error.message}`));
  page.on('dialog', (dialog) => {
    pageErrors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== server.url) pageErrors.push(`request to ${origin}`);
  });
  page.on('console', (message) => {
    const text = message.text();
    // Playwright's trace recorder reads blob images of the page, which the content security policy forbids.
    if (message.type() === 'error' && !/Failed to load resource|WebSocket connection|Connecting to 'blob:/.test(text))
      pageErrors.push(`console: ${text}`);
  });
  return pageErrors;
}

interface Fixtures {
  /** A page whose errors fail the story at its end. */
  guardedPage: Page;
}

interface WorkerFixtures {
  /** The product without a model, so that the offline analyst answers. */
  server: RunningServer;
}

/**
 * The test function of stories that need no model. They share one server per worker, with separate accounts. Stories that
 * change the server for all users start their own.
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
  guardedPage: async ({ page, server }, use) => {
    const pageErrors = collectPageErrors(page, server);
    await use(page);
    expect(pageErrors).toEqual([]);
  },
});
