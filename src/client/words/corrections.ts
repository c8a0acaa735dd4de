/** Texts of the few answers whose figures were corrected; they load with such an answer. */
export const correctionWords = {
  figuresCorrected: (count: number) => (count === 1 ? '1 figure was corrected' : `${count} figures were corrected`),
  firstText: 'The AI model first wrote:',
} as const;
