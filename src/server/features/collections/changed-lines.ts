import { textStart } from '~/shared/text-start';

/** Returns the new lines of a text. Moved lines do not count as changed. Pure. */
const maxLines = 50;
const longestLine = 300;

export interface ChangedLines {
  isChanged: boolean;
  added: string[];
  removed: string[];
}

export function changedLines(before: string, after: string): ChangedLines {
  const [old, now] = [countLines(before), countLines(after)];
  const [added, removed] = [linesOnlyIn(now, old), linesOnlyIn(old, now)];
  const shown = (lines: readonly string[]) => lines.slice(0, maxLines).map((line) => textStart(line, longestLine));
  return { isChanged: added.length + removed.length > 0, added: shown(added), removed: shown(removed) };
}

function countLines(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n').map((one) => one.replace(/\s+/g, ' ').trim()))
    if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

const linesOnlyIn = (some: ReadonlyMap<string, number>, others: ReadonlyMap<string, number>): string[] =>
  [...some].flatMap(([line, count]) => (count > (others.get(line) ?? 0) ? [line] : []));
