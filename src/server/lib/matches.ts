/** Searches with global expressions that are shared: each starts at the beginning and leaves no place behind. */

/** Whether an expression is found in a text. */
export function has(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0;
  const isFound = pattern.test(text);
  pattern.lastIndex = 0;
  return isFound;
}

/** Where the last match begins; -1 without one. */
export function lastPlace(pattern: RegExp, text: string): number {
  let place = -1;
  for (const match of matchesOf(pattern, text)) place = match.index;
  return place;
}

/** Like `matchAll`, without the copy of the expression that it makes for each text. */
export function* matchesOf(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    // Within a pair of surrogates an expression of code points would begin at the pair again, for ever.
    const step = (text.codePointAt(match.index) ?? 0) > 0xffff ? 2 : 1;
    const next = Math.max(pattern.lastIndex, match.index + step);
    yield match;
    pattern.lastIndex = next;
  }
  pattern.lastIndex = 0;
}
