/**
 * Converts a draft to database rows. Ids are derived from user and source, so that the same message is never stored
 * twice.
 */

import type { Draft } from '~/server/features/imports/formats/draft';
import { sha256Bytes } from '~/server/lib/hash';
import type { ImportSource } from '~/shared/conversation-import';
import { limits } from '~/shared/limits';
import type { Citation } from '~/shared/schemas/citations';
import { titleFromMessage } from '~/shared/schemas/conversations';
import type { ImportedFrom } from '~/shared/schemas/imported-from';
import type { MessageMetadata } from '~/shared/schemas/messages';
import { textStart } from '~/shared/text-start';
import { messageTree, type TreeMessage } from './message-tree';

export interface ImportedMessage {
  id: string;
  conversationId: string;
  parentId: string;
  isActive: boolean;
  role: 'user' | 'assistant';
  content: string;
  metadata: MessageMetadata;
  createdAt: Date;
}

export interface ImportedConversation {
  id: string;
  /** The id in the exporting installation, this one or another. */
  originId: string | null;
  source: ImportSource;
  title: string;
  isPinned: boolean;
  isArchived: boolean;
  createdAt: Date;
  updatedAt: Date;
  /** The last message of the active branch. */
  leaf: string;
  messages: ImportedMessage[];
}

const maxMessages = 10_000;
const max = { names: 50, nameCharacters: 255, citations: 100, quoteCharacters: 2000, checkCharacters: 500 };

/** The rows, or the reason why there are none. */
export function importedRows(
  draft: Draft,
  userId: string,
  now = new Date(),
): ImportedConversation | { reason: string } {
  const { messages, leaf } = messageTree(draft);
  if (!leaf) return { reason: 'It has no messages' };
  if (messages.length > maxMessages) return { reason: 'It has more than 10,000 messages' };
  const idOf = (...parts: string[]) => stableId([userId, draft.source, draft.id, ...parts]);
  const id = idOf();
  const active = new Set<TreeMessage>();
  for (let at: TreeMessage | null = leaf; at; at = at.parent) active.add(at);
  const times = new Map<TreeMessage, Date>();
  const rows = messages.map((message): ImportedMessage => {
    const known = message.createdAt ?? (message.parent && times.get(message.parent)) ?? draft.createdAt ?? now;
    times.set(message, known);
    return {
      id: idOf(message.id),
      conversationId: id,
      parentId: message.parent ? idOf(message.parent.id) : id,
      isActive: active.has(message),
      role: message.role,
      content: textStart(message.text, limits.importedMessageCharacters),
      metadata: metadataOf(message, draft.source),
      createdAt: known,
    };
  });
  const createdAt = draft.createdAt ?? rows[0]?.createdAt ?? now;
  return {
    id,
    originId: draft.source === 'qinsight' ? draft.id : null,
    source: draft.source,
    title: titleOf(draft, messages),
    isPinned: draft.isPinned && !draft.isArchived,
    isArchived: draft.isArchived,
    createdAt,
    updatedAt: draft.updatedAt ?? rows.at(-1)?.createdAt ?? createdAt,
    leaf: idOf(leaf.id),
    messages: rows,
  };
}

/** A version 8 UUID from a hash. */
function stableId(parts: string[]): string {
  const hash = sha256Bytes(JSON.stringify(parts)).subarray(0, 16);
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

function titleOf({ title }: Draft, messages: readonly TreeMessage[]): string {
  const cleaned = title.replace(/\s+/g, ' ').trim();
  return cleaned
    ? textStart(cleaned, limits.titleCharacters)
    : titleFromMessage(textStart(messages[0]?.text ?? '', 1000));
}

function metadataOf(message: TreeMessage, source: ImportSource): MessageMetadata {
  const { files = [], checks = [], citations = [], text, model, reasoning } = message;
  const isShortened = message.isShortened || text.length > limits.importedMessageCharacters;
  const imported: ImportedFrom = {
    source,
    ...(files.length > 0 && { files: files.slice(0, max.names).map((name) => textStart(name, max.nameCharacters)) }),
    ...(checks.length > 0 && {
      checks: [...new Set(checks)].slice(0, max.names).map((one) => textStart(one, max.checkCharacters)),
    }),
    ...(isShortened && { isShortened }),
  };
  if (message.role === 'user') return { imported };
  return {
    status: message.status ?? 'complete',
    ...(model && { model: textStart(model, max.nameCharacters) }),
    ...(citations.length > 0 && {
      citations: citations.slice(0, max.citations).map((one) => bounded(one, text.length)),
    }),
    ...(reasoning && { reasoning: { ...reasoning, text: textStart(reasoning.text, limits.reasoningCharacters) } }),
    ...(message.isAboutInvestments && { isAboutInvestments: true }),
    ...(message.hasUnconfirmedFigures && { hasUnconfirmedFigures: true }),
    ...(message.isUnreviewed && { isUnreviewed: true }),
    imported,
  };
}

function bounded({ start, end, ...citation }: Citation, length: number): Citation {
  const shortened = Object.fromEntries(
    Object.entries(citation).map(([name, value]) => [
      name,
      typeof value === 'string' ? textStart(value, max.quoteCharacters) : value,
    ]),
  ) as typeof citation;
  const isInside = start !== undefined && end !== undefined && start < end && end <= length;
  return { ...shortened, ...(isInside && { start, end }) };
}
