/** Exports the web pages that a user's answers cite, as they were when read, in batches. */
import type { Deps } from '~/server/deps';
import type { ZipStream } from '~/server/lib/zip-stream';
import type { Snapshot } from '~/shared/schemas/snapshots';

/** A page can have 300,000 characters. */
const batchRows = 10;
/** Sorts before every id that the database creates. */
const firstId = '00000000-0000-0000-0000-000000000000';

/** Writes each page as a JSON file, named after the id in the citation checks. */
export async function writePages({ db }: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  for (let last = firstId; ; ) {
    const rows = await db.sql<Snapshot>`
      SELECT s.id, s.message_id AS "messageId", s.url, s.canonical_url AS "canonicalUrl", s.title, s.site, s.author,
             s.published_at AS "publishedAt", s.text_hash AS "contentHash", s.is_cut AS "isCut", s.read_at AS "readAt", t.text
      FROM page_snapshots s
      JOIN page_texts t ON t.hash = s.text_hash
      JOIN messages m ON m.id = s.message_id
      JOIN conversations c ON c.id = m.conversation_id
      WHERE c.user_id = ${userId}::uuid AND c.temporary_until IS NULL AND s.id > ${last}::uuid ORDER BY s.id LIMIT ${batchRows}::int`;
    for (const row of rows)
      await zip.add(`pages/${row.id}.json`, [`${JSON.stringify(row, null, 2)}\n`], { mtime: row.readAt });
    const end = rows.at(-1);
    if (!end || rows.length < batchRows) return;
    last = end.id;
  }
}
