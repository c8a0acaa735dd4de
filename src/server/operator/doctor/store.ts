import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Env } from '~/server/env';
import { createObjectStore } from '~/server/providers/storage/create-store';
import { type Finding, fail, ok } from './finding';

/** Writes an object, reads it, deletes it, and looks that it is gone. */
export async function examineStore(env: Env): Promise<Finding[]> {
  const store = createObjectStore(env);
  const where = store.kind === 's3' ? `S3, bucket ${env.S3_BUCKET}` : `files in ${env.DATA_DIR}/objects`;
  const key = `doctor-${randomUUID()}`;
  const bytes = Buffer.from('The doctor was here.');
  const mend = 'Look at the rights of the account that the settings name: it must read, write, delete and list.';
  await store.write(key, bytes, { maxBytes: bytes.length });
  try {
    const read = await buffer(await store.read(key));
    if (!read.equals(bytes)) return [fail('store', `${where}: what was read is not what was written`, mend)];
  } finally {
    await store.delete(key);
  }
  if (await store.stat(key)) return [fail('store', `${where}: what was deleted is still there`, mend)];
  return [ok('store', `${where}: written, read and deleted`)];
}
