import type { Citation } from '~/shared/schemas/messages';
import { isUnfound } from './sources';

/** Quotations that no source contains. */
export const toUnfound = (citations: readonly Citation[] = []): string[] =>
  citations.filter(isUnfound).flatMap(({ quote }) => quote ?? []);
