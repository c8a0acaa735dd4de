/** Reads texts and passages of a conversation's files. */
import type { Deps } from '~/server/deps';
import type { Passage } from '~/server/generation/library';
import type { PageStart } from '~/server/reading/reading';

export interface PassageRow {
  id: string;
  name: string;
  place: number;
  page: number | null;
  text: string;
  rank: number;
}

const toPassage = ({ id, name, place, page, text, rank }: PassageRow): Passage => ({
  objectId: id,
  source: name,
  text,
  place,
  rank,
  ...(page !== null && { page }),
});

export async function readPassagesAt(
  { db }: Pick<Deps, 'db'>,
  conversationId: string,
  places: readonly { objectId: string; place: number }[],
): Promise<Passage[]> {
  if (places.length === 0) return [];
  const rows = await db.sql<PassageRow>`
    SELECT o.id, o.name, p.place, p.page, p.text, 0 AS rank
    FROM unnest(${places.map(({ objectId }) => objectId)}::uuid[], ${places.map(({ place }) => place)}::int[])
           AS wanted(id, place)
    JOIN object_passages p ON p.object_id = wanted.id AND p.place = wanted.place
    JOIN objects o ON o.id = p.object_id JOIN messages m ON m.id = o.message_id
    WHERE m.conversation_id = ${conversationId}::uuid ORDER BY o.id, p.place`;
  return rows.map(toPassage);
}

export async function readTexts(
  { db }: Pick<Deps, 'db'>,
  conversationId: string,
  objectIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db.sql<{ id: string; text: string; pages: PageStart[] }>`
    SELECT o.id, coalesce(o.extracted_text, '') AS text, o.pages
    FROM objects o JOIN messages m ON m.id = o.message_id
    WHERE o.id = ANY(${objectIds}::uuid[]) AND m.conversation_id = ${conversationId}::uuid`;
  return new Map(rows.map(({ id, text, pages }) => [id, withPageMarks(text, pages)]));
}

function withPageMarks(text: string, pages: readonly PageStart[]): string {
  if (pages.length === 0) return text.trim();
  return pages
    .map(({ page, start }, index) => `[page ${page}] ${text.slice(start, pages[index + 1]?.start).trim()}`)
    .join('\n\n');
}
