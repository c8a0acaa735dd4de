import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadRemoteImage, type RemoteImageState } from './load-remote-image';

let respond: (response: Response) => void;
let asked: { address: string; init: RequestInit }[];
const revoked: string[] = [];

beforeEach(() => {
  asked = [];
  revoked.length = 0;
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    asked.push({ address, init });
    return new Promise<Response>((resolve) => {
      respond = resolve;
    });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:one');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((src) => void revoked.push(src));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settled = () => new Promise((resolve) => setTimeout(resolve));

it('requests the image with a header that no image element can send, and shows it from memory', async () => {
  const shown: RemoteImageState[] = [];
  const release = loadRemoteImage('https://a.example/x.png?q=1&r=2', (image) => shown.push(image));
  expect(asked[0]?.address).toBe('/remote-image?url=https%3A%2F%2Fa.example%2Fx.png%3Fq%3D1%26r%3D2');
  expect(asked[0]?.init.headers).toEqual({ 'X-Requested-With': 'qInsight' });
  respond(new Response('bytes'));
  await settled();
  expect(shown).toEqual(['loading', { src: 'blob:one' }]);
  expect(revoked).toEqual([]);
  release();
  expect(revoked).toEqual(['blob:one']);
});

it('reports an error when the server rejects the request', async () => {
  const shown: RemoteImageState[] = [];
  loadRemoteImage('https://a.example/x.png', (image) => shown.push(image));
  respond(new Response('{}', { status: 403 }));
  await settled();
  expect(shown).toEqual(['loading', 'failed']);
  expect(URL.createObjectURL).not.toHaveBeenCalled();
});

it('releases the memory of an image that is no longer shown when it arrives', async () => {
  const shown: RemoteImageState[] = [];
  const release = loadRemoteImage('https://a.example/x.png', (image) => shown.push(image));
  release();
  expect(asked[0]?.init.signal?.aborted).toBe(true);
  respond(new Response('bytes'));
  await settled();
  expect(shown).toEqual(['loading']);
  expect(URL.createObjectURL).not.toHaveBeenCalled();
});
