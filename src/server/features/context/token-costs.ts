/** Token overhead of framing: the tags and the note around a file, and the mark of a page. */
export const tokensPerFile = 90;
export const tokensPerPage = 6;
/** The tags and the sentence around a summary. */
export const tokensPerSummary = 105;
/** The note about messages that are left out. */
export const tokensPerGap = 20;
