import { offlineQuestions } from '~/shared/offline-questions';

export const suggestionWords = {
  suggestions: 'Suggestions',
  suggestedQuestions: [
    'What should a board ask before it funds an AI project?',
    'Compare the risks of a rate cut and a rate hold for growth stocks.',
  ],
  /** Questions for the offline analyst, which it can answer from data alone. */
  offlineQuestions: offlineQuestions.always,
  /** Shown only if there are positions. */
  portfolioQuestions: {
    suggested: ['How are our open positions doing?', 'Which position gained the most, and why might that be?'],
    offline: offlineQuestions.withPositions,
  },
} as const;
