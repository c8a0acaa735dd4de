/** Joins the model's output to a cut-off text, without the part that it repeats. */
import { openFence } from '~/shared/answer-text/open-fence';

/** Models are asked to repeat this much, which shows where the two texts meet. */
const repeatedCharacters = 60;
/** Shorter repetitions may be coincidence. */
const minRepeated = 12;
/** This much of the new text is buffered before any of it is shown. */
export const joinCharacters = 240;

/** The last words of a text, starting at a word border, on one line if the line is long enough. */
export function lastWords(text: string): string {
  const tail = text.slice(-repeatedCharacters);
  const line = tail.slice(tail.trimEnd().lastIndexOf('\n') + 1);
  const words = line.trim().length >= minRepeated ? line : tail;
  return (words.length < text.length ? words.replace(/^\S*\s+(?=\S)/, '') : words).trim();
}

/** How many characters at the start of the new text repeat the end of the earlier one, or open its code block again. */
export function repeatedStart(earlier: string, fresh: string): number {
  const fence = openFence(earlier) ? (/^\s*(?:`{3,}|~{3,})[^\n]*\n/.exec(fresh)?.[0].length ?? 0) : 0;
  const text = fresh.slice(fence);
  const indent = text.length - text.trimStart().length;
  return overlap(earlier, text, 0, fence) ?? overlap(earlier, text, indent, fence) ?? fence;
}

function overlap(earlier: string, text: string, from: number, before: number): number | null {
  const end = earlier.trimEnd();
  const max = Math.min(earlier.length, text.length - from);
  for (let length = max; length >= minRepeated; length--) {
    const start = text.slice(from, from + length);
    if (earlier.endsWith(start)) return before + from + length;
    // Handles text that continues after the white space at the end of the earlier text.
    if (end.length < earlier.length && end.endsWith(start)) {
      const rest = text.slice(from + length);
      const isSame = rest.startsWith(earlier.slice(end.length));
      return before + from + length + (isSame ? earlier.length - end.length : 0);
    }
  }
  return null;
}
