import { isMissingQuote } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';

/** Quotations that no source contains. */
export const toMissingQuotes = (citations: readonly Citation[] = []): string[] =>
  citations.filter(isMissingQuote).flatMap(({ quote }) => quote ?? []);
