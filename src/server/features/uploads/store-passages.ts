import type { Deps } from '~/server/deps';
import type { Passage } from '~/server/reading/extract/passages';

/**
 * Small, because the embedded database runs on the server's thread: other requests run between the short statements.
 * For the same reason there is no transaction, which would block their queries.
 */
const passagesPerStatement = 50;

/** Stores the passages of a file. Idempotent, and safe to run in two processes concurrently. */
export async function storePassages(
  { db }: Pick<Deps, 'db'>,
  objectId: string,
  passages: readonly Passage[],
): Promise<void> {
  for (let first = 0; first < passages.length; first += passagesPerStatement) {
    const part = passages.slice(first, first + passagesPerStatement);
    // The file may have been deleted since; then nothing is stored.
    await db.sql`
      INSERT INTO object_passages (object_id, place, page, start, text)
      SELECT ${objectId}::uuid, part.place, part.page, part.start, part.text
      FROM unnest(${part.map((_, index) => first + index)}::int[], ${part.map(({ page }) => page ?? null)}::int[],
                  ${part.map(({ start }) => start)}::int[], ${part.map(({ text }) => text)}::text[])
           AS part(place, page, start, text)
      WHERE EXISTS (SELECT FROM objects WHERE id = ${objectId}::uuid)
      ON CONFLICT (object_id, place) DO UPDATE SET page = excluded.page, start = excluded.start, text = excluded.text`;
    await new Promise((resolve) => setImmediate(resolve));
  }
  await db.sql`DELETE FROM object_passages WHERE object_id = ${objectId}::uuid AND place >= ${passages.length}::int`;
}
