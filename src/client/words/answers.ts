/** Texts of answers that are there or fail. Those of answers on their way are in thread.ts, which is loaded first. */
export const answerWords = {
  doing: {
    thinking: 'Thinking',
    web_search: 'Searching the web',
    web_page: 'Reading pages',
    x_search: 'Searching X',
    collection_search: 'Reading your files',
    book: 'Checking the portfolio',
    tool: 'Using a tool',
  },
  answerFailed: "qChat couldn't finish this answer.",
  answerStopped: 'Stopped',
  answerInterrupted: 'This answer was interrupted.',
  notConfirmed: "Some figures in this answer don't come from our position data. Check them before you rely on them.",
  underlinedFigures: "The underlined figures don't come from our position data. Check them before you rely on them.",
  notAdvice: 'Not investment advice',
  copyAnswer: 'Copy answer',
  liveSearch: (count: number) => `Live Search(${count})`,
  showSources: (count: number) => `Live Search(${count}): show sources`,
  suggestions: 'Suggested questions',
  ready: 'Your answer is ready',
  notFinished: "Your answer wasn't finished",
} as const;
