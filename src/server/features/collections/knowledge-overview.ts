import type { Deps } from '~/server/deps';
import { mirrorFailures } from '~/server/features/mirror/mirror.service';
import type { KnowledgeOverview } from '~/shared/schemas/collections';

const recentChanges = 8;

/** Statistics of the organization-wide collections and their latest changes. */
export async function knowledgeOverview(deps: Pick<Deps, 'db' | 'env'>): Promise<KnowledgeOverview> {
  const { db } = deps;
  const [[totals], recent, failures] = await Promise.all([
    db.sql<{ documents: number; articles: number; bytes: string; updatedAt: Date | null }>`
      SELECT count(*)::int AS documents, max(d.updated_at) AS "updatedAt",
             (count(*) FILTER (WHERE d.metadata->>'sourceType' IN ('manual', 'message')))::int AS articles,
             coalesce(sum(o.size), 0)::text AS bytes
      FROM collections c JOIN collection_documents d ON d.collection_id = c.id LEFT JOIN objects o ON o.id = d.object_id
      WHERE c.scope = 'organization'`,
    db.sql<KnowledgeOverview['recent'][number]>`
      SELECT d.id AS "documentId", c.id AS "collectionId", c.name AS collection, d.title, d.version, d.updated_at AS at
      FROM collections c JOIN collection_documents d ON d.collection_id = c.id
      WHERE c.scope = 'organization' ORDER BY d.updated_at DESC, d.id LIMIT ${recentChanges}`,
    mirrorFailures(deps),
  ]);
  return {
    documents: totals?.documents ?? 0,
    articles: totals?.articles ?? 0,
    bytes: Number(totals?.bytes ?? 0),
    updatedAt: totals?.updatedAt ?? null,
    recent,
    mirrorFailures: failures,
  };
}
