/** Suggestions of the welcome screen without an AI model: questions that can be answered from data alone. */
export const offlineQuestions = {
  always: ['What can you do?'],
  withPositions: ['How are our open positions doing?', 'Which position performs best?', 'What is the average gain?'],
} as const;
