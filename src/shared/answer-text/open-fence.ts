/** A line with further backticks is inline code. */
const fence = /^ {0,3}(?:(`{3,})([^`\r\n]*)|(~{3,})(.*))$/m;

/** The fence of the code block that is open after a line, or null. `open` is the one before it. */
export function fenceAfter(line: string, open: string | null): string | null {
  const [, ticks, ticksInfo, tildes, tildesInfo] = fence.exec(line) ?? [];
  const found = ticks ?? tildes;
  if (found === undefined) return open;
  if (open === null) return found;
  const info = ticksInfo ?? tildesInfo ?? '';
  return found[0] === open[0] && found.length >= open.length && info.trim() === '' ? null : open;
}

/** The fence of the unclosed code block at the end of a text, or null. */
export function openFence(text: string): string | null {
  let open: string | null = null;
  for (const [line] of text.matchAll(/^ {0,3}(?:```|~~~).*$/gm)) open = fenceAfter(line, open);
  return open;
}
