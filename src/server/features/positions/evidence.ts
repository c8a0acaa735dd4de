/**
 * Evidence for a thesis: copies of checked sources. A copy outlives the conversation, so that the hash in the ledger
 * can always be verified. Only the user who added it sees which answer it comes from; `evidence-readers.ts` decides who
 * sees the content of files.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Deps } from '~/server/deps';
import { sha256 } from '~/server/lib/hash';
import type { Citation } from '~/shared/schemas/citations';
import { type EvidenceContent, type EvidenceInput, evidenceContent } from '~/shared/schemas/evidence';
import { findEvidenceSources } from './evidence-sources';
import { evidenceNotFound, sourceNotFound } from './positions.errors';

/** Evidence of a new version: items kept from the replaced version, and added ones. */
export type DraftEvidence = { id: string; statement: string } | AddedEvidence;

export interface AddedEvidence {
  content: EvidenceContent;
  messageId: string;
  /** The document, if the source is in a collection. */
  documentId?: string | undefined;
}

/** Copies the added sources. Sources of other users are reported as not found. */
export async function copySources(
  deps: Pick<Deps, 'db'>,
  userId: string,
  input: EvidenceInput,
): Promise<DraftEvidence[]> {
  const added = input.flatMap((one) => ('id' in one ? [] : one));
  const find = await findEvidenceSources(deps, userId, added);
  return Promise.all(
    input.map(async (one) => {
      if ('id' in one) return one;
      const found = find(one);
      if (!found) throw sourceNotFound();
      const text = await readComparedText(deps, userId, one.messageId, found.citation);
      const content = contentOf({ id: randomUUID(), statement: one.statement, ...found.source, ...text });
      return { messageId: one.messageId, content, documentId: found.citation.documentId };
    }),
  );
}

/** Only the evidence fields, in the order of the hashed text. */
function contentOf(fields: EvidenceContent): EvidenceContent {
  const names = Object.keys(evidenceContent.shape) as (keyof EvidenceContent)[];
  const entries = names.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]]));
  // Contains all fields of the source object.
  return Object.fromEntries(entries) as EvidenceContent;
}

/** The hash of the text that the check compared, if it is still stored and the user may read it. */
async function readComparedText(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  messageId: string,
  { check, objectId, documentId }: Citation,
): Promise<Pick<EvidenceContent, 'readAt' | 'textHash'>> {
  if (check?.snapshotId) {
    const [page] = await db.sql<{ readAt: Date; textHash: string }>`
      SELECT read_at AS "readAt", text_hash AS "textHash" FROM page_snapshots
      WHERE id = ${check.snapshotId}::uuid AND message_id = ${messageId}::uuid`;
    return page ? { readAt: page.readAt.toISOString(), textHash: page.textHash } : {};
  }
  const [file] = await db.sql<{ text: string | null }>`
    SELECT extracted_text AS text FROM objects WHERE id = ${objectId ?? null}::uuid AND user_id = ${userId}::uuid
    UNION ALL
    SELECT d.content FROM collection_documents d WHERE d.id = ${documentId ?? null}::uuid AND d.collection_id IN (
      SELECT collection_id FROM collection_rights WHERE user_id = ${userId}::uuid)
    LIMIT 1`;
  return file?.text ? { textHash: sha256(file.text) } : {};
}

/** The text to hash. Null without evidence, as in versions from before evidence existed. */
export function evidenceText(items: readonly EvidenceContent[]): string | null {
  return items.length === 0 ? null : JSON.stringify(items.map(contentOf));
}

/** Always valid, because this server wrote the text from such a list. */
export const evidenceOf = (text: string | null | undefined): EvidenceContent[] =>
  text ? z.array(evidenceContent).parse(JSON.parse(text)) : [];

/** In the order of the draft. Kept items must be in the replaced version. */
export function mergeEvidence(
  draft: readonly DraftEvidence[],
  replaced: readonly EvidenceContent[],
): EvidenceContent[] {
  return draft.map((one) => {
    if ('content' in one) return one.content;
    const kept = replaced.find(({ id }) => id === one.id);
    if (!kept) throw evidenceNotFound();
    return { ...kept, statement: one.statement };
  });
}

/**
 * The evidence that a user added, for their data export: each item once, from the newest version that has it. Evidence
 * from a file stays theirs when the answer is deleted.
 */
export async function exportedEvidence({ db }: Pick<Deps, 'db'>, userId: string) {
  const rows = await db.sql<{
    name: string;
    ticker: string;
    conversationId: string | null;
    messageId: string | null;
    addedAt: Date | null;
    content: unknown;
  }>`
    SELECT DISTINCT ON (o.created_at, o.id) p.name, p.ticker, m.conversation_id AS "conversationId",
           o.message_id AS "messageId", o.created_at AS "addedAt", item.content
    FROM (
      SELECT id, position_id, message_id, created_at FROM evidence_origins WHERE user_id = ${userId}::uuid
      UNION ALL
      SELECT f.id, f.position_id, NULL, NULL FROM evidence_files f
      WHERE f.user_id = ${userId}::uuid AND NOT EXISTS (SELECT FROM evidence_origins WHERE id = f.id)
    ) AS o
    LEFT JOIN messages m ON m.id = o.message_id
    JOIN investment_positions p ON p.id = o.position_id
    JOIN position_theses t ON t.position_id = o.position_id AND t.evidence IS NOT NULL
    CROSS JOIN LATERAL jsonb_array_elements(t.evidence::jsonb) AS item(content)
    WHERE item.content ->> 'id' = o.id::text
    ORDER BY o.created_at, o.id, t.version DESC`;
  return rows.map(({ name, ticker, content, ...rest }) => ({ position: { name, ticker }, ...rest, evidence: content }));
}
