/** Searches the files of a conversation, on the branch of a message. */
import type { Deps } from '~/server/deps';
import type { Passage } from '~/server/generation/library';
import { findPassages, type PassageLimits, type SearchDeps, type SearchedFile } from '~/server/retrieval/find-passages';
import { indexPassages } from '~/server/retrieval/index-passages';
import { maxMessages } from './conversation-passages';
import { readPassagesAt } from './file-texts';

export interface ConversationFile extends SearchedFile {
  id: string;
}

/** Passages of all files, or of one, except files in `without`. Best match first. */
export async function searchConversation(
  deps: Pick<Deps, 'db'> & SearchDeps,
  { conversationId, questionId }: { conversationId: string; questionId: string },
  question: string,
  { objectId, without, ...wanted }: PassageLimits & { objectId?: string | undefined; without?: ReadonlySet<string> },
): Promise<Passage[]> {
  const all = await conversationFiles(deps, questionId);
  const files = all.filter(({ id }) => (objectId === undefined || id === objectId) && !without?.has(id));
  const found = await findPassages(deps, files, question, { ...wanted, requester: { conversationId } });
  const places = found.flatMap(({ file, place, score }) => {
    const objectId = files[file]?.id;
    return objectId === undefined ? [] : [{ objectId, place, score }];
  });
  const passages = await readPassagesAt(deps, conversationId, places);
  const keyOf = ({ objectId, place }: Pick<Passage, 'objectId' | 'place'>) => `${objectId} ${place}`;
  const scores = new Map(places.map((place) => [keyOf(place), place.score]));
  return passages
    .map((passage) => ({ ...passage, rank: scores.get(keyOf(passage)) ?? 0 }))
    .sort((a, b) => b.rank - a.rank);
}

/** The searchable files of a message and of those before it, oldest first. */
export async function conversationFiles(deps: Pick<Deps, 'db'>, questionId: string): Promise<ConversationFile[]> {
  await indexMissing(deps, questionId);
  return deps.db.sql<ConversationFile>`
    SELECT o.id, o.name AS title, i.number, i.xmin::text AS version, i.scope_id AS "scopeId", i.language
    FROM branch_of(${questionId}::uuid, ${maxMessages}::int) AS m JOIN objects o ON o.message_id = m.files_of
    JOIN passage_indexes i ON i.object_id = o.id
    WHERE i.indexed_at IS NOT NULL
    ORDER BY m.seq, attachment_place(o.message_id, o.id), o.created_at, o.id`;
}

/** Files processed by an earlier version are indexed at their first search. */
async function indexMissing({ db }: Pick<Deps, 'db'>, questionId: string): Promise<void> {
  const missing = await db.sql<{ id: string }>`
    SELECT o.id FROM branch_of(${questionId}::uuid, ${maxMessages}::int) AS m JOIN objects o ON o.message_id = m.files_of
    WHERE o.read_state IN ('ready', 'failed')
      AND NOT EXISTS (SELECT FROM passage_indexes i WHERE i.object_id = o.id AND i.indexed_at IS NOT NULL)`;
  for (const { id } of missing) await indexPassages({ db }, id, id);
}
