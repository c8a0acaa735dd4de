/** The fence of the unclosed code block at the end of a text, or null. */
export function openFence(text: string): string | null {
  let open: string | null = null;
  // A line with further backticks is inline code.
  for (const [, ticks, ticksInfo, tildes, tildesInfo] of text.matchAll(
    /^ {0,3}(?:(`{3,})([^`\r\n]*)|(~{3,})(.*))$/gm,
  )) {
    const fence = ticks ?? tildes ?? '';
    const info = ticksInfo ?? tildesInfo ?? '';
    if (open === null) open = fence;
    else if (fence[0] === open[0] && fence.length >= open.length && info.trim() === '') open = null;
  }
  return open;
}
