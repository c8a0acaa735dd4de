import type { Verdict } from '~/shared/schemas/messages';

export const verdictWords = {
  verdicts: {
    pending: 'Checking...',
    quote: 'Verified quote',
    figures: 'Figures found',
    partial: 'Partly confirmed',
    differs: 'Differs from the source',
    absent: 'Not found in the file',
    unreadable: 'Source could not be read',
  } satisfies Record<Verdict, string>,
  inTheAnswer: 'In the answer',
  inTheSource: 'In the source',
  missing: (missing: readonly string[]) => `Not in the source: ${missing.join(', ')}`,
  notFoundHint: 'The answer shows these words as a quotation. None of the files searched contains them.',
} as const;
