import { sourceKey } from '~/shared/answer-text/sources';
import type { Citation } from '~/shared/schemas/citations';

/** For each citation with a position: its index among the numbers of the same source in the text, from 0. */
export function citationPlaces(content: string, citations: readonly Citation[]): ReadonlyMap<Citation, number> {
  const places = new Map<Citation, number>();
  const ends = new Map<string, Set<number>>();
  for (const citation of [...citations].sort((a, b) => (a.start ?? 0) - (b.start ?? 0))) {
    const { start, end } = citation;
    if (start === undefined || end === undefined || start >= end || end > content.length) continue;
    const known = ends.get(sourceKey(citation)) ?? new Set();
    ends.set(sourceKey(citation), known.add(end));
    places.set(citation, known.size - 1);
  }
  return places;
}
