import { isMissingQuote, sourceKey } from '~/shared/answer-text/sources';
import type { Citation, Verdict } from '~/shared/schemas/citations';

export interface CitedQuote {
  /** The wording in the answer. */
  text: string;
  /** The wording in the source, if both were compared. */
  passage?: string;
  verdict?: Verdict;
  missing?: readonly string[];
  /** Offset of the passage in the text of the file. */
  start?: number;
  /** The collection document that contains it. */
  documentId?: string;
}

/** The quotes of each source by its number, in the order of the citations, without duplicates. */
export function toQuotes(citations: readonly Citation[] = []): ReadonlyMap<number, CitedQuote[]> {
  const numbers = new Map<string, number>();
  const quotes = new Map<number, CitedQuote[]>();
  for (const citation of citations) {
    if (isMissingQuote(citation)) continue;
    const key = sourceKey(citation);
    const number = numbers.get(key) ?? numbers.size + 1;
    numbers.set(key, number);
    const known = quotes.get(number) ?? [];
    quotes.set(number, known);
    const { quote, sourceStart, documentId, check } = citation;
    const text = quote ?? check?.passage;
    if (!text || known.some((other) => other.text === text)) continue;
    known.push({
      text,
      ...(check && { verdict: check.verdict }),
      ...(check?.passage && { passage: check.passage }),
      ...(check?.missing && { missing: check.missing }),
      ...(sourceStart !== undefined && { start: sourceStart }),
      ...(documentId && { documentId }),
    });
  }
  return quotes;
}
