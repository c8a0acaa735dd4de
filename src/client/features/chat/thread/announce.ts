/** What a screen reader is told while an answer is written: whole sentences, never pieces of words. */

/** So much of an answer is read out as it is written; the rest of a longer one is heard where it stands. */
export const readOutCharacters = 4000;

/** The next whole sentences after `from`, and where they end; undefined when there is none yet. */
export function nextSentences(text: string, from: number): { words: string; end: number } | undefined {
  const rest = text.slice(from, readOutCharacters);
  let end = 0;
  for (const match of rest.matchAll(/[.!?:](?=["')\]]*\s)|\n\n/g)) end = match.index + match[0].length;
  const words = plainWords(rest.slice(0, end));
  return end > 0 ? { words, end: from + end } : undefined;
}

/** No bracket is tried twice: a label ends at the next bracket, an address at the next but one pair of parentheses. */
const link = /!?\[\[?([^[\]]*)\]?\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** Markdown without its marks; code is named, as nobody wants to hear it. */
export function plainWords(markdown: string): string {
  return markdown
    .replace(/```[\s\S]*?(```|$)/g, ' Code. ')
    .replace(link, '$1')
    .replace(/^[ \t]*(#{1,6}|[-*+>]|\d+[.)])\s+/gm, '')
    .replace(/[\s:|-]+/g, (marks) => (marks.includes('---') ? ' ' : marks))
    .replace(/[*_`|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** What is left to say when the answer is complete. */
export function lastWords(text: string, from: number, { rest, ended }: { rest: string; ended: string }): string {
  const isLong = text.length > readOutCharacters;
  return [plainWords(text.slice(from, readOutCharacters)), isLong && rest, ended].filter(Boolean).join(' ');
}
