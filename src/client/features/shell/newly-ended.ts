import type { ResearchView } from '~/shared/schemas/research';

type Listed = Pick<ResearchView, 'id' | 'state'>;

/**
 * The research runs that have finished or failed between two lists. One that is missing from the earlier list was
 * started and has ended since. Returns none without an earlier list.
 */
export function newlyEnded<Research extends Listed>(
  before: readonly Listed[] | undefined,
  now: readonly Research[],
): Research[] {
  if (!before) return [];
  const states = new Map(before.map(({ id, state }) => [id, state]));
  return now.filter(({ id, state }) => (state === 'done' || state === 'failed') && states.get(id) !== state);
}
