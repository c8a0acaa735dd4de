import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { multipartUploads } from './multipart-uploads';

const file = { id: 'uppy-filing/pdf-application/pdf-20000000-1', size: 20_000_000 };
const gone = () => {
  throw new ServerError('File not found', { code: 'NOT_FOUND', httpStatus: 404 });
};
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const created = (id: string) => () => ({ id, objectPath: `/objects/${id}`, partBytes: 8_388_608 });

it('resumes an upload when its file is selected after a reload', async () => {
  fakeServer({ 'uploads.createParts': created('first'), 'uploads.parts': () => ({ parts: [2] }) });
  expect(await multipartUploads('ada').begin(file)).toEqual({ uploadId: 'first', stored: [] });
  expect(await multipartUploads('ada').begin(file)).toEqual({ uploadId: 'first', stored: [2] });
});

it('restarts an upload of another account, of another file, or that no longer exists', async () => {
  fakeServer({ 'uploads.createParts': created('first'), 'uploads.parts': gone });
  await multipartUploads('ada').begin(file);
  const requests = fakeServer({ 'uploads.createParts': created('next'), 'uploads.parts': gone });
  await multipartUploads('bob').begin(file);
  await multipartUploads('ada').begin({ ...file, id: 'another' });
  expect(requests.map(({ path }) => path)).toEqual(['uploads.createParts', 'uploads.createParts']);
  expect(await multipartUploads('ada').begin(file)).toEqual({ uploadId: 'next', stored: [] });
});

it('does not restart it while the server is unreachable', async () => {
  fakeServer({ 'uploads.createParts': created('first') });
  await multipartUploads('ada').begin(file);
  fakeServer({
    'uploads.createParts': created('second'),
    'uploads.parts': () => {
      throw new ServerError('Busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 503 });
    },
  });
  await expect(multipartUploads('ada').begin(file)).rejects.toThrow('Busy');
  expect([...kept.values()]).toEqual(['first']);
});

it('is forgotten once it is complete or removed', async () => {
  fakeServer({
    'uploads.createParts': created('first'),
    'uploads.completeParts': () => ({ objectPath: '/objects/first' }),
    'uploads.remove': () => ({ message: 'File removed' }),
  });
  const uploads = multipartUploads('ada');
  await uploads.begin(file);
  expect(await uploads.complete(file, 'first')).toBe('/objects/first');
  expect(kept.size).toBe(0);
  await uploads.begin(file);
  await uploads.remove(file, 'first');
  expect(kept.size).toBe(0);
});

it('works if storage is forbidden', async () => {
  vi.stubGlobal('localStorage', undefined);
  fakeServer({ 'uploads.createParts': created('first') });
  expect(await multipartUploads('ada').begin(file)).toEqual({ uploadId: 'first', stored: [] });
});
