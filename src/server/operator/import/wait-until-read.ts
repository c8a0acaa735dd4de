import type { Deps } from '~/server/deps';
import { indexDocumentJob } from '~/server/features/collections/index-document.job';
import type { Io } from '~/server/lib/command-output';
import { pause } from '~/server/lib/wait';

const notSearchable =
  'Its text could not be made searchable. npm run jobs shows the reason. npm run jobs -- --retry tries again.';
const pollMs = 500;
const reportMs = 5000;

/** Reports the documents that could not be processed, and returns their number. */
export async function waitUntilRead({ db }: Pick<Deps, 'db'>, documentIds: readonly string[], io: Io): Promise<number> {
  for (let reported = Date.now(); ; await pause(pollMs)) {
    const rows = await db.sql<{ source: string; isIndexed: boolean; problem: string | null }>`
      SELECT d.source, d.indexed_at IS NOT NULL AS "isIndexed",
             CASE WHEN o.read_state = 'failed' THEN coalesce(o.processing_error, 'Its text could not be read.')
                  WHEN d.indexed_at IS NULL AND EXISTS (
                    SELECT FROM jobs j WHERE j.kind = ${indexDocumentJob.kind} AND j.key = o.id::text AND j.state = 'dead'
                  ) THEN ${notSearchable} END AS problem
      FROM collection_documents d JOIN objects o ON o.id = d.object_id
      WHERE d.id = ANY(${[...documentIds]}::uuid[]) ORDER BY d.source`;
    const done = rows.filter(({ isIndexed, problem }) => isIndexed || problem !== null);
    if (done.length === rows.length) {
      const failed = done.filter(({ problem }) => problem !== null);
      for (const { source, problem } of failed) io.warn(`${source}: ${problem}`);
      return failed.length;
    }
    if (Date.now() - reported < reportMs) continue;
    reported = Date.now();
    io.print(`Read ${done.length} of ${rows.length} files`);
  }
}
