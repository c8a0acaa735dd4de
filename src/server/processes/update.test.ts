/** A new version beside the previous one on the same database: no user request fails on either. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readMigrationFiles } from '~/server/db/migrate';
import { type ApiUser, apiClient, question, signInAt, signUpAt } from '~/server/testing/clients/api-client';
import { freePort } from '~/server/testing/fakes/free-port';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { until } from '~/server/testing/until';
import { buildPreviousVersion, type PreviousVersion, previousCommit } from '~/server/testing/worlds/previous-version';
import { createProcessDatabase, databaseServer, type ProcessDatabase } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer, startUnder } from '~/server/testing/worlds/server-process';

const commit = databaseServer ? previousCommit() : null;
const missing = !databaseServer
  ? ' (skipped: two servers need a PostgreSQL server; set TEST_DATABASE_URL)'
  : commit
    ? ''
    : ' (skipped: this copy has no history to build the previous version from)';

let model: ModelServer;
let database: ProcessDatabase;
let previous: PreviousVersion;

beforeAll(async () => {
  if (!commit) return;
  previous = buildPreviousVersion(commit);
  [model, database] = await Promise.all([
    startModelServer({ script: { text: 'The answer.' } }),
    createProcessDatabase(),
  ]);
}, 600_000);
afterAll(async () => {
  await endAllServers();
  await Promise.all([model?.close(), database?.drop()]);
});

const settings = async () => ({
  ...database.settings,
  AI_BASE_URL: model.baseUrl,
  AI_MODEL: 'test',
  PRICE_PROVIDER: 'none',
  PORT: String(await freePort()),
});

/** Below the limits of sign-ins and messages, so that every error is a failure. */
const pauseMs = 600;

/**
 * Users who sign in, send messages, wait for answers and list conversations, round after round, on all servers in turn.
 */
class Traffic {
  readonly failures: string[] = [];
  readonly #rounds = new Map<string, number>();
  readonly #cookies = new Map<string, string>();
  readonly #running: Promise<unknown>;
  #isStopped = false;

  constructor(
    users: ApiUser[],
    /** The servers of the next rounds. */
    public servers: ServerProcess[],
  ) {
    this.#running = Promise.all(users.map((user) => this.#use(user)));
  }

  roundsOn({ url }: ServerProcess): number {
    return this.#rounds.get(url) ?? 0;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #use(user: ApiUser): Promise<void> {
    for (let at = 0; !this.#isStopped; at++) {
      const { url } = this.servers[at % this.servers.length] as ServerProcess;
      try {
        await round(url, await this.#cookieOn(url, user));
      } catch (error) {
        this.failures.push(`${url}: ${error}`);
      }
      this.#rounds.set(url, (this.#rounds.get(url) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }

  /** Signs in during the first round on a server. */
  async #cookieOn(url: string, { email }: ApiUser): Promise<string> {
    const key = `${url} ${email}`;
    const cookie = this.#cookies.get(key) ?? (await signInAt(url, email)).cookie;
    this.#cookies.set(key, cookie);
    return cookie;
  }
}

async function round(url: string, cookie: string): Promise<void> {
  const client = apiClient(url, cookie);
  const { assistantMessage } = await client.messages.send.mutate(question());
  const { id, conversationId } = assistantMessage;
  await until(async () => {
    const { items } = await client.messages.list.query({ conversationId });
    const answer = items.find((message) => message.id === id);
    return answer?.metadata.processing === false && answer.content.includes('The answer.');
  }, 'the answer is complete');
  const { items } = await client.conversations.list.query({});
  if (!items.some((conversation) => conversation.id === conversationId)) throw new Error('the conversation is missing');
  await client.positions.list.query();
}

const errorLines = (server: ServerProcess) =>
  server
    .log()
    .split('\n')
    .filter((line) => /"level":"(?:error|fatal)"/.test(line));

describe.runIf(missing === '')(`an update while users work${missing}`, () => {
  it('migrates the database beside the previous version, and no request fails', async () => {
    const older = await startUnder([process.execPath, previous.program], await settings());
    const users = [await signUpAt(older.url), await signUpAt(older.url)];
    const traffic = new Traffic(users, [older]);
    const roundsOn = (server: ServerProcess) => traffic.roundsOn(server);
    await until(() => roundsOn(older) >= 2, 'the previous version is in use');

    const newer = await startServer(await settings());
    const added = readMigrationFiles('prisma/migrations').filter(({ name }) => !previous.migrations.includes(name));
    expect(added.length).toBeGreaterThan(0);
    // The log is written in the background and may arrive after the ready message.
    await until(() => added.every(({ name }) => newer.log().includes(name)), 'the migrations are in the log');

    const before = roundsOn(older);
    traffic.servers = [older, newer];
    await until(
      () => roundsOn(newer) >= 4 && roundsOn(older) >= before + 4,
      'both versions are in use on the new schema',
    );
    traffic.servers = [newer];
    const last = roundsOn(newer);
    await until(() => roundsOn(newer) >= last + 2, 'the new version is in use alone');
    expect(await older.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await traffic.stop();
    expect(traffic.failures).toEqual([]);
    expect(await newer.end('SIGTERM')).toEqual({ code: 0, signal: null });
    for (const server of [older, newer]) {
      // The level has the format that these checks expect.
      expect(server.log()).toContain('"level":"info"');
      expect(errorLines(server)).toEqual([]);
    }
  });
});
