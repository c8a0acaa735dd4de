/**
 * The checked sources of a user's own answers, which they can use as evidence for a thesis. Excludes temporary
 * conversations, like every list, and quotations that no source contains.
 */
import type { Deps } from '~/server/deps';
import { Statement } from '~/server/features/citations/claims/statements';
import { CitedAnswer, type CitedSentence } from '~/server/features/citations/pages/cited-sentences';
import { badCursor, decodeCursor, encodeCursor, pageOf } from '~/server/lib/cursor';
import { sha256 } from '~/server/lib/hash';
import { hostOf, isWebAddress, sourceKey } from '~/shared/answer-text/sources';
import { limits } from '~/shared/limits';
import type { Citation } from '~/shared/schemas/citations';
import type { EvidenceSource, EvidenceSourcePage, EvidenceSourcesInput } from '~/shared/schemas/evidence';
import { textStart } from '~/shared/text-start';
import { listPlaces } from './evidence-places';

const max = { title: 300, url: 2048, claim: 500, missing: 8, missingCharacters: 200, reason: 300 };

/** Newest answer first, then in citation order. */
export async function listEvidenceSources(
  deps: Pick<Deps, 'db'>,
  userId: string,
  { messageId, search = '', cursor, limit }: EvidenceSourcesInput,
): Promise<EvidenceSourcePage> {
  const after = cursor ? decodePlace(cursor) : null;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const places = await listPlaces(deps, userId, { messageId: messageId ?? null, words, after, max: limit + 1 });
  const { items: shown, nextCursor } = pageOf(
    places,
    limit,
    (last) => `${encodeCursor(last.answeredAt, last.messageId)}.${last.place}`,
  );
  const answers = await readAnswers(deps, userId, [...new Set(shown.map(({ messageId }) => messageId))]);
  return {
    items: shown.flatMap(({ messageId, place }) => answers.get(messageId)?.sourceAt(place - 1) ?? []),
    nextCursor,
  };
}

function decodePlace(cursor: string) {
  const [, answer = '', place = ''] = /^(.+)\.(\d{1,6})$/.exec(cursor) ?? [];
  if (!answer) throw badCursor();
  return { ...decodeCursor(answer), place: Number(place) };
}

export interface SourceReference {
  messageId: string;
  citation: string;
}

/** Finds sources and their citations. Undefined for every id that does not belong to one of the user's own answers. */
export async function findEvidenceSources(deps: Pick<Deps, 'db'>, userId: string, wanted: readonly SourceReference[]) {
  const answers = await readAnswers(deps, userId, [...new Set(wanted.map(({ messageId }) => messageId))]);
  return ({
    messageId,
    citation: name,
  }: SourceReference): { source: EvidenceSource; citation: Citation } | undefined => {
    const answer = answers.get(messageId);
    const place = answer?.citations.findIndex((citation) => nameOf(citation) === name) ?? -1;
    const citation = answer?.citations[place];
    const source = answer?.sourceAt(place);
    return source && citation && { source, citation };
  };
}

interface AnswerRow {
  messageId: string;
  answeredAt: Date;
  content: string;
  citations: Citation[];
  conversationId: string;
  conversation: string;
}

async function readAnswers(
  { db }: Pick<Deps, 'db'>,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, SourcesOfAnswer>> {
  if (ids.length === 0) return new Map();
  const stored = await db.sql<AnswerRow>`
    SELECT m.id AS "messageId", m.created_at AS "answeredAt", m.content, m.metadata -> 'citations' AS citations,
           c.id AS "conversationId", c.title AS conversation
    FROM messages m JOIN conversations c ON c.id = m.conversation_id
    WHERE m.id = ANY(${ids}::uuid[]) AND m.role = 'assistant' AND jsonb_typeof(m.metadata -> 'citations') IN ('array', 'string')
      AND c.user_id = ${userId}::uuid AND c.temporary_until IS NULL`;
  const rows = await Promise.all(
    stored.map(async (row) => ({
      ...row,
      content: await db.texts.open(row.messageId, row.content),
      citations: await db.texts.openCitations(row.messageId, row.citations),
    })),
  );
  return new Map(rows.map((row) => [row.messageId, new SourcesOfAnswer(row)]));
}

/** Markdown at the start of a line: quotation, heading or list item. */
const beginOfLine = /^\s*(?:>\s*|#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+)+/;

class SourcesOfAnswer {
  readonly citations: readonly Citation[];
  readonly #cited: CitedAnswer;

  constructor(private readonly row: AnswerRow) {
    this.citations = row.citations;
    this.#cited = new CitedAnswer(row.content, row.citations);
  }

  /** Undefined for an unchecked citation. */
  sourceAt(place: number): EvidenceSource | undefined {
    const citation = this.citations[place];
    const { check } = citation ?? {};
    if (!citation || !check || check.verdict === 'pending') return undefined;
    if (check.verdict === 'absent' && !citation.objectId && !citation.url) return undefined;
    const { messageId, answeredAt, conversationId, conversation } = this.row;
    const sentences = this.#cited.at(citation).map((one) => withoutOtherFigures(one).replace(beginOfLine, ''));
    return {
      messageId,
      citation: nameOf(citation),
      conversation: { id: conversationId, title: conversation },
      answeredAt,
      ...placeOf(citation),
      ...withoutEmpty({
        passage: cut(
          check.passage ?? (check.verdict === 'quote' ? citation.quote : undefined),
          limits.evidencePassageCharacters,
        ),
        claim: cut(sentences.join(' '), max.claim),
      }),
      verdict: check.verdict,
      ...(check.missing?.length && {
        missing: check.missing.slice(0, max.missing).map((one) => cut(one, max.missingCharacters) ?? ''),
      }),
      ...withoutEmpty({ reason: cut(check.reason, max.reason) }),
      checkedAt: check.checkedAt,
    };
  }
}

/** The sentence without the figures that belong to its other sources: "Revenue was … and profit was $0.9 billion." */
function withoutOtherFigures({ text, own }: CitedSentence): string {
  if (!own) return text;
  const { start: from, end: to } = own.inText;
  return new Statement(text).figures
    .filter(({ start }) => start < from || start >= to)
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text);
}

/** Stays the same when the source is checked again. */
const nameOf = (citation: Citation): string =>
  sha256(JSON.stringify([sourceKey(citation), citation.start, citation.end, citation.quote])).slice(0, 32);

function placeOf(citation: Citation): Pick<EvidenceSource, 'kind' | 'title' | 'url' | 'page' | 'publishedAt'> {
  const { url, source, objectId, documentId, page, publishedAt } = citation;
  const isPage = isWebAddress(url);
  const isNamed = objectId !== undefined || documentId !== undefined || page !== undefined;
  const title = isPage ? citation.title || hostOf(url) || source : isNamed ? source : citation.title || source;
  return {
    kind: isPage ? 'page' : 'file',
    title: cut(title, max.title) ?? source,
    ...(isPage && url && url.length <= max.url && { url }),
    ...(!isPage && page !== undefined && { page }),
    ...withoutEmpty({ publishedAt: cut(publishedAt, 40) }),
  };
}

/** PostgreSQL and JSON reject lone surrogates. */
const cut = (text: string | undefined, length: number): string | undefined =>
  text === undefined ? undefined : textStart(text, length).toWellFormed();

function withoutEmpty<Fields extends Record<string, string | undefined>>(fields: Fields) {
  const entries = Object.entries(fields).filter(([, value]) => value);
  return Object.fromEntries(entries) as { [Name in keyof Fields]?: string };
}
