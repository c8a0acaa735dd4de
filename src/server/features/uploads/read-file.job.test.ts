/** Files are always processed in the end, whatever happens to the process. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Prisma } from '~/server/db/generated/client';
import { cleanKey, previewKey } from '~/server/providers/storage/object-keys';
import { type ReportProgress, readingMessages } from '~/server/reading/reading';
import { type S3Server, s3Settings, startS3Server } from '~/server/testing/fakes/s3-server';
import { makeBombPdf, makePdf } from '~/server/testing/inputs/make-files';
import { until } from '~/server/testing/until';
import { countFiles, ended, startWithReaders, uploadPdf } from '~/server/testing/worlds/reading-world';
import { signUp, type TestServer } from '~/server/testing/worlds/test-server';
import type { Attachment } from '~/shared/schemas/messages';
import { sweep } from './sweeper';

let s3: S3Server;
let server: TestServer;

beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());
afterEach(() => server.close());

/** The reader processes of this server, by process id. */
const readers = (): number[] =>
  execFileSync('ps', ['-A', '-o', 'ppid=,pid=,args='])
    .toString()
    .split('\n')
    .filter((row) => row.trim().startsWith(`${process.pid} `) && row.includes('reading-worker'))
    .map((row) => Number(row.trim().split(/\s+/)[1]));

it('files without a job, as left by an older version, are queued by the sweeper', async () => {
  server = await startWithReaders({});
  const ann = await signUp(server.deps);
  const id = await uploadPdf(server, ann, 'a.pdf', makePdf([['Found.']]));
  await server.deps.jobs.settled();
  await server.deps.db.sql`
    UPDATE objects SET read_state = 'reading', extracted_text = NULL, claimed_at = now() - interval '10 minutes'
    WHERE id = ${id}::uuid`;
  await sweep(server.deps);
  await server.deps.jobs.settled();
  const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({ readState: 'ready', extractedText: 'Found.' });
});

describe('while the file storage is unavailable', () => {
  /** Runs the job of a processed file again, as if it had failed this often. */
  async function runAgain(id: string, attempts: number) {
    const { db, jobs } = server.deps;
    await db.sql`UPDATE objects SET read_state = 'queued', extracted_text = NULL WHERE id = ${id}::uuid`;
    await db.sql`SELECT enqueue_job('file.read', ${id}, NULL, jsonb_build_object('objectId', ${id}::text), 0, false)`;
    await db.sql`UPDATE jobs SET attempts = ${attempts}::int, run_at = now() WHERE kind = 'file.read'`;
    await jobs.settled();
    return db.storedObject.findUniqueOrThrow({ where: { id } });
  }
  const retry = async () => {
    await (await signUp(server.deps, { isAdmin: true, email: 'root@example.com' })).call.status.retryJobs();
    await server.deps.jobs.settled();
  };

  it.each([
    ['does not respond', () => Promise.reject(new Error('no response'))],
    ['has lost the file', () => Promise.resolve(null)],
  ])('because it %s, files wait for over half an hour, then fail, and can be retried', async (_how, stat) => {
    server = await startWithReaders({});
    const ann = await signUp(server.deps);
    const id = await uploadPdf(server, ann, 'a.pdf', makePdf([['Found.']]));
    await server.deps.jobs.settled();
    const storage = vi.spyOn(server.deps.store, 'stat').mockImplementation(stat);
    // The pauses so far add up to 34 minutes.
    expect(await runAgain(id, 10)).toMatchObject({ readState: 'reading' });
    expect(await runAgain(id, 11)).toMatchObject({ readState: 'failed', processingError: readingMessages.unreadable });
    storage.mockRestore();
    await retry();
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'ready', extractedText: 'Found.', processingError: null });
  });
});

describe('an upload without a declared size, on S3', () => {
  it('comes through this server, stops at the limit, and is claimed and processed like any other', async () => {
    server = await startWithReaders({}, { env: s3Settings(s3) });
    const base = await server.listen();
    const ann = await signUp(server.deps);
    const send = async (bytes: Buffer) => {
      const { uploadURL } = await ann.call.uploads.create({});
      const { pathname, search } = new URL(uploadURL);
      expect(uploadURL.startsWith(s3.endpoint)).toBe(false);
      const { status } = await fetch(base + pathname + search, { method: 'PUT', body: new Uint8Array(bytes) });
      return { uploadURL, status };
    };
    expect((await send(Buffer.alloc(10_485_761))).status).toBe(413);
    const { uploadURL, status } = await send(makePdf([['Through the server.']]));
    expect(status).toBe(200);
    const { id } = await ann.call.uploads.claim({ fileURL: uploadURL, name: 'a.pdf' });
    await until(async () => (await countFiles(server, [id], ['ready'])) === 1);
  });
});

describe('while a file is being processed', () => {
  const progress = { activity: 'recognizing', unit: 'page', current: 3, total: 20 } as const;

  /** Readers that run until the test releases them, and report the given progress. */
  function heldReaders() {
    let report: ReportProgress | undefined;
    let release = () => {};
    server.deps.readers.read = async (_job, _signal, options) => {
      report = options?.report;
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      report = undefined;
      return { processedType: 'pdf', extractedText: 'Read.' };
    };
    return {
      report: async () => {
        await until(() => report !== undefined);
        report?.({ ...progress, current: 2 });
        report?.(progress);
      },
      release: () => release(),
    };
  }

  it('its message or document shows the progress, and nothing afterwards', async () => {
    server = await startWithReaders({});
    const reader = heldReaders();
    const ann = await signUp(server.deps);
    const bytes = makePdf([['x']]);

    const attached = await uploadPdf(server, ann, 'a.pdf', bytes);
    const { conversation } = await ann.call.messages.send({
      clientRequestId: randomUUID(),
      content: 'What is in it?',
      attachments: [{ name: 'a.pdf', type: 'application/pdf', size: bytes.length, url: `/objects/${attached}` }],
    });
    const announced: unknown[] = [];
    server.deps.bus.subscribe(`conversation:${conversation.id}`, (event) => {
      if (event.type === 'attachments') announced.push(event.attachments[0]?.progress);
    });
    const inMessage = async () => {
      const { items } = await ann.call.messages.list({ conversationId: conversation.id });
      return items[0]?.attachments[0]?.progress;
    };
    await reader.report();
    await until(async () => (await inMessage()) !== undefined);
    expect(await inMessage()).toEqual(progress);
    reader.release();
    await until(() => announced.length === 2);
    expect(announced).toEqual([progress, undefined]);
    expect(await inMessage()).toBeUndefined();

    const { id: collectionId } = await ann.call.collections.create({ name: 'Scans' });
    const objectPath = `/objects/${await uploadPdf(server, ann, 'b.pdf', bytes)}`;
    const { id: documentId } = await ann.call.collections.addDocument({ collectionId, objectPath });
    const inDocument = async () => (await ann.call.collections.document({ collectionId, documentId })).progress;
    await reader.report();
    await until(async () => (await inDocument()) !== undefined);
    expect(await inDocument()).toEqual(progress);
    reader.release();
    await until(async () => (await inDocument()) === undefined);
    const stored = await server.deps.db.storedObject.count({ where: { readProgress: { not: Prisma.DbNull } } });
    expect(stored).toBe(0);
  });

  it('each version of its message is announced', async () => {
    server = await startWithReaders({}, { env: { MAX_CONCURRENT_ANSWERS: '10' } });
    const reader = heldReaders();
    const ann = await signUp(server.deps);
    const bytes = makePdf([['x']]);
    const id = await uploadPdf(server, ann, 'a.pdf', bytes);
    const attachments = [{ name: 'a.pdf', type: 'application/pdf', size: bytes.length, url: `/objects/${id}` }];
    const first = await ann.call.messages.send({ clientRequestId: randomUUID(), content: 'What?', attachments });
    const { id: conversationId } = first.conversation;
    const edit = { conversationId, replaces: first.userMessage.id };
    const edited = await ann.call.messages.send({ ...edit, clientRequestId: randomUUID(), content: 'What is it?' });
    await ann.call.messages.send({ conversationId, clientRequestId: randomUUID(), content: 'And why?' });
    const announced = new Set<string>();
    server.deps.bus.subscribe(`conversation:${conversationId}`, (event) => {
      if (event.type === 'attachments') announced.add(event.messageId);
    });
    await reader.report();
    await until(() => announced.size === 2);
    reader.release();
    expect(announced).toEqual(new Set([first.userMessage.id, edited.userMessage.id]));
  });

  it('is announced as processed after its message is edited', async () => {
    server = await startWithReaders({});
    const ann = await signUp(server.deps);
    const bytes = makePdf([['Read before.']]);
    const id = await uploadPdf(server, ann, 'a.pdf', bytes);
    const attachments = [{ name: 'a.pdf', type: 'application/pdf', size: bytes.length, url: `/objects/${id}` }];
    const first = await ann.call.messages.send({ clientRequestId: randomUUID(), content: 'What?', attachments });
    await until(async () => (await countFiles(server, [id], ['ready'])) === 1);
    const { id: conversationId } = first.conversation;
    const shown = new Map<string, (string | undefined)[]>();
    server.deps.bus.subscribe(`conversation:${conversationId}`, (event) => {
      const states = (files: Attachment[]) => files.map(({ state }) => state);
      if (event.type === 'started')
        shown.set(event.userMessage?.id ?? '', states(event.userMessage?.attachments ?? []));
      if (event.type === 'attachments') shown.set(event.messageId, states(event.attachments));
    });
    const edit = { conversationId, replaces: first.userMessage.id, clientRequestId: randomUUID() };
    const edited = await ann.call.messages.send({ ...edit, content: 'What is it?' });
    await until(() => shown.get(edited.userMessage.id)?.[0] === 'ready');
  });
});

describe('an image that is deleted', () => {
  const image = { width: 8, height: 8, cleaned: Buffer.from('clean'), preview: Buffer.from('preview') };
  const keysOf = (id: string) => [id, cleanKey(id), previewKey(id)];
  const storedOf = async (id: string) =>
    (await Promise.all(keysOf(id).map(server.deps.store.stat, server.deps.store))).filter(Boolean);

  it('while it is processed leaves nothing in the storage', async () => {
    server = await startWithReaders({});
    const ann = await signUp(server.deps);
    const { db, jobs, background, readers } = server.deps;
    readers.read = async () => {
      const { id } = await db.storedObject.findFirstOrThrow();
      await ann.call.uploads.remove({ id });
      await sweep(server.deps);
      return { processedType: 'image', image };
    };
    const id = await uploadPdf(server, ann, 'a.pdf', makePdf([['x']]));
    await jobs.settled();
    await background.settled();
    expect(await db.objectDeletion.count()).toBe(0);
    expect(await storedOf(id)).toEqual([]);
  });

  it('after its process died leaves nothing either, unless a shared link needs it', async () => {
    server = await startWithReaders({});
    const ann = await signUp(server.deps);
    const { db, jobs, store } = server.deps;
    const [deleted, shared] = [randomUUID(), randomUUID()];
    const { id: conversationId } = await db.conversation.create({ data: { userId: ann.user.id, title: 'x' } });
    await db.message.create({ data: { conversationId, role: 'user', content: 'x' } });
    const { id: shareId } = await ann.call.shares.create({ conversationId, audience: 'everybody' });
    const file = { name: 'a.png', type: 'image/png', size: 5, place: 0 };
    await db.shareFile.create({ data: { ...file, shareId, ownerId: ann.user.id, objectId: shared } });
    for (const id of [deleted, shared]) {
      for (const key of keysOf(id).slice(1)) await store.write(key, image.cleaned, { maxBytes: 100 });
      await db.sql`SELECT enqueue_job('file.read', ${id}, NULL, jsonb_build_object('objectId', ${id}::text), 0, false)`;
    }
    jobs.wake();
    await jobs.settled();
    expect(await storedOf(deleted)).toEqual([]);
    expect(await storedOf(shared)).toHaveLength(2);
  });
});

describe('a reader that crashes', () => {
  it('because it was killed does not harm the file', async () => {
    server = await startWithReaders({ timeoutMs: 20_000 });
    const ann = await signUp(server.deps);
    const warm = await uploadPdf(server, ann, 'warm.pdf', makePdf([['Warm.']]));
    await until(async () => (await countFiles(server, [warm], ['ready'])) === 1);
    const [reader] = readers();
    process.kill(reader ?? 0, 'SIGSTOP');
    const id = await uploadPdf(server, ann, 'a.pdf', makePdf([['Read after all.']]));
    await until(async () => (await countFiles(server, [id], ['reading'])) === 1);
    process.kill(reader ?? 0, 'SIGKILL');
    await until(async () => (await countFiles(server, [id], ended)) === 1);
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'ready', extractedText: 'Read after all.' });
  });

  it('twice because of the file makes the file fail with an explanation', async () => {
    server = await startWithReaders({ memoryMb: 64, timeoutMs: 240_000 });
    const ann = await signUp(server.deps);
    const id = await uploadPdf(server, ann, 'bomb.pdf', makeBombPdf(2000));
    await until(async () => (await countFiles(server, [id], ended)) === 1).catch(() => {});
    await until(async () => (await countFiles(server, [id], ended)) === 1);
    const row = await server.deps.db.storedObject.findUniqueOrThrow({ where: { id } });
    expect(row).toMatchObject({ readState: 'failed', processingError: 'This file is too complex to process.' });
    // The job ends together with its file, and is not retried.
    await until(async () => (await server.deps.db.job.count()) === 0);
  });
});
