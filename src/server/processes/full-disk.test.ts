import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { type ApiUser, apiClient, question, signUpAt } from '~/server/testing/clients/api-client';
import { type ModelServer, startModelServer } from '~/server/testing/fakes/model-server';
import { createSmallDisk } from '~/server/testing/fakes/small-disk';
import { until } from '~/server/testing/until';
import { databaseServer } from '~/server/testing/worlds/process-database';
import { endAllServers, type ServerProcess, startServer, statusOf } from '~/server/testing/worlds/server-process';

const disk = databaseServer ? null : createSmallDisk(512);
const why = disk ? '' : databaseServer ? ' (skipped: the disk is the PostgreSQL server’s)' : ' (skipped: needs root)';
const longQuestion = 'What did the board decide about the budget?'.repeat(40);

describe.runIf(disk)(`a full disk below the embedded database${why}`, () => {
  let model: ModelServer;
  let settings: Record<string, string>;
  let server: ServerProcess;
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
    server = await startServer(settings);
    user = await signUpAt(server.url);
    conversationId = (await client().conversations.create.mutate({})).id;
  });
  afterAll(async () => {
    await endAllServers();
    disk?.remove();
    await model?.close();
  });

  const client = () => apiClient(server.url, user.cookie);

  async function ask(name: string): Promise<void> {
    const content = `${name} ${longQuestion}`;
    const sent = await client().messages.send.mutate(question(content, { conversationId }));
    acknowledged.set(sent.userMessage.id, content);
  }

  async function storedQuestions(): Promise<Map<string, string>> {
    const stored = new Map<string, string>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await client().messages.list.query({ conversationId, cursor, limit: 100 });
      for (const { id, role, content } of page.items) if (role === 'user') stored.set(id, content);
      cursor = page.nextCursor;
    }
    return stored;
  }

  async function exported(path: string, method = 'GET'): Promise<Buffer> {
    const response = await fetch(`${server.url}/api/${path}`, { method, headers: { cookie: user.cookie } });
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  }

  it('rejects what it cannot store with a message, loses nothing, and continues once there is space', async () => {
    await ask('before');
    disk?.fill();
    let refusal: unknown;
    for (let n = 0; n < 3000 && !refusal; n++) {
      await ask(`full ${n}`).catch((error) => {
        refusal = error;
      });
    }
    expect(refusal).toMatchObject({
      message: 'The server is out of storage space. Please contact the operator of this service.',
      data: { httpStatus: 507 },
    });
    // Stored messages can be read, and the log contains no text of a message.
    expect(await storedQuestions()).toEqual(acknowledged);
    // The log arrives after the response.
    await until(async () => server.log().includes('No space left on device'), 'the log names the full disk');
    expect(server.log()).not.toContain('about the budget');

    // Exports don't need the disk: they are complete, and leave nothing behind.
    const before = await readdir(settings.DATA_DIR as string);
    const zip = await fromBufferPromise(await exported('user/export', 'POST'));
    expect(zip.entryCount).toBeGreaterThan(2);
    const json = await exported(`conversations/${conversationId}/export?format=json`);
    for (const content of acknowledged.values()) expect(json.includes(content)).toBe(true);
    const pdf = await exported(`conversations/${conversationId}/export?format=pdf`);
    expect(pdf.subarray(-6).toString()).toContain('%%EOF');
    expect(await readdir(settings.DATA_DIR as string)).toEqual(before);

    disk?.makeRoom();
    await until(async () => (await statusOf(`${server.url}/readyz`)) === 200, 'it is ready again', {
      details: server.log,
    });
    await ask('after');
    expect(await storedQuestions()).toEqual(acknowledged);
  });
});
