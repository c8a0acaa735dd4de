/** The files that a user chose for a link, and the passages of them that the shared messages cite. */
import { randomUUID } from 'node:crypto';
import type { Deps } from '~/server/deps';
import type { FrozenMessage } from '~/server/features/exports/exports.service';
import { fileNotFound } from '~/server/features/uploads/uploads.errors';
import { objectPath, passageOf } from '~/server/features/uploads/uploads.service';
import type { Citation } from '~/shared/schemas/citations';
import type { ShareContentsInput } from '~/shared/schemas/shares';
import { readContents } from './share-contents';

/** A passage for display; `at` is its offset in the text of the file. */
export interface SharedPassage {
  at: number;
  page?: number;
  before: string;
  quote: string;
  after: string;
}

/** A stored file of a link. */
export interface SharedFile {
  id: string;
  objectId: string;
  name: string;
  type: string;
  size: number;
  passages: SharedPassage[];
}

export interface FrozenFile extends SharedFile {
  /** Absent if the file has no text. */
  text?: { content: string; pages: { page: number; start: number }[] };
}

/** By original file id, in the order of the choice. An id that the messages do not use is reported as not found. */
export async function chooseFiles(
  deps: Deps,
  userId: string,
  target: ShareContentsInput,
  fileIds: readonly string[],
): Promise<Map<string, FrozenFile>> {
  if (fileIds.length === 0) return new Map();
  const { files } = await readContents(deps, userId, target);
  const chosen = [...new Set(fileIds)].map((id) => files.find((file) => file.id === id));
  const texts = await deps.db.storedObject.findMany({
    where: { id: { in: [...fileIds] }, userId },
    select: { id: true, extractedText: true, pages: true },
  });
  return new Map(
    chosen.map((file) => {
      if (!file) throw fileNotFound();
      const { id: objectId, ...described } = file;
      const text = texts.find(({ id }) => id === objectId);
      const pages = (text?.pages ?? []) as { page: number; start: number }[];
      return [
        objectId,
        {
          ...described,
          id: randomUUID(),
          objectId,
          passages: [],
          ...(text?.extractedText && { text: { content: text.extractedText, pages } }),
        },
      ];
    }),
  );
}

/** Keeps only the chosen files of a message, and the passages that it cites from them. */
export function withFiles<Message extends FrozenMessage>(
  chosen: ReadonlyMap<string, FrozenFile>,
  message: Message,
): Message {
  const attachments = message.attachments.filter(({ url }) => chosen.has(url.slice(objectPath('').length)));
  const { citations } = message.metadata;
  const metadata = {
    ...message.metadata,
    ...(citations && { citations: citations.map((one) => placed(chosen, one)) }),
  };
  return { ...message, attachments, metadata };
}

const maxPassages = 1000;

/** Adds the offset at which the passage is found in the text. */
function placed(chosen: ReadonlyMap<string, FrozenFile>, citation: Citation): Citation {
  const { objectId, quote, sourceStart } = citation;
  const file = objectId ? chosen.get(objectId) : undefined;
  if (!file?.text || !quote) return citation;
  const { content, pages } = file.text;
  const found = passageOf(content, pages, { quote, start: sourceStart ?? 0 });
  if (!found) return citation;
  const { start: at, ...passage } = found;
  const isKept = file.passages.some((one) => one.at === at && one.quote === passage.quote);
  if (file.passages.length < maxPassages && !isKept) file.passages.push({ at, ...passage });
  return { ...citation, sourceStart: at };
}
