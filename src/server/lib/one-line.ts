/** The text without line breaks and repeated spaces. */
export const oneLine = (text: string | false | undefined): string => (text || '').replace(/\s+/g, ' ').trim();
