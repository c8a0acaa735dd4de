/** Copies the files of a shared link for the user who copies it. They count towards that user's quota. */
import type { Deps } from '~/server/deps';
import { reserveFile } from '~/server/features/uploads/quotas';
import { deleteUnattached } from '~/server/features/uploads/sweeper';
import { fileNotFound } from '~/server/features/uploads/uploads.errors';
import { objectPath, storeClaim } from '~/server/features/uploads/uploads.service';
import { firstStored, wholeFileKeys } from '~/server/providers/storage/object-keys';
import { limits } from '~/shared/limits';
import type { SharedFile } from './frozen-files';
import type { SharedMessage } from './frozen-messages';

/** A processed image can be larger than the original upload. */
const largestCopy = limits.attachmentBytes * 8;

/** Maps the link's file ids to those of the copies. All or nothing: after a failure, finished copies are deleted. */
export async function copyFiles(
  deps: Deps,
  userId: string,
  files: readonly SharedFile[],
): Promise<ReadonlyMap<string, string>> {
  const copies = new Map<string, string>();
  try {
    for (const file of files) {
      const id = await deps.store.newKey();
      await reserveFile(deps, userId, id, file.size);
      copies.set(file.id, id);
      const found = await firstStored(deps.store, wholeFileKeys(file.objectId));
      if (!found) throw fileNotFound();
      await deps.store.write(id, await deps.store.read(found.key), { maxBytes: largestCopy, size: found.size });
      if (!(await storeClaim(deps, { id, name: file.name, type: file.type, size: found.size }))) throw fileNotFound();
    }
    return copies;
  } catch (error) {
    await deleteUnattached(deps, userId, [...copies.values()]);
    throw error;
  }
}

/** The message with the ids of the copies. */
export function withCopies(message: SharedMessage, copies: ReadonlyMap<string, string>): SharedMessage {
  const { attachments = [], metadata } = message;
  const citations = metadata.citations?.map((citation) => {
    const { objectId, ...rest } = citation;
    const copy = objectId && copies.get(objectId);
    return copy ? { ...rest, objectId: copy } : rest;
  });
  return {
    ...message,
    attachments: attachments.flatMap(({ url, ...file }) => {
      const copy = copies.get(url.slice(objectPath('').length));
      return copy ? [{ ...file, url: objectPath(copy) }] : [];
    }),
    metadata: { ...metadata, ...(citations && { citations }) },
  };
}

/**
 * The message for each copy: the one the file was attached to, else the user's message before the first answer that
 * cites it, or that answer itself.
 */
export function placesOf(
  messages: readonly (SharedMessage & { id: string })[],
  copies: ReadonlyMap<string, string>,
): { objectId: string; messageId: string }[] {
  return [...copies.values()].flatMap((objectId) => {
    const sent = messages.find(({ attachments }) => attachments?.some(({ url }) => url === objectPath(objectId)));
    const citing = messages.findIndex(({ metadata }) => metadata.citations?.some((one) => one.objectId === objectId));
    const before = messages[citing - 1];
    const place = sent ?? (before?.role === 'user' ? before : (messages[citing] ?? messages[0]));
    return place ? [{ objectId, messageId: place.id }] : [];
  });
}
