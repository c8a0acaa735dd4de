/** What framing costs, in tokens: the tags and the note around a file, and the mark of a page. */
export const tokensPerFile = 90;
export const tokensPerPage = 6;
