import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { limits } from '~/shared/limits';
import { defaultUploadLimits, type MultipartUploads } from './upload-rules';
import { createUploader, type Uploader } from './uploader';

const { uploadPartBytes } = limits;
const size = 2 * uploadPartBytes + 5;
const signed = { method: 'PUT' as const, headers: {} };

/** The parts stored by the fake server, and the results of the next part requests. */
let stored: Map<string, Map<number, number>>;
let outcomes: (number | 'wait')[];
let sent: string[];
let removed: string[];

class FakeRequest {
  status = 0;
  responseText = '';
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  private url = '';
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  abort() {}
  send(body: Blob) {
    sent.push(this.url);
    const outcome = outcomes.shift() ?? 200;
    if (outcome === 'wait') return;
    this.status = outcome;
    const [upload = '', part = ''] = this.url.split('/');
    if (outcome === 200) stored.get(upload)?.set(Number(part), body.size);
    setTimeout(() => (outcome === 0 ? this.onerror() : this.onload()));
  }
}

let begun: string | undefined;
const multipart: MultipartUploads = {
  async begin() {
    begun ??= 'first';
    if (!stored.has(begun)) stored.set(begun, new Map());
    return { uploadId: begun, stored: [...(stored.get(begun)?.keys() ?? [])] };
  },
  sign: async (uploadId, part) => ({ ...signed, url: `${uploadId}/${part}` }),
  listStored: async (uploadId) => [...(stored.get(uploadId)?.keys() ?? [])],
  async complete(_file, uploadId) {
    const bytes = [...(stored.get(uploadId)?.values() ?? [])].reduce((sum, one) => sum + one, 0);
    if (bytes !== size) throw Object.assign(new Error('incomplete'), { data: { httpStatus: 400 } });
    return `/objects/${uploadId}`;
  },
  async remove(_file, uploadId) {
    removed.push(uploadId);
  },
};

const single = vi.fn(async () => ({ ...signed, url: 'single/1' }));
let uploader: Uploader;
const add = (bytes: number, type = 'application/pdf') =>
  uploader.addFile({ name: 'filing.pdf', type, data: new Blob([new Uint8Array(bytes)]) });
const result = async () => {
  const { successful = [], failed = [] } = (await uploader.upload()) ?? {};
  return { urls: successful.map(({ uploadURL }) => uploadURL), failed: failed.map(({ error }) => error) };
};

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('navigator', { onLine: true });
  [stored, outcomes, sent, removed, begun] = [new Map(), [], [], [], undefined];
  uploader = createUploader({
    ...defaultUploadLimits,
    maxFileSize: 30 * 1024 ** 2,
    onGetUploadParameters: single,
    multipart,
  });
});
afterEach(() => {
  uploader.destroy();
  vi.unstubAllGlobals();
});

describe('uploading several files', () => {
  it('reports each as soon as it is uploaded, while others are still in progress', async () => {
    const arrived: string[] = [];
    uploader.destroy();
    uploader = createUploader({
      ...defaultUploadLimits,
      onGetUploadParameters: async ({ name }) => ({ ...signed, url: `single/${name}` }),
      onUploaded: ({ name, uploadURL }) => void arrived.push(`${name} ${uploadURL}`),
    });
    outcomes = [200, 'wait'];
    for (const name of ['first.pdf', 'second.pdf'])
      uploader.addFile({ name, type: 'application/pdf', data: new Blob(['text']) });
    const uploading = uploader.upload();
    await expect.poll(() => arrived).toHaveLength(1);
    const [one = ''] = arrived;
    const name = sent[0]?.replace('single/', '');
    expect(one).toBe(`${name} single/${name}`);
    expect(uploader.getObjectOfFilesPerState().isUploadInProgress).toBe(true);
    uploader.cancelAll();
    await uploading;
    expect(arrived).toEqual([one]);
  });
});

describe('uploading a folder', () => {
  it('uploads 120 files once each, and rejects one more than the limit with a message', async () => {
    uploader.destroy();
    const arrived: string[] = [];
    const count = 120;
    uploader = createUploader({
      ...defaultUploadLimits,
      maxNumberOfFiles: count,
      onGetUploadParameters: async ({ name }) => ({ ...signed, url: `single/${name}` }),
      onUploaded: ({ name }) => void arrived.push(name),
    });
    const named = (index: number) => ({ name: `${index}.txt`, type: 'text/plain', data: new Blob(['text']) });
    const names = Array.from({ length: count }, (_, index) => `${index}.txt`);
    uploader.addFiles(names.map((_, index) => named(index)));
    expect(() => uploader.addFile(named(count))).toThrow('At most 120 files at a time');
    await uploader.upload();
    expect(arrived.toSorted()).toEqual(names.toSorted());
    expect(sent).toHaveLength(count);
  });
});

it('rejects a second file where one is expected', () => {
  uploader.destroy();
  uploader = createUploader({ ...defaultUploadLimits, maxNumberOfFiles: 1, onGetUploadParameters: vi.fn() });
  const pdf = (name: string) => ({ name, type: 'application/pdf', data: new Blob(['text']) });
  uploader.addFile(pdf('new.pdf'));
  expect(() => uploader.addFile(pdf('other.pdf'))).toThrow('At most 1 file at a time');
});

it('rejects more files than a message can have', () => {
  uploader.destroy();
  uploader = createUploader({
    ...defaultUploadLimits,
    isPerMessage: true,
    numberTaken: 4,
    onGetUploadParameters: vi.fn(),
  });
  add(10);
  expect(() => add(11)).toThrow('At most 5 files per message');
});

describe('uploading a large file', () => {
  it('sends it in parts', async () => {
    add(size);
    expect(await result()).toEqual({ urls: ['/objects/first'], failed: [] });
    expect(sent.sort()).toEqual(['first/1', 'first/2', 'first/3']);
    expect(single).not.toHaveBeenCalled();
  });

  it('retries a failed part', async () => {
    outcomes = [200, 0];
    add(size);
    expect(await result()).toEqual({ urls: ['/objects/first'], failed: [] });
    expect(sent).toHaveLength(4);
    expect(removed).toEqual([]);
  });

  it('keeps its parts after a failure, and retries with those that are missing', async () => {
    outcomes = [200, 403];
    const id = add(size);
    expect((await result()).failed).toHaveLength(1);
    await expect.poll(() => stored.get('first')?.size).toBe(2);
    sent = [];
    const { successful = [] } = (await uploader.retryUpload(id)) ?? {};
    expect(successful.map(({ uploadURL }) => uploadURL)).toEqual(['/objects/first']);
    expect(sent).toHaveLength(1);
    expect(removed).toEqual([]);
  });

  it('pauses and continues with the missing parts', async () => {
    outcomes = [200, 200, 'wait'];
    const id = add(size);
    const uploading = result();
    await expect.poll(() => stored.get('first')?.size).toBe(2);
    uploader.pauseResume(id);
    uploader.pauseResume(id);
    expect(await uploading).toEqual({ urls: ['/objects/first'], failed: [] });
    expect(sent).toHaveLength(4);
  });

  it('removes it from the server when the user removes it', async () => {
    outcomes = ['wait', 'wait', 'wait'];
    const id = add(size);
    const uploading = result();
    await expect.poll(() => sent.length).toBe(3);
    uploader.removeFile(id);
    await expect.poll(() => removed).toEqual(['first']);
    expect((await uploading).urls).toEqual([]);
  });

  it('rejects an image', () => {
    expect(() => add(size, 'image/png')).toThrow();
    expect(uploader.getState().info).toMatchObject([{ message: 'filing.pdf: Image is larger than 10 MB' }]);
  });
});

it.each([
  ['tool.exe', 5, 'This file type is not allowed'],
  ['empty.pdf', 0, 'This file is empty'],
  ['filing.pdf', 30 * 1024 ** 2 + 1, 'File is larger than 30 MB'],
])('names %s when it is rejected', (name, bytes, problem) => {
  const data = { size: bytes } as Blob;
  expect(() => uploader.addFile({ name, type: '', data })).toThrow();
  expect(uploader.getState().info).toMatchObject([{ message: `${name}: ${problem}` }]);
  expect(uploader.getFiles()).toEqual([]);
});

it('sends a small file in one request', async () => {
  add(uploadPartBytes);
  expect((await result()).failed).toEqual([]);
  expect(sent).toEqual(['single/1']);
});
