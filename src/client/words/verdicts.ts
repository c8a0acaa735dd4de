export const verdictWords = {
  inTheAnswer: 'In the answer',
  inTheSource: 'In the source',
  missing: (missing: readonly string[]) => `Not in the source: ${missing.join(', ')}`,
  notFoundHint: 'The answer shows these words as a quotation. None of the files searched contains them.',
} as const;
