/** Web sources wait for their check from the moment the answer ends. */
import type { Citation } from '~/shared/schemas/citations';

/** Citations of web pages that nothing is known about yet, marked to be checked. */
export const withPendingChecks = (citations: readonly Citation[], now = new Date()): Citation[] =>
  citations.map((citation) =>
    citation.url === undefined || citation.check
      ? citation
      : { ...citation, check: { verdict: 'pending', checkedAt: now.toISOString() } },
  );

export const isPending = ({ url, check }: Citation): boolean => url !== undefined && check?.verdict === 'pending';

/** Without its fragment, which names a place on the page. */
export const addressOf = (url: string): string => url.replace(/#.*$/s, '');
