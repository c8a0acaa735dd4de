/** Announces a running answer to screen readers, in complete sentences. */

import { dollarMath } from '~/shared/answer-text/dollar-math';
import { sentenceMarks } from '~/shared/sentence-marks';

/** Longer answers are only announced up to this many characters; the rest can be read in the thread. */
export const readOutCharacters = 4000;

const sentenceEnd = new RegExp(`[.!?:](?=["')\\]]*\\s)|[${sentenceMarks}]|\\n\\n`, 'g');

/** Whether the text ends within a formula, which has no blank lines. */
function endsInFormula(text: string): boolean {
  const paragraph = text.slice(text.lastIndexOf('\n\n') + 1);
  const rest = dollarMath(paragraph, '') ?? paragraph;
  return /\$\$|\\\$\\\$|\\\[|\\\(/.test(rest);
}

/** The complete sentences after `from` as plain text, and their end offset; undefined if there are none yet. */
export function nextSentences(text: string, from: number): { words: string; end: number } | undefined {
  const rest = text.slice(from, readOutCharacters);
  const ends = [...rest.matchAll(sentenceEnd)].map((match) => match.index + match[0].length);
  const end = ends.findLast((offset) => !endsInFormula(rest.slice(0, offset))) ?? 0;
  const words = plainWords(rest.slice(0, end));
  return end > 0 ? { words, end: from + end } : undefined;
}

/** Linear in time: a label ends at the next bracket, a URL after at most one nested pair of parentheses. */
const link = /!?\[\[?([^[\]]*)\]?\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** The numbers of sources and footnotes, which would be heard as digits of the figure before them. */
const sourceNumber = /\[\[\d{1,3}\]\]\((?:[^()\n]|\([^()\n]*\))*\)|\[\^[^[\]\n]+\]:?/g;

/** Longer formulas, and those with commands, would be heard as a row of signs. */
const spoken = (tex: string): string => (tex.length > 30 || tex.includes('\\') ? ' formula ' : tex);

/**
 * The text without Markdown syntax and source numbers. Code blocks are announced as "Code.", and formulas that can't be
 * read out as "formula".
 */
export function plainWords(markdown: string): string {
  return (dollarMath(markdown, spoken)?.replaceAll('\\$', '$') ?? markdown)
    .replace(/```[\s\S]*?(```|$)/g, ' Code. ')
    .replace(sourceNumber, '')
    .replace(link, '$1')
    .replace(/^[ \t]*(#{1,6}|[-*+>]|\d+[.)])\s+/gm, '')
    .replace(/[\s:|-]+/g, (marks) => (marks.includes('---') ? ' ' : marks))
    .replace(/[*_`|~]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The final announcement: the rest of a short answer, or a note for a long one, and the end. */
export function lastWords(text: string, from: number, { rest, ended }: { rest: string; ended: string }): string {
  const isLong = text.length > readOutCharacters;
  return [plainWords(text.slice(from, readOutCharacters)), isLong && rest, ended].filter(Boolean).join(' ');
}
