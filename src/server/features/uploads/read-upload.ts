/**
 * Reads a claimed file in a worker and keeps what was understood: its text with pages, cut into passages for
 * retrieval; of a picture a copy without place and camera, and a preview. Reading twice gives the same, so a file
 * whose reading was cut off is simply read again.
 */
import { Prisma } from '~/server/db/generated/client';
import type { Deps } from '~/server/deps';
import { queueIndexing } from '~/server/features/collections/index-document.job';
import { queueEmbedding } from '~/server/features/vectors/embed-file.job';
import type { JobContext } from '~/server/jobs/job-kind';
import { countTokens } from '~/server/lib/tokens/count-tokens';
import { pause } from '~/server/lib/wait';
import { kindOfType } from '~/server/reading/detect/media-types';
import { cutPassages } from '~/server/reading/extract/passages';
import type { Reading } from '~/server/reading/reading';
import { indexPassages } from '~/server/retrieval/index-passages';
import { limits } from '~/shared/limits';
import { publishAttachments } from './attachments';
import { followReading } from './follow-reading';
import { cleanKey, firstStored, previewKey } from './object-keys';
import { storePassages } from './store-passages';
import { withLocalFile } from './with-local-file';

const waitMs = 20_000;
/** How often a waiting answer looks whether its files are ready: at first and, after a second, from then on. */
const looks = { firstMs: 50, laterMs: 250, firstCount: 20 };
/** A reader that died may have been the victim of another process's memory; one that dies twice met its file. */
const mostDeaths = 2;

/** Waits for files that an answer is about, but not for ever: an answer can say that a file is still being read. */
export async function untilRead(
  { db }: Pick<Deps, 'db'>,
  ids: readonly string[],
  askedSignal: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([askedSignal, AbortSignal.timeout(waitMs)]);
  for (let look = 0; ids.length > 0 && !signal.aborted; look++) {
    const [unread] = await db.sql`
      SELECT 1 FROM objects WHERE id = ANY(${ids}::uuid[]) AND read_state IN ('queued', 'reading') LIMIT 1`;
    if (!unread) return;
    await pause(look < looks.firstCount ? looks.firstMs : looks.laterMs, signal);
  }
}

/** Runs as a job, see read-file.job.ts. Throws when another attempt may end better. */
export async function readUpload(deps: Deps, id: string, context: JobContext): Promise<void> {
  const { db, store } = deps;
  const [row] = await db.storedObject.updateManyAndReturn({
    where: { id, claimedAt: { not: null }, readState: { in: ['queued', 'reading'] } },
    data: { readState: 'reading', readProgress: Prisma.DbNull },
    select: { name: true, type: true, messageId: true, documentId: true },
  });
  if (!row) {
    // A process that ended after storing the result may have left the original.
    if (await store.stat(cleanKey(id))) await store.delete(id);
    return;
  }
  const found = await firstStored(store, [id, cleanKey(id)]);
  // It was removed while it waited.
  if (!found) return;
  const result = await withLocalFile(store, found.key, context.signal, (path) =>
    understand(deps, { id, ...row }, { path, size: found.size }, context),
  );
  const { image } = result;
  if (image?.cleaned) await storeOnce(deps, cleanKey(id), image.cleaned);
  if (image?.preview) await storeOnce(deps, previewKey(id), image.preview);
  const text = result.extractedText;
  const passages = text ? cutPassages(text, result.pages) : [];
  // Before the file counts as read, so that it is never read with half of them.
  await storePassages(deps, id, passages);
  // A document is searched with its collection; see index-document.job.ts.
  if (!row.documentId) await indexPassages(deps, id, id, context.signal);
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
  if (kept?.documentId) await queueIndexing(deps, id);
  else if (kept) await queueEmbedding(deps, id);
  // The original holds what the copy leaves out; it goes once the copy is there.
  if (kept && image?.cleaned) await store.delete(id);
  if (kept?.messageId) await publishAttachments(deps, kept.messageId);
}

/** Null when they could not be counted: then they are estimated where they are needed. */
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
    return await deps.readers.read({ kind, name, type, ...file }, signal, { mayRetry: attempt < mostDeaths, report });
  } finally {
    await end();
  }
}

async function storeOnce(deps: Deps, key: string, bytes: Uint8Array): Promise<void> {
  if (await deps.store.stat(key)) return;
  // A cleaned picture can be larger than the original; it was within the limits when it was taken.
  await deps.store.write(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    maxBytes: limits.attachmentBytes * 8,
  });
}
