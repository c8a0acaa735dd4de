import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '~/server/testing/until';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';

const megabyte = 1024 * 1024;
let server: TestServer;
let base: string;
let ann: TestUser;

beforeAll(async () => {
  server = await startTestServer({
    env: {
      QUOTA_USER_STORAGE_MB: '20',
      QUOTA_USER_FILES: '30',
      QUOTA_USER_CONVERSATIONS: '5',
      QUOTA_USER_MESSAGES: '6',
    },
  });
  base = await server.listen();
});
afterAll(() => server.close());

const usageRow = (user: TestUser) => server.deps.db.accountUsage.findUniqueOrThrow({ where: { userId: user.user.id } });
/** The content of the tables, counted independently. */
async function counted(user: TestUser) {
  const where = { userId: user.user.id };
  const [objects, waiting, conversations, messages] = await Promise.all([
    server.deps.db.storedObject.aggregate({ where, _count: true, _sum: { size: true } }),
    server.deps.db.storedObject.count({ where: { ...where, messageId: null } }),
    server.deps.db.conversation.count({ where }),
    server.deps.db.message.count({ where: { conversation: where } }),
  ]);
  return { ...where, files: objects._count, bytes: BigInt(objects._sum.size ?? 0), waiting, conversations, messages };
}
const outcomes = async (calls: Promise<unknown>[]) => {
  const ends = await Promise.allSettled(calls);
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as Error & { code: string }] : []));
  return { done: ends.length - failures.length, failures };
};

describe('storage', () => {
  it('is not exceeded by concurrent uploads, and is freed by deleting', async () => {
    ann = await signUp(server.deps);
    const create = () => ann.call.uploads.create({ size: 3 * megabyte });
    const { done, failures } = await outcomes(Array.from({ length: 12 }, create));
    expect(done).toBe(6);
    expect(new Set(failures.map(({ code, message }) => `${code}: ${message}`))).toEqual(
      new Set([
        'PAYLOAD_TOO_LARGE: Your storage of 20 MB is full. Delete conversations with files you no longer need.',
      ]),
    );
    expect(await ann.call.account.usage()).toEqual({
      files: 6,
      bytes: 18 * megabyte,
      mostFiles: 30,
      mostBytes: 20 * megabyte,
    });
    const [row] = await server.deps.db.storedObject.findMany({ where: { userId: ann.user.id }, take: 1 });
    await ann.call.uploads.remove({ id: row?.id ?? '' });
    await create();
    expect(await usageRow(ann)).toEqual(await counted(ann));
  });

  it('of a link without a size is the maximum size, until the file has arrived', async () => {
    const bob = await signUp(server.deps);
    await bob.call.uploads.create({});
    const target = await bob.call.uploads.create({});
    await expect(bob.call.uploads.create({})).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    const { pathname, search } = new URL(target.uploadURL, base);
    const bytes = Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1');
    expect((await fetch(base + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) })).status).toBe(200);
    await bob.call.uploads.claim({ fileURL: target.uploadURL, name: 'a.gif' });
    await server.deps.jobs.settled();
    await bob.call.uploads.create({ size: 9 * megabyte });
    expect(await usageRow(bob)).toEqual(await counted(bob));
  });

  it('has a maximum number of files, and accounts have separate limits', async () => {
    const [cid, dan] = [await signUp(server.deps), await signUp(server.deps)];
    const data = Array.from({ length: 29 }, () => ({ id: randomUUID(), userId: cid.user.id, size: 1 }));
    await server.deps.db.storedObject.createMany({ data });
    const attach = () => cid.call.uploads.attachText({ text: 'words' });
    const { done, failures } = await outcomes([attach(), attach(), attach()]);
    expect(done).toBe(1);
    expect(failures[0]?.message).toBe(
      'You have reached the limit of 30 files. Delete conversations with files you no longer need.',
    );
    await dan.call.uploads.create({ size: 1 });
    expect(await usageRow(cid)).toEqual(await counted(cid));
  });

  it('does not count a rejected link', async () => {
    const eve = await signUp(server.deps);
    await expect(eve.call.uploads.create({ size: 1, type: 'not a type' })).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA_TYPE',
    });
    expect(await usageRow(eve)).toMatchObject({ files: 0, bytes: 0n, waiting: 0 });
  });

  it('of the whole installation is limited too', async () => {
    const { env } = server.deps;
    const before = env.QUOTA_TOTAL_STORAGE_MB;
    const [row] = await server.deps.db.sql<{ megabytes: number }>`
      SELECT ceil(sum(bytes) / 1048576.0)::int AS megabytes FROM account_usage`;
    env.QUOTA_TOTAL_STORAGE_MB = (row?.megabytes ?? 0) + 5;
    const users = await Promise.all(Array.from({ length: 4 }, () => signUp(server.deps)));
    const { done, failures } = await outcomes(users.map(({ call }) => call.uploads.create({ size: 3 * megabyte })));
    env.QUOTA_TOTAL_STORAGE_MB = before;
    expect(done).toBe(1);
    expect(failures[0]?.message).toMatch(/^The storage of this service is full/);
  });
});

describe('files waiting to be attached', () => {
  it('are limited to a hundred, even with concurrent requests', async () => {
    const free = await startTestServer({ env: { QUOTA_USER_STORAGE_MB: '0', QUOTA_USER_FILES: '0' } });
    try {
      const fay = await signUp(free.deps);
      const data = Array.from({ length: 98 }, () => ({ id: randomUUID(), userId: fay.user.id }));
      await free.deps.db.storedObject.createMany({ data });
      const { done, failures } = await outcomes(Array.from({ length: 6 }, () => fay.call.uploads.create({ size: 1 })));
      expect(done).toBe(2);
      expect(failures[0]?.code).toBe('TOO_MANY_REQUESTS');
    } finally {
      await free.close();
    }
  });
});

describe('counts', () => {
  it('include conversations deleted with their files, and are deleted with the account', async () => {
    const gus = await signUp(server.deps);
    const file = await gus.call.uploads.attachText({ text: 'words' });
    const attachment = { name: file.name, type: file.type, size: file.size, url: file.objectPath };
    const request = { clientRequestId: randomUUID(), content: 'Read it', attachments: [attachment] };
    const { conversation } = await gus.call.messages.send(request);
    await server.deps.jobs.settled();
    await until(async () => (await usageRow(gus)).messages === 2);
    expect(await usageRow(gus)).toEqual({
      userId: gus.user.id,
      files: 1,
      bytes: 5n,
      waiting: 0,
      conversations: 1,
      messages: 2,
    });
    await gus.call.conversations.delete({ conversationId: conversation.id });
    expect(await usageRow(gus)).toEqual({
      userId: gus.user.id,
      files: 0,
      bytes: 0n,
      waiting: 0,
      conversations: 0,
      messages: 0,
    });
    await server.deps.db.user.delete({ where: { id: gus.user.id } });
    expect(await server.deps.db.accountUsage.count({ where: { userId: gus.user.id } })).toBe(0);
  });
});

describe('conversations', () => {
  it('are limited per account, however they begin', async () => {
    const hal = await signUp(server.deps);
    const { done, failures } = await outcomes(Array.from({ length: 8 }, () => hal.call.conversations.create({})));
    expect(done).toBe(5);
    const words = 'You have 5 conversations, which is the limit. Delete some to start a new one.';
    expect(failures[0]).toMatchObject({ code: 'CONFLICT', message: words });
    const send = (conversationId?: string) =>
      hal.call.messages.send({
        clientRequestId: randomUUID(),
        content: 'Hello',
        ...(conversationId && { conversationId }),
      });
    await expect(send()).rejects.toMatchObject({ code: 'CONFLICT', message: words });
    const { items } = await hal.call.conversations.list({ limit: 10 });
    await send(items[0]?.id);
    await hal.call.conversations.delete({ conversationId: items[1]?.id ?? '' });
    await send();
    await until(async () => (await usageRow(hal)).messages === 4);
    expect(await usageRow(hal)).toEqual(await counted(hal));
  });
});

describe('messages', { tags: 'thorough' }, () => {
  it('are limited per account, including answers, and deleting a conversation makes room', async () => {
    const ida = await signUp(server.deps);
    const send = (conversationId?: string) =>
      ida.call.messages.send({
        clientRequestId: randomUUID(),
        content: 'Hello',
        ...(conversationId && { conversationId }),
      });
    const { conversation } = await send();
    await until(async () => (await usageRow(ida)).messages === 2);
    await send(conversation.id);
    await send();
    await until(async () => (await usageRow(ida)).messages === 6);
    const refusal = {
      code: 'CONFLICT',
      message: 'You have 6 messages, which is the limit. Delete conversations you no longer need.',
    };
    await expect(send()).rejects.toMatchObject(refusal);
    await expect(send(conversation.id)).rejects.toMatchObject(refusal);
    await ida.call.conversations.delete({ conversationId: conversation.id });
    await send();
    await until(async () => (await usageRow(ida)).messages === 4);
    expect(await usageRow(ida)).toEqual(await counted(ida));
  });
});
