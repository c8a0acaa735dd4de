/** Reduces words to their beginnings, so that "impaired" and "impairments" are the same. */
const endings = ['ings', 'ing', 'ed', 'es', 'e', 's', 'd'];
const shortest = 4;
const stemLetters = 6;

/** The article or negation of "l'entreprise" and "n'approuve". */
const elided = /^\p{L}{1,2}['’]/u;

export function stemOf(word: string): string {
  const lower = word
    .toLowerCase()
    .replace(elided, '')
    .replace(/['’]s?$/u, '');
  const ending = endings.find((one) => lower.endsWith(one) && lower.length - one.length >= shortest) ?? '';
  return lower.slice(0, lower.length - ending.length).slice(0, stemLetters);
}

const contentWord = /[\p{L}\p{M}]{4,}|\p{Script=Han}/gu;

/** The stems of the longer words of a text. */
export const stemsIn = (text: string): string[] => (text.match(contentWord) ?? []).map(stemOf);
