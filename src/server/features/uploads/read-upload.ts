/**
 * Reads a claimed file in a worker and keeps what was understood: its text with pages, cut into passages for
 * retrieval; of a picture a copy without place and camera, and a preview. Reading twice gives the same, so a file
 * whose reading was cut off is simply read again.
 */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { cleanText, withinLimit } from '~/server/reading/clean-text';
import { cutPassages } from '~/server/reading/passages';
import type { FileKind, Reading } from '~/server/reading/reading';
import { words } from '~/server/reading/reading';
import { limits } from '~/shared/limits';
import type { Attachment } from '~/shared/schemas/messages';

const waitMs = 20_000;
/** Texts that people attached; the server wrote these files itself, and nothing else of this type comes in. */
export const textType = 'text/plain';

/** Begins in the background; how it went stands in the row. */
export function startReading(deps: Deps, id: string): void {
  const reading = readUpload(deps, id).catch((error) =>
    deps.logger.error({ err: error, objectId: id }, 'a file could not be read'),
  );
  deps.readings.set(id, reading);
  void reading.finally(() => deps.readings.delete(id));
}

/** Waits for files that an answer is about, but not for ever: an answer can say that a file is still being read. */
export async function untilRead(deps: Deps, ids: readonly string[], signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.any([signal, AbortSignal.timeout(waitMs)]);
  while (ids.length > 0 && !timeout.aborted) {
    const unread = await deps.db.storedObject.count({
      where: { id: { in: [...ids] }, readState: { in: ['queued', 'reading'] } },
    });
    if (unread === 0) return;
    const here = ids.flatMap((id) => deps.readings.get(id) ?? []);
    // A file that another process reads is looked for again in a moment.
    await Promise.race([
      here.length > 0 ? Promise.all(here) : new Promise((resolve) => setTimeout(resolve, 300)),
      new Promise((resolve) => timeout.addEventListener('abort', resolve, { once: true })),
    ]);
  }
}

async function readUpload(deps: Deps, id: string): Promise<void> {
  const { db, store } = deps;
  const [row] = await db.storedObject.updateManyAndReturn({
    where: { id, claimedAt: { not: null } },
    data: { readState: 'reading' },
    select: { name: true, type: true, messageId: true },
  });
  if (!row) return;
  const bytes = await originalOrClean(deps, id);
  if (!bytes) return;
  let result: Reading;
  try {
    result =
      row.type === textType
        ? { extractedText: withinLimit(cleanText(Buffer.from(bytes).toString('utf8'))).text }
        : await deps.readers.read({ kind: kindOf(row.type), name: row.name, type: row.type, bytes });
  } catch (error) {
    // The server is stopping: the file stays in the queue for the next start.
    if (error instanceof AppError && error.code === 'unavailable') return;
    deps.logger.warn({ err: error, objectId: id }, 'a reader failed');
    result = { processedType: 'unknown', processingError: words.unreadable };
  }
  const { image } = result;
  if (image?.cleaned) await storeOnce(deps, `${id}-clean`, image.cleaned);
  if (image?.preview) await storeOnce(deps, `${id}-preview`, image.preview);
  const text = result.extractedText;
  const passages = text ? cutPassages(text, result.pages) : [];
  const kept = await db.$transaction(async (tx) => {
    const [updated] = await tx.storedObject.updateManyAndReturn({
      where: { id },
      data: {
        readState: result.processingError && !text ? 'failed' : 'ready',
        processedType: result.processedType ?? null,
        extractedText: text ?? null,
        processingError: result.processingError ?? null,
        note: result.note ?? null,
        pages: (result.pages ?? []).map(({ page, start }) => ({ page, start })),
        width: image?.width ?? null,
        height: image?.height ?? null,
        hasPreview: image?.preview !== undefined,
        ...(image?.cleaned && { type: image.cleanedType ?? row.type, size: image.cleaned.byteLength }),
      },
      select: { messageId: true },
    });
    if (!updated) return null;
    await tx.objectPassage.deleteMany({ where: { objectId: id } });
    await tx.objectPassage.createMany({
      data: passages.map((passage, place) => ({
        objectId: id,
        place,
        page: passage.page ?? null,
        start: passage.start,
        text: passage.text,
      })),
    });
    return updated;
  });
  // The original holds what the copy leaves out; it goes once the copy is there.
  if (kept && image?.cleaned) await store.delete(id);
  if (kept?.messageId) await tellReaders(deps, kept.messageId);
}

/** Null when the bytes are gone: the file was removed while it waited. */
async function originalOrClean(deps: Deps, id: string): Promise<Uint8Array | null> {
  for (const key of [id, `${id}-clean`]) {
    if (await deps.store.stat(key)) return buffer(await deps.store.read(key));
  }
  return null;
}

async function storeOnce(deps: Deps, key: string, bytes: Uint8Array): Promise<void> {
  if (await deps.store.stat(key)) return;
  // A cleaned picture can be larger than the original; it was within the limits when it was taken.
  await deps.store.write(key, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), {
    maxBytes: limits.attachmentBytes * 8,
  });
}

/** Word files and PDFs have one type each; everything else that was let in is a picture. */
function kindOf(type: string): FileKind {
  if (type === 'application/pdf') return 'pdf';
  if (type === 'application/msword') return 'doc';
  return type.startsWith('image/') ? 'image' : 'docx';
}

async function tellReaders(deps: Deps, messageId: string): Promise<void> {
  const message = await deps.db.message.findUnique({ where: { id: messageId }, select: { conversationId: true } });
  if (!message) return;
  const attachments = (await attachmentsOf(deps, [messageId])).get(messageId) ?? [];
  deps.bus.publish(`conversation:${message.conversationId}`, { type: 'attachments', messageId, attachments });
}

/** How much of a file's text travels with its message; the whole is read by passage. */
const previewCharacters = 4000;

/** The attachments of messages, as far as they are understood by now. */
export async function attachmentsOf(deps: Deps, messageIds: string[]): Promise<Map<string, Attachment[]>> {
  const rows = await deps.db.sql<AttachmentRow>`
    SELECT id, message_id, name, type, size, read_state, processed_type, processing_error, note, has_preview, width, height,
           left(extracted_text, ${previewCharacters}::int) AS extracted_text
    FROM objects WHERE message_id = ANY(${messageIds}::uuid[]) ORDER BY created_at, id`;
  const byMessage = new Map<string, Attachment[]>();
  for (const row of rows) byMessage.set(row.message_id, [...(byMessage.get(row.message_id) ?? []), toAttachment(row)]);
  return byMessage;
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
