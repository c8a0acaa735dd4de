/** Makes and verifies backups in a thread: both keep a CPU core busy, and requests must not wait for them. */
import { parentPort } from 'node:worker_threads';
import type { Env } from '~/server/env';
import { backUp, rowsOf } from './back-up';
import { openScratch } from './scratch-database';
import { type VerifyOptions, verifyBackup } from './verify-backup';

export interface MakeRequest {
  task: 'make';
  env: Env;
  to: string;
  previous: string[];
  productVersion: string;
  /** The copy of an embedded database; null if the rows are read from the server. */
  copy: string | null;
}

export interface VerifyRequest extends VerifyOptions {
  task: 'verify';
  folder: string;
}

export interface BackupSummary {
  rows: number;
  files: number;
  bytes: number;
  /** Without files linked from the previous backup. */
  newBytes: number;
  /** Ids of files that the storage did not have. */
  missing: string[];
}

export type BackupReply = { done: BackupSummary } | { error: { message: string; code: string | undefined } };

const silent = { print() {}, warn() {} };

async function work(request: MakeRequest | VerifyRequest): Promise<BackupSummary> {
  if (request.task === 'verify')
    return { ...(await verifyBackup(request.folder, request)), bytes: 0, newBytes: 0, missing: [] };
  const { env, to, productVersion, previous, copy } = request;
  const options = copy ? { previous, openRows: () => openScratch(copy) } : { previous };
  const { manifest, copiedBytes } = await backUp(env, to, productVersion, silent, options);
  const { database, objects } = manifest;
  const tableBytes = database.tables.reduce((sum, { bytes }) => sum + bytes, 0);
  const bytes = tableBytes + objects.totalBytes;
  return {
    rows: rowsOf(database),
    files: objects.count,
    bytes,
    newBytes: tableBytes + copiedBytes,
    missing: objects.missing,
  };
}

parentPort?.on('message', (request: MakeRequest | VerifyRequest) => {
  work(request).then(
    (done) => parentPort?.postMessage({ done } satisfies BackupReply),
    (error: NodeJS.ErrnoException & { cause?: NodeJS.ErrnoException }) => {
      const reply = { message: error.message, code: error.code ?? error.cause?.code };
      parentPort?.postMessage({ error: reply } satisfies BackupReply);
    },
  );
});
