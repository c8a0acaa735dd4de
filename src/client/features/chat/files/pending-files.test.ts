import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DirectUploadEvents } from '~/client/features/upload/direct-uploads';
import type { ClaimedUpload } from '~/shared/schemas/uploads';
import type { FileServer } from './file-claims';
import { createPendingFiles } from './pending-files';

/** Replaces Uppy: the test decides when uploads progress and finish. */
const wire = vi.hoisted(() => ({
  events: undefined as DirectUploadEvents | undefined,
  started: [] as string[],
  canceled: [] as string[],
}));
vi.mock('~/client/features/upload/direct-uploads', () => ({
  createDirectUploads(_options: unknown, events: DirectUploadEvents) {
    wire.events = events;
    return {
      start: (key: string) => wire.started.push(key),
      cancel: (key: string) => wire.canceled.push(key),
      togglePause: () => true,
    };
  },
}));

const key = 'files:ada:new';
const refused = Object.assign(new Error('This file type is not allowed'), { data: { httpStatus: 415 } });

function fakeServer(over: Partial<FileServer> = {}) {
  let count = 0;
  return {
    create: vi.fn(),
    claim: vi.fn(async ({ name, type }) => {
      count += 1;
      return { id: `id${count}`, objectPath: `/objects/id${count}`, name, type, size: 3, state: 'queued' as const };
    }),
    attachText: vi.fn(async ({ name }) => ({
      id: 'text1',
      objectPath: '/objects/text1',
      name,
      type: 'text/plain',
      size: 4,
      state: 'queued' as const,
    })),
    remove: vi.fn(async () => {}),
    ...over,
  };
}

const pdf = (name = 'a.pdf') => new File(['abc'], name, { type: 'application/pdf' });
const settle = () => new Promise((resolve) => setTimeout(resolve));

describe('pending files', () => {
  const items = new Map<string, string>();
  beforeEach(() => {
    items.clear();
    wire.started = [];
    wire.canceled = [];
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, value: string) => void items.set(name, value),
      removeItem: (name: string) => void items.delete(name),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  async function withReady(server = fakeServer(), count = 1) {
    const store = createPendingFiles(key, server);
    store.add(Array.from({ length: count }, (_, index) => pdf(`${index}.pdf`)));
    await vi.waitFor(() => expect(wire.started).toHaveLength(count), { timeout: 60_000 });
    for (const started of wire.started) {
      wire.events?.onSent(started, { name: 'a.pdf', type: 'application/pdf', size: 3, uploadURL: 'https://x/put' });
    }
    await settle();
    return store;
  }
  const states = (store: ReturnType<typeof createPendingFiles>) => store.state().files.map(({ state }) => state);

  it('are uploaded and claimed, and restored after a reload', async () => {
    const store = await withReady();
    expect(states(store)).toEqual(['ready']);
    const again = createPendingFiles(key, fakeServer());
    expect(again.state().files).toMatchObject([{ state: 'ready', stored: { objectPath: '/objects/id1' } }]);
  });

  it('say which of them were deleted because they were not sent, until the notice is dismissed', async () => {
    const stored = { objectPath: '/objects/a', type: 'application/pdf', size: 3 };
    const at = Date.now() - 8 * 24 * 3_600_000;
    items.set(
      key,
      JSON.stringify([
        { ...stored, id: 'a', name: 'a.pdf', at },
        { ...stored, id: 'b', name: 'b.pdf', at },
        { ...stored, id: 'c', name: 'c.pdf', at: Date.now() },
      ]),
    );
    const deleted = ['a.pdf, b.pdf: Deleted, because unsent files are kept for 7 days. Attach them again.'];
    expect(createPendingFiles(key, fakeServer()).state()).toMatchObject({
      files: [{ name: 'c.pdf' }],
      rejections: deleted,
    });
    const again = createPendingFiles(key, fakeServer());
    expect(again.state().rejections).toEqual(deleted);
    again.clearRejections();
    expect(again.state().rejections).toEqual([]);
    expect(createPendingFiles(key, fakeServer()).state()).toMatchObject({
      files: [{ name: 'c.pdf' }],
      rejections: [],
    });
  });

  it('show their progress', async () => {
    const store = createPendingFiles(key, fakeServer());
    store.add([pdf()]);
    await vi.waitFor(() => expect(wire.started).toHaveLength(1), { timeout: 60_000 });
    const [started = ''] = wire.started;
    wire.events?.onProgress(started, 0.5);
    expect(store.state().files).toMatchObject([{ state: 'uploading', progress: 0.5 }]);
    wire.events?.onWait(started, 'offline');
    expect(states(store)).toEqual(['offline']);
    wire.events?.onWait(started, undefined);
    expect(states(store)).toEqual(['uploading']);
    await store.togglePause(started);
    wire.events?.onProgress(started, 0.6);
    expect(states(store)).toEqual(['paused']);
  });

  it('are rejected with a message, while the others are accepted', () => {
    const store = createPendingFiles(key, fakeServer());
    store.add([new File(['x'], 'a.exe'), pdf(), new File([], 'b.pdf')]);
    expect(store.state().rejections).toEqual(['a.exe: This file type is not allowed', 'b.pdf: This file is empty']);
    expect(store.state().files).toHaveLength(1);
    store.add(Array.from({ length: 6 }, () => pdf()));
    expect(store.state().rejections).toEqual(['At most 5 files per message']);
    expect(store.state().files).toHaveLength(5);
  });

  it('show why the server rejects them, without a retry', async () => {
    const store = await withReady(fakeServer({ claim: vi.fn(async () => Promise.reject(refused)) }));
    expect(store.state().files).toMatchObject([
      { state: 'failed', error: 'This file type is not allowed', canRetry: false },
    ]);
    expect(items.size).toBe(0);
  });

  it('are uploaded again on Retry', async () => {
    const store = createPendingFiles(key, fakeServer());
    store.add([pdf()]);
    await vi.waitFor(() => expect(wire.started).toHaveLength(1), { timeout: 60_000 });
    const [started = ''] = wire.started;
    wire.events?.onFailed(started, 'The connection was lost.');
    expect(store.state().files).toMatchObject([{ state: 'failed', canRetry: true }]);
    store.retry(started);
    await vi.waitFor(() => expect(wire.started).toEqual([started, started]), { timeout: 60_000 });
    expect(states(store)).toEqual(['uploading']);
  });

  it('are deleted on the server when they are removed', async () => {
    const server = fakeServer();
    const store = await withReady(server, 2);
    store.remove(store.state().files[0]?.key ?? '');
    expect(server.remove).toHaveBeenCalledWith('id1');
    store.clear();
    expect(server.remove).toHaveBeenCalledWith('id2');
    expect([store.state().files, items.size]).toEqual([[], 0]);
  });

  it('stay with the draft until the server has the message', async () => {
    const store = await withReady();
    expect(store.handOver()).toHaveLength(1);
    expect(store.state().files).toMatchObject([{ isSending: true }]);
    // A reload at this point must restore it.
    expect(createPendingFiles(key, fakeServer()).state().files).toHaveLength(1);
    store.returnToDraft(['/objects/id1']);
    expect(store.state().files).toMatchObject([{ isSending: false }]);
    store.handOver();
    store.release(['/objects/id1']);
    expect([store.state().files, items.size]).toEqual([[], 0]);
  });

  it('belong to the first of two messages that are sent one after the other', async () => {
    const store = await withReady();
    store.handOver();
    expect(store.handOver()).toEqual([]);
    const successful = [{ name: 'b.pdf', type: 'application/pdf', size: 3, uploadURL: 'https://x/put' }];
    store.addUploaded({ successful, failed: [] });
    await settle();
    expect(store.handOver().map(({ name }) => name)).toEqual(['b.pdf']);
  });

  it('are only claimed when the dialog has uploaded them', async () => {
    const store = createPendingFiles(key, fakeServer());
    const successful = [{ name: 'b.docx', type: '', size: 3, uploadURL: 'https://x/put' }];
    store.addUploaded({ successful, failed: [] });
    expect(states(store)).toEqual(['checking']);
    await settle();
    expect(states(store)).toEqual(['ready']);
    expect(wire.started).toEqual([]);
  });

  it('turns a text that is too long for a message into a file', async () => {
    const server = fakeServer();
    const store = createPendingFiles(key, server);
    expect(await store.addText('Quarterly report: all of it')).toBe(true);
    expect(server.attachText).toHaveBeenCalledWith({
      name: 'Quarterly report all of it.txt',
      text: 'Quarterly report: all of it',
    });
    expect(store.state().files).toMatchObject([{ state: 'ready', type: 'text/plain', stored: { id: 'text1' } }]);
    expect(createPendingFiles(key, server).state().files).toHaveLength(1);
  });

  it('keeps the text if it could not be attached, and shows why', async () => {
    const attachText = vi.fn(async () => {
      throw refused;
    });
    const store = createPendingFiles(key, fakeServer({ attachText }));
    expect(await store.addText('words')).toBe(false);
    expect(store.state()).toMatchObject({ files: [], rejections: ['This file type is not allowed'] });
  });

  it('keeps the text if its file is removed before the server has it', async () => {
    let release: (file: ClaimedUpload) => void = () => {};
    const attachText = vi.fn(() => new Promise<ClaimedUpload>((resolve) => (release = resolve)));
    const server = fakeServer({ attachText });
    const store = createPendingFiles(key, server);
    const added = store.addText('words');
    await vi.waitFor(() => expect(attachText).toHaveBeenCalled(), { timeout: 60_000 });
    store.remove(store.state().files[0]?.key ?? '');
    release({
      id: 'text1',
      objectPath: '/objects/text1',
      name: 'words.txt',
      type: 'text/plain',
      size: 5,
      state: 'queued',
    });
    expect(await added).toBe(false);
    expect(store.state().files).toEqual([]);
    expect(server.remove).toHaveBeenCalledExactlyOnceWith('text1');
  });

  it('rejects a text if five files are attached', async () => {
    const server = fakeServer();
    const store = await withReady(server, 5);
    expect(await store.addText('words')).toBe(false);
    expect(server.attachText).not.toHaveBeenCalled();
    expect(store.state().rejections).toEqual(['At most 5 files per message']);
  });
});
