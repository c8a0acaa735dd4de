/** Shared steps of the administrator stories: an installation with a founder, and many users. */
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { wasmFlags } from '../scripts/wasm-flags.mjs';
import { type RunningServer, startServer } from './fixtures';

export const founder = 'founder@example.com';
export const password = 'correct horse';
export const setupToken = 'open sesame';

/** Creates an account through the API, which is faster than the page. The context keeps the session cookie. */
export async function registerIn(context: BrowserContext, server: { url: string }, email: string, names: object = {}) {
  const response = await context.request.post(`${server.url}/api/register`, { data: { email, password, ...names } });
  if (!response.ok()) throw new Error(`${email} could not register: ${await response.text()}`);
  return (await response.json()) as { id: string; email: string };
}

export const newEmail = (name: string) => `${name}-${randomUUID().slice(0, 8)}@example.com`;

type Change = (database: PGlite) => Promise<unknown>;

interface StartOptions {
  isSetUp?: boolean;
  env?: Record<string, string>;
  program?: string[];
  /** Adds rows before the server starts, and so before there are accounts. */
  rows?: Change;
}

async function changeDatabase(dataDir: string, change: Change) {
  for (const flag of wasmFlags) setFlagsFromString(flag);
  const database = await PGlite.create(path.join(dataDir, 'database'));
  await change(database);
  await database.close();
}

/** Starts a server whose founder has an account and, by default, is an administrator. */
export async function startServerWithAdmin(
  browser: Browser,
  { isSetUp = true, env, program, rows }: StartOptions = {},
) {
  const settings = { SETUP_ADMIN_EMAIL: founder, SETUP_TOKEN: setupToken, ...env };
  const server = await startServer(settings, program, rows && ((dataDir) => changeDatabase(dataDir, rows)));
  const context = await browser.newContext();
  await registerIn(context, server, founder, { firstName: 'Fay', lastName: 'Founder' });
  if (isSetUp) {
    await context.request.post(`${server.url}/api/admin/setup-production`, {
      data: { seedPositions: false, token: setupToken },
    });
  }
  await context.close();
  return server;
}

/** Signs in through the API; the page is signed in from its next load. */
export async function signInAs(page: Pick<Page, 'request'>, server: { url: string }, email: string) {
  const response = await page.request.post(`${server.url}/api/login`, { data: { email, password } });
  if (!response.ok()) throw new Error(`${email} could not sign in: ${await response.text()}`);
}

/** Changes the database of a stopped server. Signing up thousands of users would take hours of hashing. */
export async function withDatabase(server: RunningServer, change: Change) {
  await server.stop();
  await changeDatabase(server.dataDir, change);
  await server.restart();
}

export const manyUsers = (count: number) => (database: PGlite) =>
  database.exec(`
    INSERT INTO users (email, password, first_name, last_name, is_locked, created_at)
    SELECT 'person-' || lpad(n::text, 5, '0') || '@example.com', '-',
      CASE WHEN n % 10 > 0 THEN (ARRAY['Ada','Grace','Alan','Émile','Mary','Linus','Zoë','Edsger'])[1 + n % 8] END,
      CASE WHEN n % 10 > 1 THEN (ARRAY['Lovelace','Hopper','Turing','Zola','Shelley','Pauling'])[1 + n % 6] END,
      n % 25 = 0, timestamptz '2025-01-01 12:00:00Z' + make_interval(mins => n)
    FROM generate_series(1, ${count}) n`);

export const deadJob = (database: PGlite) =>
  database.exec(`
    INSERT INTO jobs (kind, key, payload, state, attempts, error)
    VALUES ('file.read', 'x', '{}', 'dead', 5, 'Error: The file is damaged.')`);

export const manySignups = (count: number) => (database: PGlite) =>
  database.exec(`
    INSERT INTO waitlist_signups (email, created_at)
    SELECT 'waiting-' || lpad(n::text, 5, '0') || '@example.com', timestamptz '2025-03-01 09:05:00Z' + make_interval(hours => n)
    FROM generate_series(1, ${count}) n`);
