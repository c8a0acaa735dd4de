/** Web sources are pending from the moment the answer ends until they are checked. */
import type { Citation } from '~/shared/schemas/citations';

/** Marks citations of web pages without a result as pending. */
export const withPendingChecks = (citations: readonly Citation[], now = new Date()): Citation[] =>
  citations.map((citation) =>
    citation.url === undefined || citation.check
      ? citation
      : { ...citation, check: { verdict: 'pending', checkedAt: now.toISOString() } },
  );

export const isPending = ({ url, check }: Citation): boolean => url !== undefined && check?.verdict === 'pending';

/** The URL without its fragment, which is a position on the page. */
export const addressOf = (url: string): string => url.replace(/#.*$/s, '');
