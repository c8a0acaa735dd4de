/** Jobs that process uploaded files: the bytes of a file are only loaded when a worker is free. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobKind } from '~/server/jobs/job-kind';
import { readerCount } from '~/server/reading/pool/reader-pool';
import { readingMessages } from '~/server/reading/reading';
import { readUpload } from './read-upload';

const payload = z.object({ objectId: z.uuid() });
type ReadFile = z.infer<typeof payload>;

export const readFileJob: JobKind<Deps, ReadFile> = defineJob({
  kind: 'file.read',
  payload,
  concurrency: readerCount,
  // Takes over an hour, because a file storage that is unavailable fails every file that waits.
  attempts: 12,
  run: (deps: Deps, { objectId }: ReadFile, context: Parameters<typeof readUpload>[2]) =>
    readUpload(deps, objectId, context),
  async onDead({ db }: Deps, { objectId }: ReadFile) {
    await db.sql`
      UPDATE objects SET read_state = 'failed', processing_error = ${readingMessages.unreadable}
      WHERE id = ${objectId}::uuid AND read_state IN ('queued', 'reading')`;
  },
});
