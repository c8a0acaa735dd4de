/** What the welcome screen suggests without an AI model: questions that the data alone answers. */
export const offlineQuestions = [
  'How are our open positions doing?',
  'Which position performs best?',
  'What is the average gain?',
  'What can you do?',
] as const;
