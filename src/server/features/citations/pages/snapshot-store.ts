/**
 * Snapshots of web pages as they were when read for an answer. Texts are stored once, by hash. A database trigger
 * deletes a text with the last answer that needs it.
 */
import type { Database } from '~/server/db/client';
import { answerNotFound } from '~/server/generation/generation.errors';
import { sha256 } from '~/server/lib/hash';
import type { ReadPage } from '~/server/providers/pages/types';
import { limits } from '~/shared/limits';
import type { Snapshot } from '~/shared/schemas/snapshots';
import { textStart } from '~/shared/text-start';

export interface StoredPage {
  id: string;
  title: string;
  publishedAt?: string | null | undefined;
  text: string;
  /** Only the beginning of the page is stored. */
  isCut: boolean;
}

/** A page as it was read. `url` is the requested URL. */
export type PageToSave = Omit<ReadPage, 'state' | 'contentHash'> & {
  /** The URL after redirects. */
  finalUrl?: string;
};

/** Undefined if the answer was deleted. A page that has not changed reuses its snapshot with a new time. */
export async function storeSnapshot(
  db: Database,
  messageId: string,
  pageToSave: PageToSave,
): Promise<StoredPage | undefined> {
  const page = storablePage(pageToSave);
  const [row] = await db.sql<{ id: string }>`
    WITH answer AS (
      SELECT id FROM messages WHERE id = ${messageId}::uuid
    ), stored AS (
      INSERT INTO page_texts (hash, text) SELECT ${page.hash}, ${page.text} FROM answer ON CONFLICT DO NOTHING
    )
    INSERT INTO page_snapshots
      (message_id, url, final_url, canonical_url, title, site, author, published_at, text_hash, is_cut, read_at)
    SELECT id, ${page.url}, ${page.finalUrl}, ${page.canonicalUrl}, ${page.title}, ${page.site}, ${page.author},
           ${page.publishedAt}, ${page.hash}, ${page.isCut}, ${page.readAt}::timestamptz
    FROM answer
    ON CONFLICT (message_id, url, text_hash) DO UPDATE SET read_at = excluded.read_at
    RETURNING id`;
  const { title, publishedAt } = pageToSave;
  return row && { id: row.id, title, publishedAt, text: page.text, isCut: page.isCut };
}

/** For a note of a research run; the report gets the page when it is written. */
export async function storeResearchPage(db: Database, researchId: string, pageToSave: PageToSave): Promise<void> {
  const page = storablePage(pageToSave);
  await db.sql`
    WITH research AS (
      SELECT id FROM researches WHERE id = ${researchId}::uuid
    ), stored AS (
      INSERT INTO page_texts (hash, text) SELECT ${page.hash}, ${page.text} FROM research ON CONFLICT DO NOTHING
    )
    INSERT INTO research_pages
      (research_id, url, final_url, canonical_url, title, site, author, published_at, text_hash, is_cut, read_at)
    SELECT id, ${page.url}, ${page.finalUrl}, ${page.canonicalUrl}, ${page.title}, ${page.site}, ${page.author},
           ${page.publishedAt}, ${page.hash}, ${page.isCut}, ${page.readAt}::timestamptz
    FROM research
    ON CONFLICT (research_id, url, text_hash) DO UPDATE SET read_at = excluded.read_at`;
}

/** Copies the pages of a research run's notes to its report. */
export async function copyResearchPages(db: Database, researchId: string, messageId: string): Promise<void> {
  await db.sql`
    INSERT INTO page_snapshots
      (message_id, url, final_url, canonical_url, title, site, author, published_at, text_hash, is_cut, read_at)
    SELECT m.id, p.url, p.final_url, p.canonical_url, p.title, p.site, p.author, p.published_at, p.text_hash, p.is_cut,
           p.read_at
    FROM research_pages p JOIN messages m ON m.id = ${messageId}::uuid
    WHERE p.research_id = ${researchId}::uuid
    ON CONFLICT (message_id, url, text_hash) DO NOTHING`;
}

/** One batch locks few rows, for a short time. */
const batchRows = 1000;

/**
 * Deletes texts that nothing needs any longer. The trigger keeps a text if its last two pages are deleted at the same
 * time, because neither transaction sees the deletion of the other.
 */
export async function deleteUnusedTexts(db: Database, signal: AbortSignal, rows = batchRows): Promise<void> {
  for (let after: string | null = ''; after !== null && !signal.aborted; ) {
    const [batch]: { seen: number; last: string | null }[] = await db.sql`
      WITH seen AS MATERIALIZED (
        SELECT hash FROM page_texts WHERE hash > ${after} ORDER BY hash LIMIT ${rows}
      ), deleted AS (
        DELETE FROM page_texts t USING seen
        WHERE t.hash = seen.hash
          AND NOT EXISTS (SELECT FROM page_snapshots s WHERE s.text_hash = seen.hash)
          AND NOT EXISTS (SELECT FROM research_pages p WHERE p.text_hash = seen.hash)
      )
      SELECT count(*)::int AS seen, max(hash) AS last FROM seen`;
    after = batch?.seen === rows ? batch.last : null;
  }
}

/** Converts a page to values that the database can store. */
function storablePage({ url, finalUrl = url, canonicalUrl, readAt, ...page }: PageToSave) {
  const whole = storable(page.text);
  const text = textStart(whole, limits.snapshotCharacters);
  return {
    url,
    finalUrl,
    canonicalUrl,
    readAt,
    title: storable(page.title),
    site: storable(page.site),
    author: page.author === undefined ? null : storable(page.author),
    publishedAt: page.publishedAt ?? null,
    text,
    hash: sha256(text),
    isCut: whole.length > text.length,
  };
}

/** PostgreSQL can't store NUL characters and lone surrogates. */
const storable = (text: string) => text.replaceAll('\u0000', '').toWellFormed();

/**
 * The page as it was read for this answer, under any of its URLs: the text that the model received. Undefined for pages
 * that the model's provider read.
 */
export async function snapshotFor(db: Database, messageId: string, url: string): Promise<StoredPage | undefined> {
  const [row] = await db.sql<StoredPage>`
    SELECT s.id, s.title, s.published_at AS "publishedAt", s.is_cut AS "isCut", t.text
    FROM page_snapshots s JOIN page_texts t ON t.hash = s.text_hash
    WHERE s.message_id = ${messageId}::uuid AND (s.url = ${url} OR s.final_url = ${url} OR s.canonical_url = ${url})
    ORDER BY s.url = ${url} DESC, s.final_url IS NOT DISTINCT FROM ${url} DESC, s.read_at DESC, s.id LIMIT 1`;
  return row;
}

/** A page of the user's own answer; anything else is reported as not found. */
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
