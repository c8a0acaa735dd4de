/** Texts of answers with corrected figures, loaded on demand because those are few. */
export const correctionWords = {
  figuresCorrected: (count: number) => (count === 1 ? '1 figure was corrected' : `${count} figures were corrected`),
  firstText: 'The AI model first wrote:',
} as const;
