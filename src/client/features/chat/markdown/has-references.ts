/** Whether a text may refer to footnotes or link definitions, which can arrive later. */
export const hasReferences = (text: string): boolean => /\[\^|\]\[/.test(text);
