import { isUnfound } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';

/** Quotations that no source contains. */
export const toUnfound = (citations: readonly Citation[] = []): string[] =>
  citations.filter(isUnfound).flatMap(({ quote }) => quote ?? []);
