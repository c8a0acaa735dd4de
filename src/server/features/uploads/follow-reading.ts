/**
 * Stores the progress of processing a file for its users: at most one small write a second, and none for files
 * processed within the first second. The column has no index, so PostgreSQL can reuse the space of the row's previous
 * version (HOT update).
 */
import type { Deps } from '~/server/deps';
import type { ReportProgress } from '~/server/reading/reading';
import type { ReadingProgress } from '~/shared/schemas/uploads';
import { publishAttachments } from './attachments';

const everyMs = 1000;

export interface ReadingSubscription {
  report: ReportProgress;
  /** Nothing is written after this. */
  end(): Promise<void>;
}

export function followReading(deps: Deps, objectId: string): ReadingSubscription {
  let latest: ReadingProgress | undefined;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let hasEnded = false;

  function start(): void {
    timer = setTimeout(() => {
      writing = write();
    }, everyMs);
  }

  async function write(): Promise<void> {
    const written = latest;
    try {
      const [row] = await deps.db.sql<{ messageId: string | null }>`
        UPDATE objects SET read_progress = ${JSON.stringify(written)}::jsonb
        WHERE id = ${objectId}::uuid AND read_state = 'reading' RETURNING message_id AS "messageId"`;
      if (row?.messageId) await publishAttachments(deps, row.messageId);
    } catch (error) {
      deps.logger.warn({ err: error, objectId }, 'failed to store the progress of processing a file');
    }
    timer = undefined;
    if (!hasEnded && latest !== written) start();
  }

  return {
    report(progress) {
      latest = progress;
      if (!timer && !hasEnded) start();
    },
    async end() {
      hasEnded = true;
      clearTimeout(timer);
      await writing;
    },
  };
}
