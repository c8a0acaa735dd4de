/**
 * The keys that encrypt message texts and the keys of stored files. They are in the database, encrypted with the
 * installation's secret, so that changing the secret only means encrypting these keys again, not every file and text.
 * There is one key unless the operator has added others.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '~/server/db/client';
import type { Env } from '~/server/env';
import { createSeal, type Seal, type SecretSettings } from '~/server/lib/installation-key';
import type { FileKeys } from '~/server/providers/storage/encrypted';
import { FileKeyMissing } from '~/server/providers/storage/encrypted-errors';
import { fileKeysPurpose } from '~/server/providers/storage/file-key-column';
import type { FileKey } from '~/server/providers/storage/frames';

interface Row {
  id: string;
  sealed: string;
}

const newSealed = (seal: Seal) => {
  const id = randomUUID();
  return { id, sealed: seal.seal(id, randomBytes(32).toString('base64')) };
};

/**
 * Adds a key for files and texts stored after the next restart of the processes. Older files still need the older keys.
 */
export async function addFileKey(env: SecretSettings, { sql }: Pick<Database, 'sql'>): Promise<void> {
  const { id, sealed } = newSealed(createSeal(env, fileKeysPurpose));
  await sql`INSERT INTO file_keys (id, sealed, created_at) VALUES (${id}::uuid, ${sealed}, clock_timestamp())`;
}

export function createFileKeys(
  env: SecretSettings & Pick<Env, 'ENCRYPT_FILES' | 'ENCRYPT_MESSAGES'>,
  { sql }: Pick<Database, 'sql'>,
): FileKeys {
  const seal = createSeal(env, fileKeysPurpose);
  const isEncrypting = env.ENCRYPT_FILES === 'on' || env.ENCRYPT_MESSAGES === 'on';
  const known = new Map<string, Buffer>();
  let current: Promise<FileKey> | undefined;

  const keyOf = ({ id, sealed }: Row): Buffer => {
    const opened = seal.open(id, sealed);
    if (!opened) throw new FileKeyMissing(`SECRET_KEY does not decrypt the key ${id} of stored files and messages`);
    const key = Buffer.from(opened.text, 'base64');
    known.set(id, key);
    return key;
  };
  const newest = async () => {
    const [row] = await sql<Row>`SELECT id, sealed FROM file_keys ORDER BY created_at DESC, id LIMIT 1`;
    return row;
  };
  /** If two processes create a key concurrently, both keys can be used. */
  const make = async () => {
    const { id, sealed } = newSealed(seal);
    await sql`INSERT INTO file_keys (id, sealed) SELECT ${id}::uuid, ${sealed} WHERE NOT EXISTS (SELECT FROM file_keys)`;
    return newest();
  };
  const readCurrent = async (): Promise<FileKey> => {
    const row = (await newest()) ?? (isEncrypting ? await make() : undefined);
    if (!row) throw new FileKeyMissing('the database has no key of stored files and messages');
    return { id: row.id, key: keyOf(row) };
  };

  return {
    current() {
      current ??= readCurrent().catch((error) => {
        current = undefined;
        throw error;
      });
      return current;
    },
    async find(id) {
      const key = known.get(id);
      if (key) return key;
      const [row] = await sql<Row>`SELECT id, sealed FROM file_keys WHERE id = ${id}::uuid`;
      if (!row) throw new FileKeyMissing(`the database has no key ${id} of stored files and messages`);
      return keyOf(row);
    },
  };
}
