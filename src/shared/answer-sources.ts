/** The sources an answer may use: everything, everything except the web, or only the user's files and collections. */
export const answerSources = ['web', 'offline', 'files'] as const;
export type AnswerSources = (typeof answerSources)[number];
