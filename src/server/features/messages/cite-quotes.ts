/**
 * Turns what an answer quotes into citations that can be checked: a quotation counts only if it stands word for word
 * in a file of the conversation. What a model merely claims to quote gets none.
 */
import type { Deps } from '~/server/deps';
import { takingTurns } from '~/server/lib/turns';
import type { Citation } from '~/shared/schemas/messages';
import { type PassagePart, partsOfConversation } from './conversation-passages';

/** Shorter quotations are names and turns of phrase, and stand in many places. */
const shortestQuote = 20;
const mostQuotes = 40;

// A quotation contains no further opening mark, so that each mark is tried once.
const quotations = /"([^"\n]{20,600})"|“([^“”\n]{20,600})”|«([^«»\n]{20,600})»|^>\s?(.{20,600})$/gm;

interface Quote {
  quote: string;
  start: number;
  end: number;
}

export function quotesIn(text: string): Quote[] {
  const quotes: Quote[] = [];
  for (const match of text.matchAll(quotations)) {
    const quote = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (quote.length >= shortestQuote) quotes.push({ quote, start: match.index, end: match.index + match[0].length });
    if (quotes.length === mostQuotes) break;
  }
  return quotes;
}

/** A quotation is cited where it first stands in the conversation's files. */
export async function citeQuotes(deps: Pick<Deps, 'db'>, conversationId: string, answer: string): Promise<Citation[]> {
  const wanted = quotesIn(answer).map((quote) => ({ ...quote, words: onOneLine(quote.quote) }));
  if (wanted.length === 0) return [];
  const citations = new Map<Quote, Citation>();
  const turn = takingTurns();
  for (const part of await partsOfConversation(deps, conversationId)) {
    for (const passage of await readPart(deps, part)) {
      await turn();
      // White space in a file's text is where its lines happened to break; the words around it are what is compared.
      const text = onOneLine(passage.text);
      for (const quote of wanted)
        if (!citations.has(quote) && text.includes(quote.words)) citations.set(quote, citationOf(quote, passage));
    }
    if (citations.size === wanted.length) break;
  }
  return wanted.flatMap((quote) => citations.get(quote) ?? []);
}

interface PassageRow {
  id: string;
  name: string;
  page: number | null;
  text: string;
}

const readPart = (
  { db }: Pick<Deps, 'db'>,
  { ids, from, to }: PassagePart,
): Promise<PassageRow[]> => db.sql<PassageRow>`
  SELECT o.id, o.name, p.page, p.text
  FROM unnest(${ids}::uuid[], ${from}::int[], ${to}::int[]) WITH ORDINALITY AS part(id, low, high, place)
  JOIN objects o ON o.id = part.id
  JOIN object_passages p ON p.object_id = part.id AND p.place >= part.low AND p.place < part.high
  ORDER BY part.place, p.place`;

function citationOf({ quote, start, end }: Quote, { id, name, page, text }: PassageRow): Citation {
  return {
    source: name,
    title: page === null ? name : `${name}, page ${page}`,
    quote: asItStands(text, quote) ?? quote,
    objectId: id,
    start,
    end,
    ...(page !== null && { page }),
  };
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ');

/** The quotation with the white space of the text it stands in. */
export function asItStands(text: string, quote: string): string | null {
  const words = quote.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'u').exec(text)?.[0] ?? null;
}
