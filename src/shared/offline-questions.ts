/** What the welcome screen suggests without an AI model: questions that the data alone answers. */
export const offlineQuestions = {
  always: ['What can you do?'],
  withPositions: ['How are our open positions doing?', 'Which position performs best?', 'What is the average gain?'],
} as const;
