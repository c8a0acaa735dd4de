/** Finds the sentences of an answer that name a page or file without quoting it. */
import { codeRanges, isInside } from './code-ranges';
import { lastNamed, type NamedPlace } from './named-place';
import { isAbbreviation, sentenceEnds } from './sentence-ends';

export interface NamingSentence {
  text: string;
  start: number;
  end: number;
  named: NamedPlace;
}

const minCharacters = 20;
const maxSentences = 30;

/** `taken` are ranges that are already checked. */
export function namingSentences(
  answer: string,
  files: readonly string[],
  taken: readonly { start: number; end: number }[],
): NamingSentence[] {
  const isCode = isInside(codeRanges(answer).sort((a, b) => a.start - b.start));
  const found: NamingSentence[] = [];
  for (const { start, end } of sentenceRanges(answer)) {
    if (found.length === maxSentences) break;
    const text = answer.slice(start, end);
    if (text.length < minCharacters || isCode(start) || /^\s*>/.test(text)) continue;
    if (taken.some((other) => other.start < end && start < other.end)) continue;
    const named = lastNamed(text, files);
    if (named.pages || (named.file && files.includes(named.file))) found.push({ text, start, end, named });
  }
  return found;
}

/** Finds the sentences that contain or precede a file's mark. Marks are links or numbers, not part of the statement. */
export function markedSentences(
  answer: string,
  marks: readonly { start: number; end: number; file: string }[],
): NamingSentence[] {
  const ranges = [...sentenceRanges(answer)].map((range) => ({
    ...range,
    text: withoutMarks(answer.slice(range.start, range.end)),
  }));
  const sentences = ranges.filter(({ text }) => text.trim().length >= minCharacters);
  const found = new Map<string, NamingSentence>();
  for (const { end: markEnd, file } of marks.slice(0, maxSentences)) {
    const sentence = sentences.findLast(({ start }) => start < markEnd);
    if (sentence) found.set(`${sentence.start} ${file}`, { ...sentence, named: { file } });
  }
  return [...found.values()];
}

const withoutMarks = (text: string) => text.replace(/\[\[\d{1,3}\]\]\([^()\s]{0,2000}\)/g, '');

function* sentenceRanges(answer: string): Generator<{ start: number; end: number }> {
  let at = 0;
  for (const line of answer.split('\n')) {
    let from = 0;
    for (const match of line.matchAll(sentenceEnds)) {
      if (isAbbreviation(line, match.index)) continue;
      yield { start: at + from, end: at + match.index + 1 };
      from = match.index + 1;
    }
    if (from < line.length) yield { start: at + from, end: at + line.length };
    at += line.length + 1;
  }
}
