/**
 * Turns what an answer quotes into citations that can be checked: a quotation counts only if it stands word for word
 * in a file of the conversation. What a model merely claims to quote gets none.
 */
import type { Deps } from '~/server/deps';
import type { Citation } from '~/shared/schemas/messages';

/** Shorter quotations are names and turns of phrase, and stand in many places. */
const shortestQuote = 20;
const mostQuotes = 40;

const quotations = /"([^"\n]{20,600})"|“([^”\n]{20,600})”|«([^»\n]{20,600})»|^>\s?(.{20,600})$/gm;

export function quotesIn(text: string): { quote: string; start: number; end: number }[] {
  return [...text.matchAll(quotations)].slice(0, mostQuotes).flatMap((match) => {
    const quote = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? '').trim();
    if (quote.length < shortestQuote) return [];
    return [{ quote, start: match.index, end: match.index + match[0].length }];
  });
}

export async function citeQuotes(deps: Deps, conversationId: string, answer: string): Promise<Citation[]> {
  const quotes = quotesIn(answer);
  if (quotes.length === 0) return [];
  // White space in a file's text is where its lines happened to break; the words around it are what is compared.
  const rows = await deps.db.$queryRaw<
    { place: number; id: string; name: string; page: number | null; text: string }[]
  >`
    SELECT DISTINCT ON (quotes.place) quotes.place::int AS place, o.id, o.name, p.page, p.text
    FROM unnest(${quotes.map(({ quote }) => quote)}::text[]) WITH ORDINALITY AS quotes(quote, place)
    JOIN messages m ON m.conversation_id = ${conversationId}::uuid
    JOIN objects o ON o.message_id = m.id
    JOIN object_passages p ON p.object_id = o.id
      AND strpos(regexp_replace(p.text, '\s+', ' ', 'g'), regexp_replace(quotes.quote, '\s+', ' ', 'g')) > 0
    ORDER BY quotes.place, m.seq, p.place`;
  return rows.flatMap(({ place, id, name, page, text }) => {
    const found = quotes[place - 1];
    const exact = found && asItStands(text, found.quote);
    if (!found || !exact) return [];
    const title = page === null ? name : `${name}, page ${page}`;
    return [
      {
        source: name,
        title,
        quote: exact,
        objectId: id,
        start: found.start,
        end: found.end,
        ...(page !== null && { page }),
      },
    ];
  });
}

/** The quotation with the white space of the text it stands in. */
export function asItStands(text: string, quote: string): string | null {
  const words = quote.split(/\s+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(words.join('\\s+'), 'u').exec(text)?.[0] ?? null;
}
