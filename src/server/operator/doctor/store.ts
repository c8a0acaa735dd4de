import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Env } from '~/server/env';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { type Finding, fail, ok } from './finding';

/** Writes an object, reads it, deletes it and checks that it is gone. */
export async function checkFileStorage(env: Env): Promise<Finding[]> {
  const store = createObjectStore(env);
  const where = store.kind === 's3' ? `S3, bucket ${env.S3_BUCKET}` : `files in ${env.DATA_DIR}/objects`;
  const key = `doctor-${randomUUID()}`;
  const bytes = Buffer.from('Written by npm run doctor.');
  const fix = 'Check the permissions of the storage account: it must be able to read, write, delete and list.';
  await store.write(key, bytes, { maxBytes: bytes.length });
  try {
    const read = await buffer(await store.read(key));
    if (!read.equals(bytes)) return [fail('file storage', `${where}: returned other bytes than were written`, fix)];
  } finally {
    await store.delete(key);
  }
  if (await store.stat(key)) return [fail('file storage', `${where}: a deleted file still exists`, fix)];
  return [ok('file storage', `${where}: write, read and delete work`)];
}
