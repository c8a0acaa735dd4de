/** Finds code in Markdown, where quotation marks have another meaning. */
import { lowerBound } from '~/shared/lower-bound';
import type { Span } from './fold-text';

export function codeRanges(text: string): Span[] {
  const ranges: Span[] = [];
  let fence: { mark: string; start: number } | undefined;
  let at = 0;
  for (const line of text.split('\n')) {
    const mark = /^\s{0,3}(`{3,20}|~{3,20})/.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence.mark)) {
        ranges.push({ start: fence.start, end: at + line.length });
        fence = undefined;
      }
    } else if (mark) fence = { mark, start: at };
    else for (const span of inlineCode(line)) ranges.push({ start: at + span.start, end: at + span.end });
    at += line.length + 1;
  }
  if (fence) ranges.push({ start: fence.start, end: text.length });
  return ranges;
}

function* inlineCode(line: string): Generator<Span> {
  let open = line.indexOf('`');
  while (open >= 0) {
    const close = line.indexOf('`', open + 1);
    if (close < 0) return;
    yield { start: open, end: close + 1 };
    open = line.indexOf('`', close + 1);
  }
}

/** For positions tested in any order. `ranges` must be sorted by start. */
export function isInside(ranges: readonly Span[]): (at: number) => boolean {
  return (at) => {
    const before = ranges[lowerBound(ranges, ({ start }) => start <= at) - 1];
    return before !== undefined && at < before.end;
  };
}
