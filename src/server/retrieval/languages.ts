/** Detects the language of a text by its most frequent words, and returns the dictionary that stems it. Pure. */
import { dan, deu, ell, eng, fin, fra, hun, ind, ita, nld, nob, por, ron, rus, spa, swe, tur } from 'stopword';
import { wordsOf } from './words';

/** The text search dictionaries included in PostgreSQL. */
const stopWords: Readonly<Record<string, readonly string[]>> = {
  english_stem: eng,
  german_stem: deu,
  french_stem: fra,
  spanish_stem: spa,
  italian_stem: ita,
  portuguese_stem: por,
  dutch_stem: nld,
  danish_stem: dan,
  swedish_stem: swe,
  norwegian_stem: nob,
  finnish_stem: fin,
  hungarian_stem: hun,
  romanian_stem: ron,
  russian_stem: rus,
  turkish_stem: tur,
  greek_stem: ell,
  indonesian_stem: ind,
};

export const unknownLanguage = 'simple';

/** Languages that write compounds as one word. */
export const compounding: ReadonlySet<string> = new Set([
  'german_stem',
  'dutch_stem',
  'danish_stem',
  'swedish_stem',
  'norwegian_stem',
  'finnish_stem',
  'hungarian_stem',
]);

const dictionariesOf = new Map<string, string[]>();
for (const [dictionary, words] of Object.entries(stopWords)) {
  for (const word of new Set(words.flatMap(wordsOf))) {
    const known = dictionariesOf.get(word);
    if (known) known.push(dictionary);
    else dictionariesOf.set(word, [dictionary]);
  }
}

/** In any of the languages. */
export const isStopWord = (word: string): boolean => dictionariesOf.has(word);

const readCharacters = 20_000;
/** A text with a smaller share of stop words is a list of figures or in another language. */
const minPart = 0.05;

/** Uses the beginning of the text; returns `simple` if no language is likely. */
export function languageOf(text: string): string {
  const words = wordsOf(text.slice(0, readCharacters).toWellFormed());
  const counts = new Map<string, number>();
  for (const word of words) {
    for (const dictionary of dictionariesOf.get(word) ?? []) {
      counts.set(dictionary, (counts.get(dictionary) ?? 0) + 1);
    }
  }
  let best = unknownLanguage;
  let max = words.length * minPart;
  for (const [dictionary, count] of counts) {
    if (count > max) {
      best = dictionary;
      max = count;
    }
  }
  return best;
}
