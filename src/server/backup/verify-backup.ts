/**
 * Proves that a backup can be restored, by restoring it: every file is compared with its hash, the rows are inserted
 * into a new database, which checks every key and reference, and read again. The same rows give the same bytes.
 */

import type { Session } from '~/server/db/session';
import { OperatorError } from '~/server/lib/operator-error';
import { rowsOf } from './back-up';
import { type Manifest, openBackup } from './manifest';
import { measurePart } from './parts';
import { assertKnown, checkParts, prepare } from './restore';
import { restoreRows } from './restore-rows';
import { openScratch } from './scratch-database';
import { beginSnapshot, readTables, rowLines } from './tables';

export interface VerifyOptions {
  passphrase: string | undefined;
  migrationsDir: string;
  /** A folder for the database, which must not exist yet. The caller deletes it. */
  scratch: string;
}

export interface VerifiedBackup {
  rows: number;
  files: number;
}

/** Throws an OperatorError that describes the problem with the backup. */
export async function verifyBackup(path: string, options: VerifyOptions): Promise<VerifiedBackup> {
  const { folder, manifest } = await openBackup(path, options.passphrase);
  assertKnown(manifest, options.migrationsDir);
  await checkParts(folder, manifest);
  const session = await openScratch(options.scratch);
  try {
    await prepare(session, manifest, options.migrationsDir);
    await restoreRows(session, folder, manifest, []);
    await compareRows(session, manifest);
  } finally {
    await session.close();
  }
  return { rows: rowsOf(manifest.database), files: manifest.objects.count };
}

async function compareRows(session: Session, { database }: Manifest): Promise<void> {
  await beginSnapshot(session);
  const tables = new Map((await readTables(session)).map((table) => [table.name, table]));
  for (const part of database.tables) {
    const table = tables.get(part.name);
    // Not part of the product, so it was not restored.
    if (!table) continue;
    let rows = 0;
    const lines = rowLines(session, table, (count) => {
      rows += count;
    });
    const { bytes, sha256 } = await measurePart(part.file, lines, { isCompressed: true });
    if (rows !== part.rows || bytes !== part.bytes || sha256 !== part.sha256)
      throw new OperatorError(
        `The table ${part.name} differs after a restore: ${rows} rows, where the backup has ${part.rows}, or other values.`,
      );
  }
  await session.script('COMMIT');
}
