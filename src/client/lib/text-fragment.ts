/** Text fragments (#:~:text=) link to a passage, which browsers scroll to and highlight. */

/** Longer passages are given by their first and last words. */
const maxWordsInFull = 10;
const wordsAtEnd = 5;

export function withTextFragment(url: string, passage: string | undefined): string {
  const words = passage
    ?.replace(/[*_`#|>[\]]+/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  if (!words || words.length === 0) return url;
  const directions =
    words.length <= maxWordsInFull ? [words] : [words.slice(0, wordsAtEnd), words.slice(words.length - wordsAtEnd)];
  const text = directions.map((part) => encodeURIComponent(part.join(' ')).replaceAll('-', '%2D')).join(',');
  return `${url.replace(/#.*$/s, '')}#:~:text=${text}`;
}
