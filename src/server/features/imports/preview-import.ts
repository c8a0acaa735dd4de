/** Reads a file without storing any of it: counts its conversations and those the user already has. */
import type { Deps } from '~/server/deps';
import { type ImportRow, markPosition, type StoredPreview } from './import-store';
import { readImport } from './reading/import-reader';
import type { PreviewPart } from './reading/import-worker';

const maxProblems = 20;

/** Null if the import was canceled. */
export async function previewImport(
  { db }: Deps,
  { id, userId }: ImportRow,
  path: string,
  signal: AbortSignal,
): Promise<StoredPreview | null> {
  const sum = new PreviewSum();
  for await (const { preview, position } of readImport({ path, userId, position: 0, wanted: 'preview' }, signal)) {
    if (!(await markPosition(db, id, position))) return null;
    if (preview) sum.add(preview, await existingIds(db, userId, preview));
  }
  return sum.preview;
}

interface ExistingIds {
  conversations: Set<string>;
  messages: Set<string>;
}

async function existingIds(db: Deps['db'], userId: string, { conversations }: PreviewPart): Promise<ExistingIds> {
  const ids = conversations.map(({ id }) => id);
  const origins = conversations.flatMap(({ originId }) => originId ?? []);
  const rows = await db.sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE id = ANY(${[...ids, ...origins]}::uuid[]) AND user_id = ${userId}::uuid`;
  const found = new Set(rows.map(({ id }) => id));
  const grown = conversations.filter(({ id }) => found.has(id)).flatMap(({ messageIds }) => messageIds);
  const messages =
    grown.length === 0 ? [] : await db.sql<{ id: string }>`SELECT id FROM messages WHERE id = ANY(${grown}::uuid[])`;
  return { conversations: found, messages: new Set(messages.map(({ id }) => id)) };
}

class PreviewSum {
  readonly preview: StoredPreview = {
    conversations: 0,
    messages: 0,
    present: 0,
    from: null,
    to: null,
    sources: [],
    unreadable: 0,
    problems: [],
    shortened: 0,
  };
  /** A file may contain a conversation twice. */
  private readonly seen = new Set<string>();

  add(part: PreviewPart, known: ExistingIds): void {
    const { preview } = this;
    for (const { id, originId, source, messageIds } of part.conversations) {
      if (!preview.sources.includes(source)) preview.sources.push(source);
      if (this.seen.has(id)) continue;
      this.seen.add(id);
      const isOrigin = originId !== null && known.conversations.has(originId);
      if (isOrigin || known.conversations.has(id)) preview.present++;
      else preview.conversations++;
      if (!isOrigin) preview.messages += messageIds.filter((message) => !known.messages.has(message)).length;
    }
    preview.unreadable += part.unreadable.length;
    preview.problems.push(...part.unreadable.slice(0, maxProblems - preview.problems.length));
    preview.shortened += part.shortened;
    if (part.from !== null) preview.from = Math.min(preview.from ?? part.from, part.from);
    if (part.to !== null) preview.to = Math.max(preview.to ?? part.to, part.to);
  }
}
