/**
 * Uploads the text of one document to its collection at xAI. Idempotent: the progress of an earlier attempt is kept.
 */
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { defineJob, type JobContext, type JobKind } from '~/server/jobs/job-kind';
import { pause } from '~/server/lib/wait';
import { type CollectionMirror, MirrorError } from '~/server/providers/mirror/types';
import { mirroredFileName, readMark } from './mirror-names';
import { mirrorOf } from './mirror-of';
import {
  beginUpload,
  type DocumentToMirror,
  deleteDocumentRows,
  saveFile,
  saveProblem,
  saveState,
} from './mirror-rows';
import { scheduleRepair } from './schedule-mirror';

/** How long an upload waits for xAI to process the text. Afterwards the recurring job checks it. */
const waitMs = 60_000;
const firstPauseMs = 250;
const maxPauseMs = 5000;

const payload = z.object({ documentId: z.uuid() });
type UploadDocument = z.infer<typeof payload>;

export const uploadDocumentJob: JobKind<Deps, UploadDocument> = defineJob<Deps, UploadDocument>({
  kind: 'mirror.upload',
  payload,
  concurrency: 2,
  attempts: 6,
  firstPauseMs: 5000,
  run: uploadDocument,
  onDead: ({ db }, { documentId }) => saveProblem(db, documentId, 'xAI could not be reached.', true),
});

async function uploadDocument(deps: Deps, { documentId }: UploadDocument, context: JobContext): Promise<void> {
  const { db, logger } = deps;
  const { signal } = context;
  const mirror = mirrorOf(deps);
  const document = mirror && (await beginUpload(db, documentId));
  if (!document) return;
  try {
    await copy(deps, mirror, document, signal);
  } catch (error) {
    if (!(error instanceof MirrorError)) throw error;
    logger.warn({ err: error, reason: error.reason, documentId }, 'failed to mirror a document to xAI');
    const isFinal = error.code === 'too_large' || error.code === 'refused';
    await saveProblem(db, documentId, error.message, isFinal || context.isLastAttempt);
    if (!isFinal) throw error;
  }
}

async function copy(
  deps: Deps,
  mirror: CollectionMirror,
  document: DocumentToMirror,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps;
  const { target } = document;
  const fileId = document.fileId ?? (await uploadOnce(deps, mirror, document, signal));
  if (!document.fileId && !(await saveFile(db, document, fileId))) return;
  try {
    if (document.before !== 'processing') await mirror.addDocument(target, fileId, signal);
  } catch (error) {
    if (error instanceof MirrorError && error.code === 'gone') {
      // The file or the collection was deleted at xAI. The next attempt starts over and checks both.
      await deleteDocumentRows(db, [fileId]);
      scheduleRepair(deps);
    }
    throw error;
  }
  await saveState(db, fileId, { state: 'processing' });
  await untilProcessed(deps, mirror, target, fileId, signal);
}

/** A file that an earlier attempt sent without receiving the response is found by its name. */
async function uploadOnce(
  { db }: Deps,
  mirror: CollectionMirror,
  document: DocumentToMirror,
  signal: AbortSignal,
): Promise<string> {
  const name = mirroredFileName(await readMark(db), document);
  if (document.before !== null) for await (const file of mirror.files(signal)) if (file.name === name) return file.id;
  return mirror.uploadFile(name, document.text, signal);
}

async function untilProcessed(
  { db }: Deps,
  mirror: CollectionMirror,
  target: string,
  fileId: string,
  signal: AbortSignal,
): Promise<void> {
  const end = Date.now() + waitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(maxPauseMs, pauseMs * 2)) {
    const { state, reason } = await mirror.document(target, fileId, signal);
    if (state === 'failed') throw new MirrorError('refused', 'xAI could not process the document.', reason);
    if (state === 'ready') return saveState(db, fileId, { state });
    if (Date.now() > end) return;
    await pause(pauseMs, signal);
    signal.throwIfAborted();
  }
}
