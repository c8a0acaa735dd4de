/**
 * Reads a claimed file in a worker and keeps what was understood: its text with pages, cut into passages for
 * retrieval; of a picture a copy without place and camera, and a preview. Reading twice gives the same, so a file
 * whose reading was cut off is simply read again.
 */
import { buffer } from 'node:stream/consumers';
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
import type { Attachment } from '~/shared/schemas/messages';
import { cleanKey, firstStored, previewKey } from './object-keys';
import { storePassages } from './store-passages';

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
    data: { readState: 'reading' },
    select: { name: true, type: true, messageId: true, documentId: true },
  });
  if (!row) {
    // A process that ended after storing the result may have left the original.
    if (await store.stat(cleanKey(id))) await store.delete(id);
    return;
  }
  const source = await originalOrClean(deps, id);
  if (!source) return;
  const result = await understand(deps, row, source, context);
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
  if (kept?.messageId) await tellReaders(deps, kept.messageId);
}

/** Null when they could not be counted: then they are estimated where they are needed. */
const tokensOf = (text: string): Promise<number | null> =>
  countTokens([text]).then(
    ([tokens]) => tokens ?? null,
    () => null,
  );

async function understand(
  deps: Deps,
  { name, type }: { name: string; type: string },
  source: string | Uint8Array,
  { signal, attempt }: JobContext,
): Promise<Reading> {
  const kind = kindOfType(type);
  if (!kind) throw new Error(`No reader for the type ${type}`);
  const where = typeof source === 'string' ? { path: source } : { bytes: source };
  return deps.readers.read({ kind, name, type, ...where }, signal, { mayRetry: attempt < mostDeaths });
}

/**
 * Where the file lies, for the reader to open it; its bytes only where it lies in another place. Null when it is gone:
 * it was removed while it waited.
 */
async function originalOrClean({ store }: Deps, id: string): Promise<string | Uint8Array | null> {
  const found = await firstStored(store, [id, cleanKey(id)]);
  return found && ((await store.localPath(found.key)) ?? buffer(await store.read(found.key)));
}

async function storeOnce(deps: Deps, key: string, bytes: Uint8Array): Promise<void> {
  if (await deps.store.stat(key)) return;
  // A cleaned picture can be larger than the original; it was within the limits when it was taken.
  await deps.store.write(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    maxBytes: limits.attachmentBytes * 8,
  });
}

async function tellReaders(deps: Deps, messageId: string): Promise<void> {
  // Versions of the message have its files too.
  const versions = await deps.db.message.findMany({
    where: { OR: [{ id: messageId }, { filesOf: messageId }] },
    select: { id: true, conversationId: true },
  });
  const ids = versions.map(({ id }) => id);
  const attachments = await attachmentsOf(deps, ids);
  for (const { id, conversationId } of versions)
    deps.bus.publish(`conversation:${conversationId}`, {
      type: 'attachments',
      messageId: id,
      attachments: attachments.get(id) ?? [],
    });
}

/** How much of a file's text travels with its message; the whole is read by passage. */
const previewCharacters = 4000;

/** The attachments of messages, as far as they are understood by now. */
export async function attachmentsOf(deps: Deps, messageIds: string[]): Promise<Map<string, Attachment[]>> {
  const rows = await deps.db.sql<AttachmentRow>`
    SELECT o.id, m.id AS message_id, name, type, size, read_state, processed_type, processing_error, note, has_preview,
           width, height, left(extracted_text, ${previewCharacters}::int) AS extracted_text
    FROM messages m JOIN objects o ON o.message_id = coalesce(m.files_of, m.id)
    WHERE m.id = ANY(${messageIds}::uuid[]) ORDER BY o.created_at, o.id`;
  const byMessage = new Map<string, Attachment[]>();
  for (const row of rows) byMessage.set(row.message_id, [...(byMessage.get(row.message_id) ?? []), toAttachment(row)]);
  return byMessage;
}

/** The ids of a message's files, which it may have from an earlier version. */
export async function filesOf({ db }: Pick<Deps, 'db'>, messageId: string): Promise<string[]> {
  const rows = await db.sql<{ id: string }>`
    SELECT o.id FROM messages m JOIN objects o ON o.message_id = coalesce(m.files_of, m.id)
    WHERE m.id = ${messageId}::uuid ORDER BY o.created_at, o.id`;
  return rows.map(({ id }) => id);
}

interface AttachmentRow {
  id: string;
  message_id: string;
  name: string;
  type: string;
  size: number;
  read_state: string;
  processed_type: string | null;
  processing_error: string | null;
  note: string | null;
  has_preview: boolean;
  width: number | null;
  height: number | null;
  extracted_text: string | null;
}

function toAttachment(row: AttachmentRow): Attachment {
  return {
    type: row.type,
    name: row.name,
    size: row.size,
    url: `/objects/${row.id}`,
    state: row.read_state as Attachment['state'] & string,
    ...(row.extracted_text && { extractedText: row.extracted_text.toWellFormed() }),
    ...(row.processed_type && { processedType: row.processed_type as Attachment['processedType'] & string }),
    ...(row.processing_error && { processingError: row.processing_error }),
    ...(row.note && { note: row.note }),
    ...(row.has_preview && { previewUrl: `/objects/${row.id}/preview` }),
    ...(row.width && row.height && { width: row.width, height: row.height }),
  };
}
