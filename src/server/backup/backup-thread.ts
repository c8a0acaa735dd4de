/** The thread that makes and verifies backups. It ends after each request, because it is needed once a day. */
import { inherited } from '~/server/env';
import { createProgramThread } from '~/server/lib/program-thread';
import type { BackupReply, BackupSummary, MakeRequest, VerifyRequest } from './backup-worker';

/** Longer than any backup should take. */
const longestMs = 20 * 60 * 60_000;
const heapMb = 1024;
/** Variables that the PostgreSQL client and temporary files depend on. */
const variables = ['HOME', 'TMPDIR', 'PGUSER', 'PGPASSWORD', 'PGPASSFILE', 'PGSSLMODE', 'PGSSLROOTCERT', 'PGOPTIONS'];

/** `code` comes from the system or the database. */
class BackupFailed extends Error {
  override readonly name = 'BackupFailed';
  constructor(
    message: string,
    readonly code: string | undefined,
  ) {
    super(message);
  }
}

/** Throws BackupFailed, or the signal's reason. */
export async function askBackupThread(
  request: MakeRequest | VerifyRequest,
  signal: AbortSignal,
): Promise<BackupSummary> {
  const thread = createProgramThread<MakeRequest | VerifyRequest, BackupReply>({
    name: 'backup-worker',
    neighbor: import.meta.filename,
    longestMs,
    heapMb,
    env: inherited(...variables),
  });
  try {
    const reply = await thread.ask(request, signal);
    if ('error' in reply) throw new BackupFailed(reply.error.message, reply.error.code);
    return reply.done;
  } finally {
    await thread.close();
  }
}
