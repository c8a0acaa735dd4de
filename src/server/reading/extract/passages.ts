/** Cuts the text of a file into passages that can be searched, quoted and found again. */
import type { PageStart } from '~/server/reading/reading';
import { sentenceMarks } from '~/shared/sentence-marks';

export interface Passage {
  page?: number;
  /** Offset in the whole text: text.slice(start, start + passage.text.length) is the passage. */
  start: number;
  text: string;
}

const shortest = 800;
const longest = 1200;

/** From the best border to the worst. A passage ends after the match. */
const sentenceEnd = new RegExp(`[.!?…]["'”’»)\\]]*\\s|[${sentenceMarks}]["'”’」』）]*`, 'g');
const borders = [/\n\s*\n/g, sentenceEnd, /\n/g, /\s/g];

/**
 * Deterministic. No passage crosses the end of a page, and none is blank. Tables are written in parts that repeat their
 * head (structure/table.ts), so a part that fits is never cut.
 */
export function cutPassages(text: string, pages: readonly PageStart[] = []): Passage[] {
  const passages: Passage[] = [];
  for (const section of sectionsOf(text, pages)) {
    let at = section.start;
    while (at < section.end) {
      const end = endOfPassage(text, at, section.end);
      addTrimmed(passages, text, at, end, section.page);
      at = end;
    }
  }
  return passages;
}

function sectionsOf(text: string, pages: readonly PageStart[]): { page?: number; start: number; end: number }[] {
  if (pages.length === 0) return [{ start: 0, end: text.length }];
  return pages.map(({ page, start }, index) => ({
    page,
    start: index === 0 ? 0 : start,
    end: pages[index + 1]?.start ?? text.length,
  }));
}

function endOfPassage(text: string, start: number, sectionEnd: number): number {
  if (sectionEnd - start <= longest) return sectionEnd;
  const window = text.slice(start, start + longest);
  const table = startOfCutTable(text, start, sectionEnd);
  if (table !== null) return table;
  for (const border of borders) {
    let end = -1;
    for (const match of window.matchAll(border)) {
      const behind = match.index + match[0].length;
      if (behind >= shortest) end = behind;
    }
    if (end > 0) return start + end;
  }
  // For a word longer than a passage: cut through it, but not through a surrogate pair.
  const isHalf = /[\ud800-\udbff]/.test(window.charAt(longest - 1));
  return start + longest - (isHalf ? 1 : 0);
}

/** Start of a table that would be cut here but fits into the next passage, including a heading right before it. */
function startOfCutTable(text: string, start: number, sectionEnd: number): number | null {
  // Searching all of a long text at every border would take minutes.
  const window = text.slice(start, start + longest + 2);
  const gap = window.lastIndexOf('\n\n|', longest - 1);
  if (gap < 0) return null;
  const from = start + gap + 2;
  const nextGap = text.slice(from, from + longest + 2).indexOf('\n\n');
  const end = nextGap < 0 ? sectionEnd : Math.min(from + nextGap, sectionEnd);
  if (end - start <= longest || end - from > longest) return null;
  const before = window.lastIndexOf('\n\n', gap - 1);
  const hasHeading = before > 0 && window.startsWith('#', before + 2) && end - start - before - 2 <= longest;
  return hasHeading ? start + before + 2 : from;
}

function addTrimmed(passages: Passage[], text: string, from: number, to: number, page: number | undefined): void {
  const raw = text.slice(from, to);
  const trimmed = raw.trim();
  if (trimmed === '') return;
  const start = from + (raw.length - raw.trimStart().length);
  passages.push(page === undefined ? { start, text: trimmed } : { page, start, text: trimmed });
}
