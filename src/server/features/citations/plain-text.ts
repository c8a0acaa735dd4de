/**
 * Removes the Markdown from a text, as a reader sees it. An asterisk between digits is a multiplication sign and stays.
 */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[\[?\d{1,3}\]?\]\([^()\s]{0,2000}\)/g, '')
    .replace(/!?\[([^[\]]{0,500})\]\([^()\s]{0,2000}\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/(?<!\d)\*{1,3}|\*{1,3}(?!\d)/g, '')
    .replace(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '')
    .trim();
}
