/** The steps of an upload: a link to send the bytes to, the claim that checks them, and processing. */
import { buffer } from 'node:stream/consumers';
import type { Deps } from '~/server/deps';
import { alreadyAttached, attachmentsNotFound } from '~/server/generation/generation.errors';
import { codeOf } from '~/server/lib/caught';
import { fileTypeNotAllowed } from '~/server/lib/errors';
import { isObjectKey, ObjectTooLarge } from '~/server/providers/storage/types';
import { extensionOf, safeFileName } from '~/server/reading/detect/file-name';
import { guessExtension } from '~/server/reading/detect/guess-extension';
import {
  declaredTypeOf,
  formatOfExtension,
  formatOfType,
  withoutParameters,
} from '~/server/reading/detect/media-types';
import { checkFile } from '~/server/reading/detect/sniff';
import { limits } from '~/shared/limits';
import type {
  ClaimedUpload,
  ClaimUploadInput,
  PassageInput,
  QuotedPassage,
  UploadTarget,
} from '~/shared/schemas/uploads';
import { textEnd, textStart } from '~/shared/text-start';
import { largestFile, reserveFile } from './quotas';
import { readFileJob } from './read-file.job';
import { sweepSoon } from './sweeper';
import { fileNotFound, notUploaded } from './uploads.errors';

/** Enough of a file to detect its type. */
const headBytes = 65_536;
const passageContext = 600;

export const objectPath = (id: string) => `/objects/${id}`;

const claimedFields = {
  id: true,
  name: true,
  type: true,
  size: true,
  readState: true,
  claimedAt: true,
  messageId: true,
  documentId: true,
} as const;
interface ObjectRow {
  id: string;
  name: string;
  type: string;
  size: number;
  readState: string;
  claimedAt: Date | null;
  messageId: string | null;
  documentId: string | null;
}

export async function createUpload(
  deps: Deps,
  userId: string,
  upload: { size?: number | undefined; type?: string | undefined; baseUrl: string },
): Promise<UploadTarget> {
  const { size = limits.attachmentBytes } = upload;
  const type = withoutParameters(upload.type);
  if (size > limits.attachmentBytes) throw new ObjectTooLarge(limits.attachmentBytes);
  const id = await deps.store.newKey();
  // Reserve the row first, so that no link exists without available quota.
  await reserveFile(deps, userId, id, size);
  try {
    const { url, headers } = await deps.store.signUpload({
      key: id,
      userId,
      maxBytes: limits.attachmentBytes,
      baseUrl: upload.baseUrl,
      ...(upload.size !== undefined && { size: upload.size }),
      ...(type && { type }),
    });
    if (type) await deps.db.storedObject.updateMany({ where: { id }, data: { type } });
    return { uploadURL: url, headers, objectPath: objectPath(id) };
  } catch (error) {
    await deps.db.storedObject.deleteMany({ where: { id } });
    throw error;
  }
}

/** Checks what arrived at an upload URL. Claiming again only changes the name of a file without one. */
export async function claimUpload(deps: Deps, userId: string, input: ClaimUploadInput): Promise<ClaimedUpload> {
  const row = await ownObject(deps, userId, deps.store.keyOfUpload(input.fileURL));
  if (!row) throw fileNotFound();
  return toClaimed(await claim(deps, row, { name: input.name, type: input.type }, largestFile(deps)));
}

/**
 * The stored objects of a message's attachments, or of a document's file; claims each if necessary. Throws the same 400
 * for every invalid URL: forged, another user's, or missing.
 */
export async function claimAttachments(
  deps: Deps,
  userId: string,
  attachments: readonly { url: string; name?: string; type?: string; size?: number }[],
  maxBytes: number = limits.attachmentBytes,
): Promise<ClaimedUpload[]> {
  const claimed: ClaimedUpload[] = [];
  const rows = await Promise.all(attachments.map(({ url }) => ownObject(deps, userId, deps.store.keyOfUpload(url))));
  const missing = attachments.flatMap(({ name }, place) => (rows[place] || !name ? [] : [name]));
  for (const [place, attachment] of attachments.entries()) {
    const isTooLarge = (attachment.size ?? 0) > maxBytes;
    const row = rows[place];
    if (!row) throw isTooLarge ? new ObjectTooLarge(maxBytes) : attachmentsNotFound(missing);
    if (row.messageId || row.documentId) throw alreadyAttached();
    if (claimed.some(({ id }) => id === row.id)) continue;
    // Images were within the limit when uploaded; without location and camera data they can be larger.
    if ((isTooLarge || row.size > maxBytes) && !(row.claimedAt && isImage(row.type)))
      throw new ObjectTooLarge(maxBytes);
    claimed.push(toClaimed(await claim(deps, row, attachment, maxBytes)));
  }
  return claimed;
}

export async function removeUpload(deps: Deps, userId: string, id: string): Promise<void> {
  const { count } = await deps.db.storedObject.deleteMany({ where: { id, userId, messageId: null, documentId: null } });
  if (count === 0) throw fileNotFound();
  sweepSoon(deps);
}

/** A document's file can be read by users who may read its collection; other files only by their owner. */
export async function isReadable(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  file: { userId: string; documentId: string | null },
): Promise<boolean> {
  if (file.documentId === null) return file.userId === userId;
  const rows = await db.sql`
    SELECT 1 FROM collection_documents d JOIN collection_rights r ON r.collection_id = d.collection_id
    WHERE d.id = ${file.documentId}::uuid AND r.user_id = ${userId}::uuid LIMIT 1`;
  return rows.length > 0;
}

/** The passage that a citation quotes, with the text before and after it. */
export async function findPassage(
  deps: Deps,
  userId: string,
  { id, quote, start: at = 0 }: PassageInput,
): Promise<QuotedPassage> {
  const row = await deps.db.storedObject.findFirst({
    where: { id },
    select: { userId: true, documentId: true, name: true, extractedText: true, pages: true },
  });
  const text = row?.extractedText;
  if (!row || !text || !(await isReadable(deps, userId, row))) throw fileNotFound();
  const found = passageOf(text, row.pages as PageStart[], { quote, start: at });
  if (!found) throw fileNotFound();
  const { start: _, ...passage } = found;
  return { name: row.name, ...passage };
}

type PageStart = { page: number; start: number };

/** A quotation with its surrounding text, searched at `start` first. Null if the text does not contain it. */
export function passageOf(text: string, pages: PageStart[], { quote, start: at }: { quote: string; start: number }) {
  // A quotation from two passages has line breaks for any white space between them.
  const isHere = withSpaces(text.slice(at, at + quote.length)) === withSpaces(quote);
  const start = isHere ? at : text.indexOf(quote);
  if (start < 0) return null;
  const end = start + quote.length;
  const page = pageAt(pages, start);
  return {
    start,
    ...(page && { page }),
    before: textEnd(text.slice(0, start), passageContext).toWellFormed(),
    quote: text.slice(start, end),
    after: textStart(text.slice(end), passageContext).toWellFormed(),
  };
}

const withSpaces = (text: string): string => text.replace(/\s/g, ' ');

const pageAt = (pages: PageStart[], offset: number): number | undefined =>
  pages.findLast(({ start }) => start <= offset)?.page;

async function ownObject(deps: Deps, userId: string, key: string | null): Promise<ObjectRow | null> {
  if (!key || !isObjectKey(key) || !/^[0-9a-f-]{36}$/.test(key)) return null;
  return deps.db.storedObject.findFirst({ where: { id: key, userId }, select: claimedFields });
}

const isImage = (type: string) => type.startsWith('image/');

interface DeclaredFile {
  name?: string | undefined;
  type?: string | undefined;
}

async function claim(deps: Deps, row: ObjectRow, declared: DeclaredFile, maxBytes: number): Promise<ObjectRow> {
  if (row.claimedAt) {
    if (declared.name !== undefined || declared.type) checkAgreement(row, declared);
    return declared.name !== undefined && isUnnamed(row)
      ? rename(deps, row, { ...declared, name: declared.name })
      : row;
  }
  const size = await sizeOf(deps, row);
  try {
    const claimed =
      (await storeClaim(deps, { id: row.id, ...(await inspect(deps, row, { size, maxBytes }, declared)) })) ??
      (await deps.db.storedObject.findFirst({
        where: { id: row.id, claimedAt: { not: null } },
        select: claimedFields,
      }));
    // Deleted or swept in the meantime.
    if (!claimed) throw fileNotFound();
    return claimed;
  } catch (error) {
    // Rejected files are deleted, because the same bytes would be rejected again.
    if (isRejection(error)) await deps.db.storedObject.deleteMany({ where: { id: row.id, claimedAt: null } });
    throw error;
  }
}

async function sizeOf(deps: Deps, { id }: ObjectRow): Promise<number> {
  const found = await deps.store.stat(id);
  if (!found) throw notUploaded();
  return found.size;
}

/** Throws if the name or type of an attachment contradicts its confirmed file. */
function checkAgreement({ name, type }: ObjectRow, declared: DeclaredFile): void {
  const extension = extensionOf(declared.name === undefined ? name : safeFileName(declared.name));
  const format = formatOfExtension(extension);
  const declaredType = declaredTypeOf(declared.type);
  // Processing may have converted an image to another type, but its name keeps the extension that was confirmed.
  const isNamed = format === formatOfExtension(extensionOf(name)) || format?.types.includes(type);
  const isDeclared = isImage(type) ? declaredType.startsWith('image/') : format?.types.includes(declaredType);
  if (!isNamed || (declaredType && !isDeclared))
    throw fileTypeNotAllowed(`declared as ${declaredType}, named .${extension}, stored as ${type}`);
}

/**
 * Detects the type of an upload. Without a name, the type declared for the upload and the bytes decide; otherwise the
 * name must match the bytes.
 */
async function inspect(
  deps: Deps,
  { id, type: uploadType }: ObjectRow,
  { size, maxBytes }: { size: number; maxBytes: number },
  declared: DeclaredFile,
) {
  const readRange = async (start: number, end: number) =>
    buffer(await deps.store.read(id, { start, end: Math.min(end, size) - 1 }));
  const head = size > 0 ? await readRange(0, headBytes) : Buffer.alloc(0);
  const declaredFormat = formatOfType(declaredTypeOf(declared.type || uploadType), '');
  const guessed = async () => declaredFormat?.extensions[0] ?? (await guessExtension(head));
  const name = declared.name === undefined ? `${unnamed}.${await guessed()}` : safeFileName(declared.name);
  const { type } = await checkFile({ name, declaredType: declared.type, head, size, readRange }, maxBytes);
  return { name, type, size };
}

/** The name of a file until an attachment gives it one. */
const unnamed = 'file';
const isUnnamed = ({ name }: ObjectRow) => name === `${unnamed}.${extensionOf(name)}`;

async function rename(deps: Deps, row: ObjectRow, declared: DeclaredFile & { name: string }): Promise<ObjectRow> {
  const name = isImage(row.type) ? safeFileName(declared.name) : await checkedName(deps, row, declared);
  await deps.db.storedObject.updateMany({ where: { id: row.id, messageId: null, documentId: null }, data: { name } });
  return { ...row, name };
}

/** Not for images: once they are processed, the original is deleted. */
async function checkedName(deps: Deps, row: ObjectRow, declared: DeclaredFile): Promise<string> {
  // Its size was accepted when it was claimed.
  const size = await sizeOf(deps, row);
  const { name } = await inspect(deps, row, { size, maxBytes: size }, declared);
  return name;
}

/**
 * Stores a file's type and queues its processing, in one statement. Null if it was claimed in the meantime, or deleted.
 */
export async function storeClaim(
  { db, jobs }: Pick<Deps, 'db' | 'jobs'>,
  file: { id: string; name: string; type: string; size: number },
): Promise<ObjectRow | null> {
  const [row] = await db.sql<ObjectRow>`
    WITH claimed AS (
      UPDATE objects SET name = ${file.name}, type = ${file.type}, size = ${file.size}::int, claimed_at = now()
      WHERE id = ${file.id}::uuid AND claimed_at IS NULL
      RETURNING id, user_id, name, type, size, read_state, claimed_at, message_id, document_id
    )
    SELECT id, name, type, size, read_state AS "readState", claimed_at AS "claimedAt", message_id AS "messageId",
           document_id AS "documentId",
           enqueue_job(${readFileJob.kind}, id::text, user_id, jsonb_build_object('objectId', id), 0, false)
    FROM claimed`;
  if (row) jobs.wake();
  return row ?? null;
}

const isRejection = (error: unknown) => ['unsupported_type', 'too_large', 'validation'].includes(codeOf(error) ?? '');

export function toClaimed(row: Omit<ObjectRow, 'claimedAt' | 'messageId' | 'documentId'>): ClaimedUpload {
  const { id, name, type, size } = row;
  return { id, objectPath: objectPath(id), name, type, size, state: row.readState as ClaimedUpload['state'] };
}
