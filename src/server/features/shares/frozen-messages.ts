import type { FrozenMessage } from '~/server/features/exports/exports.service';
import { finalMetadata } from '~/server/features/figures/figures-after-checks';
import { objectPath } from '~/server/features/uploads/uploads.service';
import type { Citation } from '~/shared/schemas/citations';
import type { Attachment, MessageMetadata } from '~/shared/schemas/messages';
import type { FrozenFile } from './frozen-files';

/**
 * A message of a shared link for copying: text, sources, checks and chosen files, without its owner's private data.
 * Files have the ids of the link.
 */
export interface SharedMessage {
  role: 'user' | 'assistant';
  content: string;
  /** Absent in links of earlier versions. */
  attachments?: Pick<Attachment, 'name' | 'type' | 'size' | 'url'>[];
  metadata: MessageMetadata;
  createdAt: string;
}

type Files = ReadonlyMap<string, Pick<FrozenFile, 'id'>>;

export const sharedMessages = (messages: readonly FrozenMessage[], files: Files): SharedMessage[] =>
  messages.map(({ role, content, attachments, metadata, createdAt }) => ({
    role,
    content,
    attachments: attachments.flatMap(({ name, type, size, url }) => {
      const file = files.get(url.slice(objectPath('').length));
      return file ? [{ name, type, size, url: objectPath(file.id) }] : [];
    }),
    metadata: { ...sharedMetadata(metadata, files), imported: { source: 'shared' } },
    createdAt: createdAt.toISOString(),
  }));

function sharedMetadata(metadata: MessageMetadata, files: Files): MessageMetadata {
  const { status, error, isUnreviewed, model, liveSearchUsed, numSourcesUsed, citations, ...figures } =
    finalMetadata(metadata);
  const { unconfirmedFigures, confirmedFigures, hasUnconfirmedFigures, isAboutInvestments } = figures;
  return withoutAbsent({
    status,
    error: error && { code: error.code, message: error.message },
    isUnreviewed,
    model,
    liveSearchUsed,
    numSourcesUsed,
    citations: citations?.map((citation) => withoutOwnersIds(citation, files)),
    unconfirmedFigures,
    confirmedFigures,
    hasUnconfirmedFigures,
    isAboutInvestments,
  });
}

/** Files that were not chosen, documents and stored pages stay private. */
function withoutOwnersIds({ objectId, documentId: _document, check, ...kept }: Citation, files: Files): Citation {
  const file = objectId ? files.get(objectId) : undefined;
  const citation = file ? { ...kept, objectId: file.id } : kept;
  if (!check) return citation;
  const { snapshotId: _, ...shown } = check;
  // The result of a running check will not be added to the copy later.
  return shown.verdict === 'pending' ? citation : { ...citation, check: shown };
}

function withoutAbsent<Shape extends object>(value: Shape): { [Key in keyof Shape]: Exclude<Shape[Key], undefined> } {
  return JSON.parse(JSON.stringify(value));
}
