import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, type ApiUser, apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { createPowerCutDisk } from '~/server/testing/fakes/power-cut';
import { until } from '~/server/testing/until';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer } from '~/server/testing/worlds/server-process';

/** Twenty before a release: POWER_CUTS=20 npx vitest run --project processes power-cut. */
const cuts = Number(process.env.POWER_CUTS ?? 3);
const writers = 4;

const disk = databaseServer ? null : createPowerCutDisk();
const why = databaseServer
  ? ' (skipped: this run is about a PostgreSQL server)'
  : ' (skipped: needs root, loop devices, ext4 and perl; synced-pglite.test.ts proves the order of syncs)';

describe.runIf(disk)(`a power cut${disk ? '' : why}`, () => {
  let model: ModelServer;
  let settings: Record<string, string>;
  let user: ApiUser;
  let conversationId: string;
  const acknowledged = new Map<string, string>();

  beforeAll(async () => {
    model = await startModelServer({ script: { text: 'Done.' } });
    settings = {
      DATA_DIR: `${disk?.folder}/data`,
      AI_BASE_URL: model.baseUrl,
      AI_MODEL: 'test',
      MAX_CONCURRENT_ANSWERS: '100',
    };
  });
  afterAll(async () => {
    await endAllServers();
    disk?.remove();
    await model?.close();
  });

  async function write(client: ApiClient, name: string): Promise<void> {
    for (let n = 0; ; n++) {
      try {
        const sent = await client.messages.send.mutate(question(`${name}-${n}`, { conversationId }));
        acknowledged.set(sent.userMessage.id, `${name}-${n}`);
      } catch {
        return;
      }
    }
  }

  async function storedMessages(server: ServerProcess): Promise<Map<string, string>> {
    const client = apiClient(server.url, user.cookie);
    const stored = new Map<string, string>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client.messages.list.query({ conversationId, cursor, limit: 100 });
      for (const { id, role, content } of page.items) if (role === 'user') stored.set(id, content);
      cursor = page.nextCursor;
    }
    return stored;
  }

  async function expectNothingLost(server: ServerProcess, round: string): Promise<void> {
    const stored = await storedMessages(server);
    const lost = [...acknowledged].filter(([id, content]) => stored.get(id) !== content);
    expect(lost, round).toEqual([]);
    expect(new Set(stored.values()).size, round).toBe(stored.size);
  }

  it('loses no acknowledged message of the embedded database, and the server starts after each', {
    timeout: 120_000 + cuts * 40_000,
  }, async () => {
    let server = await startServer(settings);
    user = await signUpAt(server.url);
    conversationId = (await apiClient(server.url, user.cookie).conversations.create.mutate({})).id;
    for (let round = 0; round < cuts; round++) {
      const client = apiClient(server.url, user.cookie);
      const enough = acknowledged.size + 1 + Math.floor(Math.random() * 60);
      const writing = Array.from({ length: writers }, (_, n) => write(client, `${round}.${n}`));
      await until(() => acknowledged.size >= enough, `the writes of round ${round}`);
      disk?.cut();
      await server.end('SIGKILL');
      await Promise.all(writing);
      disk?.restart();
      server = await startServer(settings);
      await expectNothingLost(server, `cut ${round}`);
    }
    expect(acknowledged.size).toBeGreaterThan(cuts);

    // A clean stop leaves nothing unwritten, either.
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    disk?.cut();
    disk?.restart();
    server = await startServer(settings);
    await expectNothingLost(server, 'a cut after a clean stop');
  });
});
