import { textStart } from '~/shared/text-start';

/** Text processing for the offline analyst: keywords, sentences, quotations. */
const stopWords = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could did do does doing
  earlier for from give had has have having he her here him his how i if in into is it its just know let like list long
  many may me mean more most much must my no not now of on one only or other our out over please remember remind said
  say says see she should show so some still such tell than that the their them then there these they this those to too
  under up us very was we were what when where which while who whom why will with would yes you your`.split(/\s+/),
);

/** Meaningful words in lower case, roughly without plural endings. */
export function keywords(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !stopWords.has(word)).map(stem));
}

function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

export function sentences(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/** Shortened to one line, cut between words, with an ellipsis. */
export function shorten(text: string, characters: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= characters) return line;
  const cut = textStart(line, characters - 1);
  const space = cut.lastIndexOf(' ');
  return `${space > characters / 2 ? cut.slice(0, space) : cut}…`;
}

/**
 * Formats file text as a blockquote. Its lines break as in the file, so they are joined, except in tables and lists.
 * Headings become bold lines, because joined lines would extend the heading.
 */
export function blockquote(text: string): string {
  const parts = text.replace(/^#{1,6}[ \t]+(.+)$/gm, '\n\n**$1**\n\n').split(/\n\s*\n/);
  const lines = parts.map((part) => part.trim().split(/\s*\n\s*/)).filter(([first]) => first !== '');
  return lines
    .map((part) => (part.every((line) => /^(\||[-*+] |\d+[.)] )/.test(line)) ? part : [part.join(' ')]))
    .map((part) => part.map((line) => `> ${line.replace(/\s+/g, ' ')}\n`).join(''))
    .join('>\n');
}

/** Words with the preceding space, so that joining them restores the text. */
export function streamable(text: string): string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
