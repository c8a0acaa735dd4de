/** Token overhead of framing: the tags and the note around a file, and the mark of a page. */
export const tokensPerFile = 90;
export const tokensPerPage = 6;
