/** The filters of a message search. Pure functions. */

import { limits } from '~/shared/limits';
import { dayMs, utcDay } from '~/shared/utc-day';

export interface SearchFilters {
  /** Messages of the last n days; null for all. */
  days: number | null;
  model: string | null;
  projectId: string | null;
  withFiles: boolean;
}

export const noFilters: SearchFilters = { days: null, model: null, projectId: null, withFiles: false };

export const isFiltered = ({ days, model, projectId, withFiles }: SearchFilters): boolean =>
  days !== null || model !== null || projectId !== null || withFiles;

export const searchQuery = (q: string, { days, model, projectId, withFiles }: SearchFilters, now = Date.now()) => ({
  q,
  limit: 20,
  // The palette already lists conversations by title.
  titles: 'without' as const,
  ...(days !== null && { from: utcDay(new Date(now - days * dayMs)) }),
  ...(model !== null && { model }),
  ...(projectId !== null && { projectId }),
  ...(withFiles && { files: 'with' as const }),
});

/** Whether the server accepts a text of this length. */
export const isSearchable = ({ length }: string): boolean => length > 0 && length <= limits.messageSearchCharacters;
