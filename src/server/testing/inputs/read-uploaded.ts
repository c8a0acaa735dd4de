import { checkFile } from '~/server/reading/detect/sniff';
import type { ReaderPool } from '~/server/reading/pool/reader-pool';
import type { Reading } from '~/server/reading/reading';

/** Processes a file like an upload: checked first, then read by a process. */
export async function readUploaded(
  pool: ReaderPool,
  name: string,
  content: Buffer | string,
  declaredType?: string,
): Promise<Reading> {
  const bytes = Buffer.from(content as string);
  const { kind, type } = await checkFile({
    name,
    declaredType,
    head: bytes.subarray(0, 65_536),
    size: bytes.length,
    readRange: async (start, end) => bytes.subarray(start, end),
  });
  return pool.read({ kind, type, name, bytes });
}
