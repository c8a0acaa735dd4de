/** What an answer may draw on: everything, everything but the web, or only the user's files and collections. */
export const answerSources = ['web', 'offline', 'files'] as const;
export type AnswerSources = (typeof answerSources)[number];
