/** Finds the checked sources of a user's answers: the answer, and which of its citations. */
import type { Deps } from '~/server/deps';
import type { Citation } from '~/shared/schemas/citations';

export interface Place {
  messageId: string;
  answeredAt: Date;
  /** The number of the citation in the answer, starting at 1. */
  place: number;
}

/** `sealed`: encrypted citations of an answer, which the database can't search. */
type PlaceRow = Place & { sealed: string | null; title: string };

interface PlaceQuery {
  messageId: string | null;
  /** All of these must match, in lower case. */
  words: readonly string[];
  after: { time: Date; id: string; place: number } | null;
  max: number;
}

/** Above every citation number. */
const endOfAnswer = 2 ** 31 - 1;

/** Newest answer first, then in citation order. */
export async function listPlaces(deps: Pick<Deps, 'db'>, userId: string, query: PlaceQuery): Promise<Place[]> {
  const places: Place[] = [];
  for (let after = query.after; ; ) {
    const rows = await readPlaces(deps, userId, { ...query, after });
    for (const row of rows) places.push(...(await placesIn(deps, row, { ...query, after })));
    const last = rows.at(-1);
    if (!last || rows.length < query.max || places.length >= query.max) return places.slice(0, query.max);
    after = { time: last.answeredAt, id: last.messageId, place: last.sealed === null ? last.place : endOfAnswer };
  }
}

async function placesIn({ db }: Pick<Deps, 'db'>, row: PlaceRow, { words, after }: PlaceQuery): Promise<Place[]> {
  const { messageId, answeredAt, sealed, title } = row;
  if (sealed === null) return [row];
  const citations = await db.texts.openCitations(messageId, sealed);
  return citations.flatMap((citation, index) => {
    const place = index + 1;
    const isBefore = after?.id === messageId && place <= after.place;
    return !isBefore && isChecked(citation) && hasWords(citation, title, words) ? { messageId, answeredAt, place } : [];
  });
}

/** Must match the condition in the statement below. */
const isChecked = ({ check, objectId, url }: Citation): boolean =>
  check !== undefined &&
  check.verdict !== 'pending' &&
  (check.verdict !== 'absent' || objectId !== undefined || url !== undefined);

function hasWords({ title, source, url, quote, check }: Citation, conversation: string, words: readonly string[]) {
  const text = [title, source, url, quote, check?.passage, conversation].filter(Boolean).join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * Only ids and times of the answers are sorted. Their citations are read in that order until the page is full: OFFSET 0
 * keeps the planner from reading the citations of all answers first.
 */
const readPlaces = (deps: Pick<Deps, 'db'>, userId: string, { messageId, words, after, max }: PlaceQuery) =>
  deps.db.sql<PlaceRow>`
    SELECT answer.id AS "messageId", answer.created_at AS "answeredAt", answer.title, cited.place, cited.sealed
    FROM (
      SELECT m.id, m.created_at, c.title
      FROM conversations c JOIN messages m ON m.conversation_id = c.id
      WHERE c.user_id = ${userId}::uuid AND c.temporary_until IS NULL AND m.role = 'assistant'
        AND (${messageId}::uuid IS NULL OR m.id = ${messageId}::uuid)
        AND (${after === null}::boolean OR (m.created_at, m.id) <= (${after?.time ?? null}, ${after?.id ?? null}::uuid))
      ORDER BY m.created_at DESC, m.id DESC OFFSET 0
    ) AS answer
    CROSS JOIN LATERAL (
      SELECT one.place::int AS place, CASE WHEN jsonb_typeof(one.citation) = 'string' THEN one.citation #>> '{}' END AS sealed
      FROM messages m CROSS JOIN LATERAL jsonb_array_elements(
        CASE jsonb_typeof(m.metadata -> 'citations') WHEN 'array' THEN m.metadata -> 'citations'
          WHEN 'string' THEN jsonb_build_array(m.metadata -> 'citations') ELSE '[]' END
      ) WITH ORDINALITY AS one(citation, place)
      WHERE m.id = answer.id AND (jsonb_typeof(one.citation) = 'string' OR (
        one.citation -> 'check' ->> 'verdict' <> 'pending'
        AND (one.citation -> 'check' ->> 'verdict' <> 'absent' OR one.citation ?| ARRAY['objectId', 'url'])
        AND NOT EXISTS (
          SELECT FROM unnest(${[...words]}::text[]) AS word
          WHERE strpos(lower(concat_ws(' ', one.citation ->> 'title', one.citation ->> 'source', one.citation ->> 'url',
            one.citation ->> 'quote', one.citation -> 'check' ->> 'passage', answer.title)), word) = 0)))
      ORDER BY one.place OFFSET 0
    ) AS cited
    WHERE ${after === null}::boolean OR answer.id <> ${after?.id ?? null}::uuid OR cited.sealed IS NOT NULL
      OR cited.place > ${after?.place ?? null}::int
    ORDER BY answer.created_at DESC, answer.id DESC, cited.place LIMIT ${max}::int`;
