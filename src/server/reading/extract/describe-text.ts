/** Extracts keywords and a summary: both consist of the text's own words. */
import { deu, eng, fra, ita, spa } from 'stopword';
import { sentenceMarks } from '~/shared/sentence-marks';
import { textStart } from '~/shared/text-start';

const readCharacters = 20_000;
const maxKeywords = 8;
// Intl.Segmenter would support more languages, but takes seconds for a page of dots only.
const words = /[\p{L}\p{N}]{3,30}/gu;
const sentenceEnds = new RegExp(`(?<=[.!?])\\s+|(?<=[${sentenceMarks}])`, 'u');
const summaryCharacters = 300;
const summarySentences = 2;

const stopWords = new Set([...eng, ...deu, ...fra, ...spa, ...ita]);

/** Uses only the beginning of the text, so that the time does not depend on its length. */
export function describeText(text: string): { keywords: string[]; summary: string } {
  const start = withoutMarkdown(text.slice(0, readCharacters).toWellFormed());
  const counts = countWords(start);
  const keywords = [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxKeywords)
    .map(([word]) => word);
  return { keywords, summary: summaryOf(start, new Map(keywords.map((word) => [word, counts.get(word) ?? 0]))) };
}

function wordsOf(text: string): string[] {
  const found = text.toLowerCase().match(words) ?? [];
  return found.filter((word) => !stopWords.has(word) && !/^\d+$/.test(word));
}

function countWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** The sentences with the highest keyword weights, in the order of the text. */
function summaryOf(text: string, weights: ReadonlyMap<string, number>): string {
  const best = text
    .split('\n')
    .flatMap((line) => line.split(sentenceEnds).map((sentence) => sentence.trim()))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .map((sentence, place) => {
      const weight = wordsOf(sentence).reduce((sum, word) => sum + (weights.get(word) ?? 0), 0);
      return { sentence, place, weight };
    })
    .sort((a, b) => b.weight - a.weight || a.place - b.place)
    .slice(0, summarySentences)
    .sort((a, b) => a.place - b.place)
    .map(({ sentence }) => sentence)
    .join(' ');
  if (best.length <= summaryCharacters) return best;
  const cut = textStart(best, summaryCharacters);
  return `${textStart(cut, Math.max(cut.lastIndexOf(' '), summaryCharacters / 2)).toWellFormed()}...`;
}

/** Removes marks of headings, lists, quotes and emphasis. */
const withoutMarkdown = (text: string) =>
  text.replace(/^[ \t]*(?:#{1,6}|>|[-*+])[ \t]+/gm, '').replace(/[*_`|]+/g, ' ');
