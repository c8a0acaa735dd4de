import type { Verdict } from './schemas/citations';

/** The result of a check for users, worded for a web page or a file. */
export function verdictName(verdict: Verdict, source: 'page' | 'file'): string {
  if (verdict === 'absent') return source === 'page' ? 'Not found on the page' : 'Not found in the file';
  if (verdict === 'unreadable') return `Couldn't read the ${source}`;
  return words[verdict];
}

/** The same in a document that is never updated, such as an export or a shared page. */
export const finalVerdictName = (verdict: Verdict, source: 'page' | 'file'): string =>
  verdict === 'pending' ? 'Not checked yet' : verdictName(verdict, source);

/** How many sources had a result, in such a document: '3 verified quotes'. */
export function countedVerdict(count: number, verdict: Verdict, source: 'page' | 'file'): string {
  const plural = count === 1 ? '' : 's';
  switch (verdict) {
    case 'quote':
      return `${count} verified quote${plural}`;
    case 'figures':
      return `${count} with figures found`;
    case 'differs':
      return `${count} different from the source`;
    case 'unreadable':
      return `${count} unreadable ${source}${plural}`;
    default: {
      const name = finalVerdictName(verdict, source);
      return `${count} ${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    }
  }
}

const words = {
  pending: 'Checking...',
  quote: 'Verified quote',
  figures: 'Figures found',
  partial: 'Partly confirmed',
  differs: 'Differs from the source',
} as const;
