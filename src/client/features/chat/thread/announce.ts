/** What a screen reader is told while an answer is written: whole sentences, never pieces of words. */

/** The next whole sentences after `from`, and where they end; undefined when there is none yet. */
export function nextSentences(text: string, from: number): { words: string; end: number } | undefined {
  const rest = text.slice(from);
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
