/** Separate from the texts of the thread, because only few answers need them. */
export const reasoningWords = {
  /** Rounded to seconds, at least 1. */
  thoughtFor: (milliseconds: number) => `Thought for ${Math.max(1, Math.round(milliseconds / 1000))} s`,
  answerReason: 'Reason:',
} as const;
