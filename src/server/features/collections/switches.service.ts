/** Switches that decide which collections a conversation uses. */
import type { Deps } from '~/server/deps';
import { conversationGone } from '~/server/generation/generation.errors';
import type { CollectionSwitches } from '~/shared/schemas/collections';
import { assertReadable, type Reader } from './collection-access';

const maxCollections = 500;

export async function listSwitches(deps: Deps, userId: string, conversationId: string): Promise<CollectionSwitches> {
  await assertOwnConversation(deps, userId, conversationId);
  return deps.db.sql<CollectionSwitches[number]>`
    SELECT c.id, c.name, CASE WHEN c.is_for_groups THEN 'groups' ELSE c.scope END AS scope, coalesce(s.is_on, CASE WHEN p.id IS NOT NULL THEN pc.project_id IS NOT NULL END, c.is_enabled) AS "isOn"
    FROM collections c
    LEFT JOIN projects p ON p.chooses_collections AND p.id = (SELECT project_id FROM conversations WHERE id = ${conversationId}::uuid)
    LEFT JOIN project_collections pc ON pc.project_id = p.id AND pc.collection_id = c.id
    LEFT JOIN collection_switches s ON s.collection_id = c.id AND s.conversation_id = ${conversationId}::uuid
    WHERE c.id IN (SELECT collection_id FROM collection_rights WHERE user_id = ${userId}::uuid) AND c.project_id IS NULL
    ORDER BY lower(c.name), c.id LIMIT ${maxCollections}`;
}

export async function switchCollection(
  deps: Deps,
  reader: Reader,
  { conversationId, collectionId, isOn }: { conversationId: string; collectionId: string; isOn: boolean },
): Promise<CollectionSwitches> {
  await assertOwnConversation(deps, reader.id, conversationId);
  await assertReadable(deps, reader, collectionId);
  await deps.db.sql`
    INSERT INTO collection_switches (conversation_id, collection_id, is_on)
    VALUES (${conversationId}::uuid, ${collectionId}::uuid, ${isOn})
    ON CONFLICT (conversation_id, collection_id) DO UPDATE SET is_on = excluded.is_on`;
  return listSwitches(deps, reader.id, conversationId);
}

async function assertOwnConversation({ db }: Deps, userId: string, conversationId: string): Promise<void> {
  const [own] = await db.sql`
    SELECT 1 FROM conversations WHERE id = ${conversationId}::uuid AND user_id = ${userId}::uuid`;
  if (!own) throw conversationGone();
}
