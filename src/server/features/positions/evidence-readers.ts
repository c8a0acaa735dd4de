/**
 * Access rights to evidence. All signed-in users see its statement, its verdict, and the source if it is a web page.
 * Files stay private: only the user who added the evidence, and users who can read the document now, see its name and
 * content.
 */
import type { Transaction } from '~/server/db/transaction';
import type { Deps } from '~/server/deps';
import type { Evidence, EvidenceContent } from '~/shared/schemas/evidence';
import type { DraftEvidence } from './evidence';

/** Skips origins whose answer was deleted since it was read. */
export async function storeOrigins(
  tx: Transaction,
  { positionId, userId }: { positionId: string; userId: string },
  draft: readonly DraftEvidence[],
): Promise<void> {
  const added = draft.flatMap((one) => ('content' in one ? [one] : []));
  if (added.length === 0) return;
  const origins = added.map(({ content, messageId }) => ({ id: content.id, messageId }));
  await tx.$executeRaw`
    INSERT INTO evidence_origins (id, position_id, user_id, message_id)
    SELECT one.id, ${positionId}::uuid, ${userId}::uuid, m.id
    FROM jsonb_to_recordset(${JSON.stringify(origins)}::jsonb) AS one(id uuid, "messageId" uuid)
    JOIN messages m ON m.id = one."messageId"`;
  const files = added.flatMap(({ content: { id, kind }, documentId }) => (kind === 'file' ? [{ id, documentId }] : []));
  await tx.$executeRaw`
    INSERT INTO evidence_files (id, position_id, user_id, document_id)
    SELECT one.id, ${positionId}::uuid, ${userId}::uuid, d.id
    FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS one(id uuid, "documentId" uuid)
    LEFT JOIN collection_documents d ON d.id = one."documentId"`;
}

export interface EvidenceRights {
  /** By evidence id: the answers it comes from, limited to the reader's own. */
  origins: ReadonlyMap<string, NonNullable<Evidence['origin']>>;
  /** Evidence from files that the reader may access. */
  files: ReadonlySet<string>;
}

export async function readRights(
  { db }: Pick<Deps, 'db'>,
  positionId: string,
  readerId: string,
): Promise<EvidenceRights> {
  const [origins, files] = await Promise.all([
    db.sql<{ id: string; conversationId: string; messageId: string }>`
      SELECT o.id, c.id AS "conversationId", o.message_id AS "messageId" FROM evidence_origins o
      JOIN messages m ON m.id = o.message_id JOIN conversations c ON c.id = m.conversation_id
      WHERE o.position_id = ${positionId}::uuid AND o.user_id = ${readerId}::uuid AND c.user_id = ${readerId}::uuid`,
    // Evidence of earlier versions has no copy of these fields, only its origin.
    db.sql<{ id: string }>`
      SELECT f.id FROM evidence_files f LEFT JOIN collection_documents d ON d.id = f.document_id
      WHERE f.position_id = ${positionId}::uuid AND (f.user_id = ${readerId}::uuid OR d.collection_id IN (
        SELECT collection_id FROM collection_rights WHERE user_id = ${readerId}::uuid))
      UNION
      SELECT id FROM evidence_origins WHERE position_id = ${positionId}::uuid AND user_id = ${readerId}::uuid`,
  ]);
  return {
    origins: new Map(origins.map(({ id, ...origin }) => [id, origin])),
    files: new Set(files.map(({ id }) => id)),
  };
}

/** Evidence as a reader may see it. */
export const visibleTo = (rights: EvidenceRights, items: readonly EvidenceContent[]): Evidence[] =>
  items.map((one) => {
    if (isHidden(one, rights)) return withoutFile(one);
    const origin = rights.origins.get(one.id);
    return { ...one, ...(origin && { origin }) };
  });

export const isHidden = ({ kind, id }: EvidenceContent, { files }: EvidenceRights): boolean =>
  kind === 'file' && !files.has(id);

/** The sentence of the answer and its missing figures also reveal the file's content. */
const withoutFile = ({ id, statement, kind, verdict, checkedAt }: EvidenceContent): Evidence => ({
  ...{ id, statement, kind, title: 'Private file', verdict, checkedAt },
  isPrivate: true,
});
