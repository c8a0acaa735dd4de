/**
 * Files too large for one request are uploaded in parts: started with their size, which is reserved at once, and
 * completed when every part has arrived. The server counts the parts and their bytes; the browser only names the file.
 * Incomplete uploads are deleted by the sweeper after 24 hours, or at once when the user removes them.
 */
import type { Deps } from '~/server/deps';
import { AppError } from '~/server/lib/errors';
import { ObjectRangeInvalid, ObjectTooLarge } from '~/server/providers/storage/types';
import { limits } from '~/shared/limits';
import type { PartsTarget, PartTarget } from '~/shared/schemas/uploads';
import { largestFile, reserveFile } from './quotas';
import { fileNotFound } from './uploads.errors';
import { objectPath } from './uploads.service';

export async function createParts(deps: Deps, userId: string, size: number): Promise<PartsTarget> {
  if (size > largestFile(deps)) throw new ObjectTooLarge(largestFile(deps));
  const id = await deps.store.newKey();
  await reserveFile(deps, userId, id, size);
  try {
    const uploadId = await deps.store.parts.begin(id);
    await deps.db.storedObject.update({ where: { id }, data: { uploadId } });
  } catch (error) {
    await deps.db.storedObject.deleteMany({ where: { id } });
    throw error;
  }
  return { id, objectPath: objectPath(id), partBytes: limits.uploadPartBytes };
}

export async function signPart(
  { db, store }: Deps,
  userId: string,
  { id, part: number, baseUrl }: { id: string; part: number; baseUrl: string },
): Promise<PartTarget> {
  const { uploadId, size: total } = await ownUpload(db, userId, id);
  if (uploadId === null) throw fileNotFound();
  const size = partSizes(total)[number - 1];
  if (size === undefined) throw new ObjectRangeInvalid();
  const { url, headers } = await store.parts.sign({ key: id, uploadId }, { number, size, userId, baseUrl });
  return { uploadURL: url, headers };
}

/** The parts that need not be sent again: all of them for a complete file. */
export async function listParts({ db, store }: Deps, userId: string, id: string): Promise<{ parts: number[] }> {
  const { uploadId, size } = await ownUpload(db, userId, id);
  const sizes = partSizes(size);
  if (uploadId === null) {
    if (!(await store.stat(id))) throw fileNotFound();
    return { parts: sizes.map((_, index) => index + 1) };
  }
  const stored = await store.parts.list({ key: id, uploadId });
  return { parts: stored.filter((part) => part.size === sizes[part.number - 1]).map(({ number }) => number) };
}

/** Idempotent, because a response may be lost. */
export async function completeParts(deps: Deps, userId: string, id: string): Promise<{ objectPath: string }> {
  const { db, store } = deps;
  const { uploadId, size } = await ownUpload(db, userId, id);
  if (uploadId === null) {
    if (!(await store.stat(id))) throw fileNotFound();
    return { objectPath: objectPath(id) };
  }
  try {
    await store.parts.join({ key: id, uploadId }, partSizes(size));
  } catch (error) {
    // Another request, or one whose response was lost, has joined the parts.
    const isJoined = error instanceof AppError && (await store.stat(id))?.size === size;
    if (!isJoined) throw error;
  }
  const { count } = await db.storedObject.updateMany({ where: { id, uploadId }, data: { uploadId: null } });
  if (count === 0 && !(await db.storedObject.findFirst({ where: { id }, select: { id: true } }))) {
    // Deleted while the parts were joined: its key may have been swept before the file existed.
    await store.delete(id);
    throw fileNotFound();
  }
  return { objectPath: objectPath(id) };
}

/** Until it is claimed, a file has its declared size. */
async function ownUpload(db: Deps['db'], userId: string, id: string) {
  const row = await db.storedObject.findFirst({ where: { id, userId }, select: { uploadId: true, size: true } });
  if (!row) throw fileNotFound();
  return row;
}

export function partSizes(total: number): number[] {
  const count = Math.ceil(total / limits.uploadPartBytes);
  return Array.from({ length: count }, (_, index) =>
    Math.min(limits.uploadPartBytes, total - index * limits.uploadPartBytes),
  );
}
