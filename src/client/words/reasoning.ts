/** Apart from the words of the thread: they load with the few answers that need them. */
export const reasoningWords = {
  /** Seconds, rounded. */
  thoughtFor: (milliseconds: number) => `Thought for ${Math.max(1, Math.round(milliseconds / 1000))} s`,
  answerReason: 'Reason:',
} as const;
