/** Exports the web pages that a user's answers cite, as they were when read, in batches. */
import type { Deps } from '~/server/deps';
import { nilUuid } from '~/server/lib/uuid';
import type { ZipStream } from '~/server/lib/zip-stream';
import type { Snapshot } from '~/shared/schemas/snapshots';

const conversationsAtOnce = 100;
/** A page can have 300,000 characters. */
const pagesAtOnce = 10;
/** Writes each page as a JSON file, named after the id in the citation checks. */
export async function writePages(deps: Pick<Deps, 'db'>, userId: string, zip: ZipStream): Promise<void> {
  for await (const ids of pageIds(deps, userId)) {
    for (let at = 0; at < ids.length; at += pagesAtOnce)
      for (const page of await readPages(deps, ids.slice(at, at + pagesAtOnce)))
        await zip.add(`pages/${page.id}.json`, [`${JSON.stringify(page, null, 2)}\n`], { mtime: page.readAt });
  }
}

/** Conversation by conversation: sorting the pages of all conversations for each batch would take quadratic time. */
async function* pageIds({ db }: Pick<Deps, 'db'>, userId: string): AsyncGenerator<string[], undefined> {
  for (let last = nilUuid; ; ) {
    const conversations = await db.sql<{ id: string }>`
      SELECT id FROM conversations WHERE user_id = ${userId}::uuid AND temporary_until IS NULL AND id > ${last}::uuid
      ORDER BY id LIMIT ${conversationsAtOnce}::int`;
    const end = conversations.at(-1);
    if (!end) return;
    const pages = await db.sql<{ id: string }>`
      SELECT s.id FROM messages m JOIN page_snapshots s ON s.message_id = m.id
      WHERE m.conversation_id = ANY(${conversations.map(({ id }) => id)}::uuid[])`;
    yield pages.map(({ id }) => id);
    last = end.id;
  }
}

const readPages = ({ db }: Pick<Deps, 'db'>, ids: readonly string[]): Promise<Snapshot[]> =>
  db.sql<Snapshot>`
    SELECT s.id, s.message_id AS "messageId", s.url, s.canonical_url AS "canonicalUrl", s.title, s.site, s.author,
           s.published_at AS "publishedAt", s.text_hash AS "contentHash", s.is_cut AS "isCut", s.read_at AS "readAt", t.text
    FROM page_snapshots s JOIN page_texts t ON t.hash = s.text_hash WHERE s.id = ANY(${ids}::uuid[])`;
