/** Uploads a file completely over HTTP, until it is ready to attach. */
import type { TestUser } from '~/server/testing/worlds/test-server';

export async function sendFile(
  base: string,
  user: TestUser,
  { name, type, bytes }: { name: string; type: string; bytes: Buffer },
) {
  const target = await user.call.uploads.create({ size: bytes.length, type });
  const { pathname, search } = new URL(target.uploadURL, base);
  const { headers } = target;
  const sent = await fetch(new URL(base).origin + pathname + search, {
    method: 'PUT',
    headers,
    body: new Uint8Array(bytes),
  });
  if (!sent.ok) throw new Error(`the file was not taken: ${sent.status}`);
  return user.call.uploads.claim({ fileURL: target.uploadURL, name, type });
}
