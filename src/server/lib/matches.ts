/** Searches with shared global expressions: each starts at the beginning and leaves no `lastIndex` behind. */

/** Whether an expression is found in a text. */
export function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  const isFound = pattern.test(text);
  pattern.lastIndex = 0;
  return isFound;
}

/** Offset of the last match; -1 without one. */
export function lastPlace(pattern: RegExp, text: string): number {
  let place = -1;
  for (const match of matchesOf(pattern, text)) place = match.index;
  return place;
}

/** Like `matchAll`, without copying the expression for each text. */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    // From inside a surrogate pair, an expression with the u flag would match at the start of the pair again, forever.
    const step = (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
    const next = Math.max(pattern.lastIndex, match.index + step);
    yield match;
    pattern.lastIndex = next;
  }
  pattern.lastIndex = 0;
}
