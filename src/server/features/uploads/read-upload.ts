/**
 * Processes a claimed file in a worker and stores the result: its text with pages, split into passages; for an image, a
 * copy without location and camera data and a preview. Idempotent, so an interrupted file is simply processed again.
 */
import { Prisma } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { queueIndexing } from '~/server/features/collections/index-document.job';
import { queueEmbedding } from '~/server/features/vectors/embed-file.job';
import type { JobContext } from '~/server/jobs/job-kind';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { pause } from '~/server/lib/wait';
import { cleanKey, firstStored, previewKey } from '~/server/providers/storage/object-keys';
import { kindOfType } from '~/server/reading/detect/media-types';
import { cutPassages } from '~/server/reading/extract/passages';
import { type Reading, readingMessages } from '~/server/reading/reading';
import { indexPassages } from '~/server/retrieval/index-passages';
import { limits } from '~/shared/limits';
import { publishAttachments } from './attachments';
import { followReading } from './follow-reading';
import { storePassages } from './store-passages';
import { withLocalFile } from './with-local-file';

const waitMs = 20_000;
/** Poll intervals while an answer waits for its files: short at first, longer after a second. */
const pollIntervals = { firstMs: 50, laterMs: 250, firstCount: 20 };
/**
 * A worker that crashes once may be the victim of another process's memory use; a second crash is caused by the file.
 */
const maxCrashes = 2;

/** A file whose job failed for good, see read-file.job.ts: it is read again if an operator retries the job. */
const givenUp = { readState: 'failed', processingError: readingMessages.unreadable };

/** Waits for the files of an answer, with a limit: the answer can say that a file is still being processed. */
export async function waitForFiles(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
  callerSignal: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(waitMs)]);
  for (let look = 0; ids.length > 0 && !signal.aborted; look++) {
    const [unread] = await db.sql`
      SELECT 1 FROM objects WHERE id = ANY(${ids}::uuid[]) AND read_state IN ('queued', 'reading') LIMIT 1`;
    if (!unread) return;
    await pause(look < pollIntervals.firstCount ? pollIntervals.firstMs : pollIntervals.laterMs, signal);
  }
}

/** Runs as a job, see read-file.job.ts. Throws if a retry may succeed. */
export async function readUpload(deps: Deps, id: string, context: JobContext): Promise<void> {
  const { db, store } = deps;
  const [row] = await db.storedObject.updateManyAndReturn({
    where: { id, claimedAt: { not: null }, OR: [{ readState: { in: ['queued', 'reading'] } }, givenUp] },
    data: { readState: 'reading', readProgress: Prisma.DbNull, processingError: null },
    select: { name: true, type: true, messageId: true, documentId: true },
  });
  if (!row) {
    await deleteUnneededCopies(deps, id);
    // A process that stopped after storing the result may have left the original.
    if (await store.stat(cleanKey(id))) await store.delete(id);
    return;
  }
  const found = await firstStored(store, [id, cleanKey(id)]);
  if (!found) {
    const isKept = (await db.storedObject.count({ where: { id } })) > 0;
    if (isKept) throw new Error('The file storage does not have this file.');
    // The file was deleted while it waited.
    return;
  }
  const result = await withLocalFile(store, found.key, context.signal, (path) =>
    understand(deps, { id, ...row }, { path, size: found.size }, context),
  );
  const { image } = result;
  const text = result.extractedText;
  const passages = text ? cutPassages(text, result.pages) : [];
  // Before the file counts as processed, so that it is never searched with only some of its passages.
  await storePassages(deps, id, passages);
  // Documents are indexed with their collection; see index-document.job.ts.
  if (!row.documentId) await indexPassages(deps, id, id, context.signal);
  if (image?.cleaned) await storeOnce(deps, cleanKey(id), image.cleaned);
  if (image?.preview) await storeOnce(deps, previewKey(id), image.preview);
  const [kept] = await db.storedObject.updateManyAndReturn({
    where: { id },
    data: {
      readState: result.processingError && !text ? 'failed' : 'ready',
      readProgress: Prisma.DbNull,
      processedType: result.processedType,
      extractedText: text ?? null,
      textTokens: text ? await tokensOf(text) : null,
      processingError: result.processingError ?? null,
      note: result.note ?? null,
      pages: (result.pages ?? []).map(({ page, start }) => ({ page, start })),
      width: image?.width ?? null,
      height: image?.height ?? null,
      hasPreview: image?.preview !== undefined,
      ...(image?.cleaned && { type: image.cleanedType ?? row.type, size: image.cleaned.byteLength }),
    },
    select: { messageId: true, documentId: true },
  });
  if (!kept) await deleteUnneededCopies(deps, id);
  if (kept?.documentId) await queueIndexing(deps, id);
  else if (kept) await queueEmbedding(deps, id);
  // The original contains the data that the copy leaves out, so it is deleted once the copy exists.
  if (kept && image?.cleaned) await store.delete(id);
  if (kept?.messageId) await publishAttachments(deps, kept.messageId);
}

/**
 * Deletes the copies of a file that was deleted while it was processed: its keys may have been swept before the copies
 * existed. A shared link can still need them.
 */
async function deleteUnneededCopies({ db, store }: Deps, id: string): Promise<void> {
  const needed = await db.sql`
    SELECT 1 FROM objects WHERE id = ${id}::uuid UNION ALL SELECT 1 FROM share_files WHERE object_id = ${id}::uuid LIMIT 1`;
  if (needed.length > 0) return;
  for (const key of [cleanKey(id), previewKey(id)]) await store.delete(key);
}

/** Null if counting failed; the tokens are then estimated where they are needed. */
const tokensOf = (text: string): Promise<number | null> =>
  countTokens([text]).then(
    ([tokens]) => tokens ?? null,
    () => null,
  );

async function understand(
  deps: Deps,
  { id, name, type }: { id: string; name: string; type: string },
  file: { path: string; size: number },
  { signal, attempt }: JobContext,
): Promise<Reading> {
  const kind = kindOfType(type);
  if (!kind) throw new Error(`No reader for the type ${type}`);
  const { report, end } = followReading(deps, id);
  try {
    return await deps.readers.read({ kind, name, type, ...file }, signal, { mayRetry: attempt < maxCrashes, report });
  } finally {
    await end();
  }
}

async function storeOnce(deps: Deps, key: string, bytes: Uint8Array): Promise<void> {
  if (await deps.store.stat(key)) return;
  // A clean image can be larger than the original, which was within the limits when it was accepted.
  await deps.store.write(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    maxBytes: limits.attachmentBytes * 8,
  });
}
