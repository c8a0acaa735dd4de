/** Normalizes text from a file for storage, search and quotes. */
import { withoutLoneSurrogates } from '~/server/reading/detect/file-name';
import { max, type PageStart } from '~/server/reading/reading';

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the purpose.
const controls = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u00ad\ufeff\ufffe\uffff]/g;

/** A soft hyphen at the end of a line is visible. Many PDFs use it for every hyphen. */
const hyphenAtLineEnd = /(?<=\p{L})\u00ad(?=[^\S\n]*\n[^\S\n]*\p{L})/gu;

/**
 * No control characters, soft hyphens or invalid characters, single spaces, at most one empty line in a row, trimmed.
 */
export function cleanText(text: string): string {
  return withoutLoneSurrogates(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(hyphenAtLineEnd, '-')
    .replace(controls, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Like cleanText, but keeps spaces, because indentation and columns are meaningful. */
export function cleanLayout(text: string): string {
  const lines = withoutLoneSurrogates(text)
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .replace(controls, '')
    // Millions of empty lines would become millions of strings below.
    .replace(/\n\s*\n/g, '\n\n')
    .split('\n')
    .map((line) => line.trimEnd());
  const kept = lines.filter((line, index) => line !== '' || lines[index - 1] !== '');
  while (kept[0] === '') kept.shift();
  return kept.join('\n').trimEnd();
}

/** Cuts at the limit, never through a character. */
export function withinLimit(text: string, characters = max.characters): { text: string; isCut: boolean } {
  if (text.length <= characters) return { text, isCut: false };
  return { text: withoutLoneSurrogates(text.slice(0, characters)).trimEnd(), isCut: true };
}

/** Joins pages into one text, each page cleaned separately, so that the offsets match the stored text. */
export function joinPages(
  clean: (text: string) => string = cleanText,
  characters = max.characters,
): {
  add(page: number, raw: string): void;
  readonly isFull: boolean;
  result(): { text: string; pages: PageStart[]; isCut: boolean };
} {
  const parts: string[] = [];
  const pages: PageStart[] = [];
  let length = 0;
  return {
    add(page, raw) {
      const text = clean(raw);
      const gap = text !== '' && length > 0 ? '\n\n' : '';
      pages.push({ page, start: length + gap.length });
      if (text === '') return;
      parts.push(gap, text);
      length += gap.length + text.length;
    },
    get isFull() {
      return length >= characters;
    },
    result() {
      const { text, isCut } = withinLimit(parts.join(''), characters);
      // A final page without text would start beyond the end; pages must stay in order.
      return { text, isCut, pages: pages.map(({ page, start }) => ({ page, start: Math.min(start, text.length) })) };
    },
  };
}
