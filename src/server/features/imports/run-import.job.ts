/** Reads an import file, first for the preview and then to store it. Resumes after an interruption. */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { sweepSoon } from '~/server/features/uploads/sweeper';
import { withLocalFile } from '~/server/features/uploads/with-local-file';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { TooCostly } from '~/server/lib/program-thread';
import type { ImportState } from '~/shared/conversation-import';
import { changeImport, type ImportRow, readImportRow } from './import-store';
import { importFailed } from './imports.errors';
import { previewImport } from './preview-import';
import { ImportProblem, problemWords } from './reading/import-problem';
import { storeImport } from './store-import';

const payload = z.object({ importId: z.uuid() });
type RunImport = z.infer<typeof payload>;

const working: readonly ImportState[] = ['reading', 'running'];

export const runImportJob: JobKind<Deps, RunImport> = defineJob<Deps, RunImport>({
  kind: 'conversations.import',
  payload,
  run: runImport,
  async onDead(deps, { importId: id }) {
    const row = await readImportRow(deps.db, { id });
    if (row) await end(deps, row, 'failed', importFailed);
  },
});

async function runImport(deps: Deps, { importId: id }: RunImport, { signal }: JobContext): Promise<void> {
  const row = await readImportRow(deps.db, { id });
  if (!row || !working.includes(row.state)) return;
  try {
    await withLocalFile(deps.store, row.objectId, signal, (path) =>
      row.state === 'reading' ? preview(deps, row, path, signal) : store(deps, row, path, signal),
    );
  } catch (error) {
    if (error instanceof ImportProblem) await end(deps, row, 'failed', problemWords[error.code]);
    else if (error instanceof TooCostly) await end(deps, row, 'failed', importFailed);
    else throw error;
  }
}

async function preview(deps: Deps, row: ImportRow, path: string, signal: AbortSignal): Promise<void> {
  const found = await previewImport(deps, row, path, signal);
  if (found) await changeImport(deps.db, row.id, ['reading'], { state: 'ready', preview: found });
}

async function store(deps: Deps, row: ImportRow, path: string, signal: AbortSignal): Promise<void> {
  const ended = await storeImport(deps, row, path, signal);
  if (ended === 'done') await end(deps, row, 'done');
  if (ended === 'full')
    await end(deps, row, 'failed', 'Your account is full. Delete conversations you no longer need and import again.');
}

/** The file is no longer needed. */
async function end(deps: Deps, row: ImportRow, state: 'done' | 'failed', error?: string): Promise<void> {
  await changeImport(deps.db, row.id, working, { state, ...(error && { error }) });
  await deleteImportFile(deps, row);
}

export async function deleteImportFile(deps: Deps, { objectId, userId }: ImportRow): Promise<void> {
  await deps.db.storedObject.deleteMany({ where: { id: objectId, userId, claimedAt: null } });
  sweepSoon(deps);
}
