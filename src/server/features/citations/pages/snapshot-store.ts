/**
 * Web pages as they were when they were read for an answer. Texts are stored once, by their hash; a trigger of the
 * database removes a text with the last answer that needs it.
 */
import type { Database } from '~/server/db/client';
import { answerNotFound } from '~/server/generation/generation.errors';
import { sha256 } from '~/server/lib/hash';
import type { ReadPage } from '~/server/providers/pages/types';
import { limits } from '~/shared/limits';
import type { Snapshot } from '~/shared/schemas/snapshots';

export interface StoredPage {
  id: string;
  title: string;
  publishedAt?: string | null | undefined;
  text: string;
}

/** So long a page that was read for an answer is not read again to check it. */
const freshMinutes = 15;

/** Undefined when the answer is gone. A page that has not changed since is the same snapshot, read again. */
export async function storeSnapshot(
  db: Database,
  messageId: string,
  { url, ...page }: Omit<ReadPage, 'state' | 'contentHash'>,
): Promise<StoredPage | undefined> {
  const whole = storable(page.text);
  const text = whole.slice(0, limits.snapshotCharacters).toWellFormed();
  const hash = sha256(text);
  const [row] = await db.sql<{ id: string }>`
    WITH answer AS (
      SELECT id FROM messages WHERE id = ${messageId}::uuid
    ), stored AS (
      INSERT INTO page_texts (hash, text) SELECT ${hash}, ${text} FROM answer ON CONFLICT DO NOTHING
    )
    INSERT INTO page_snapshots
      (message_id, url, canonical_url, title, site, author, published_at, text_hash, is_cut, read_at)
    SELECT id, ${url}, ${page.canonicalUrl}, ${storable(page.title)}, ${storable(page.site)},
           ${page.author === undefined ? null : storable(page.author)}, ${page.publishedAt ?? null}, ${hash},
           ${whole.length > text.length}, ${page.readAt}::timestamptz
    FROM answer
    ON CONFLICT (message_id, url, text_hash) DO UPDATE SET read_at = excluded.read_at
    RETURNING id`;
  return row && { id: row.id, title: page.title, publishedAt: page.publishedAt, text };
}

/** PostgreSQL stores no NUL and no half characters. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/** The page as it was read for this answer a moment ago, for instance while the answer was written. */
export async function freshSnapshot(db: Database, messageId: string, url: string): Promise<StoredPage | undefined> {
  const [row] = await db.sql<StoredPage>`
    SELECT s.id, s.title, s.published_at AS "publishedAt", t.text FROM page_snapshots s JOIN page_texts t ON t.hash = s.text_hash
    WHERE s.message_id = ${messageId}::uuid AND s.url = ${url}
      AND s.read_at > now() - make_interval(mins => ${freshMinutes})
    ORDER BY s.read_at DESC LIMIT 1`;
  return row;
}

/** A page of the user's own answer; anything else is reported like one that does not exist. */
export async function readSnapshot(
  db: Database,
  userId: string,
  { messageId, snapshotId }: { messageId: string; snapshotId: string },
): Promise<Snapshot> {
  const [row] = await db.sql<Snapshot & { author: string | null; publishedAt: string | null }>`
    SELECT s.id, s.url, s.canonical_url AS "canonicalUrl", s.title, s.site, s.author, s.published_at AS "publishedAt",
           s.text_hash AS "contentHash", s.is_cut AS "isCut", s.read_at AS "readAt", t.text,
           (SELECT min(later.read_at)
            FROM page_snapshots later
            JOIN messages lm ON lm.id = later.message_id
            JOIN conversations lc ON lc.id = lm.conversation_id
            WHERE later.url = s.url AND later.text_hash <> s.text_hash AND later.read_at > s.read_at
              AND lc.user_id = c.user_id) AS "changedAt"
    FROM page_snapshots s
    JOIN page_texts t ON t.hash = s.text_hash
    JOIN messages m ON m.id = s.message_id
    JOIN conversations c ON c.id = m.conversation_id
    WHERE s.id = ${snapshotId}::uuid AND s.message_id = ${messageId}::uuid AND c.user_id = ${userId}::uuid`;
  if (!row) throw answerNotFound();
  const { author, publishedAt, ...page } = row;
  return { ...page, ...(author !== null && { author }), ...(publishedAt !== null && { publishedAt }) };
}
