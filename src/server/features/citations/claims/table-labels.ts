/** The labels of a table's rows and columns, as words to compare with a sentence. */
import { termsIn } from './terms';

/** Words of a text in the singular. */
export interface LabelWords {
  literal: readonly string[];
  /** With each measure as one word, the same for all its synonyms. */
  words: readonly string[];
}

export interface Label extends LabelWords {
  literalKey: string;
  key: string;
}

const word = /[\p{L}\p{M}]{2,}/gu;
/** Fillers, heads that fit any figure, and words whose meaning is compared elsewhere. */
const filling = new Set(
  `the and for from per of in on to by at net total other der die das und des du de la le et el los y
   loss losses profit profits gewinn verlust bénéfice perte was were is are
   value amount figure number wert betrag valeur montant valor importe`.split(/\s+/),
);

/** Part of the measure's name, but not the same figure. */
const perShareKind = /diluted|basic/iu;

/** The noun of each verb, so that "grew" matches a column named "Growth". */
const verbNouns: Record<string, string> = Object.fromEntries(
  [
    ['growth', 'grew grow grown growing'],
    ['spending', 'spent spend'],
    ['wachstum', 'wuchs wächst wachsen gewachsen'],
  ].flatMap(([noun = '', forms = '']) => forms.split(' ').map((form) => [form, noun])),
);
/** The endings of "closed" and "Close", "invested" and "Investments". */
const ending = /(?<=\p{L}{4})(?:ed|e)$|(?<=\p{L}{5})ment$/u;

const baseOf = (word: string): string => {
  const singular = word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word;
  return verbNouns[word] ?? verbNouns[singular] ?? singular.replace(ending, '');
};

const splitWords = (text: string): string[] =>
  (text.toLowerCase().match(word) ?? []).filter((one) => !filling.has(one)).map(baseOf);

/** The words that tell labels apart. */
export function wordsOf(text: string): LabelWords {
  const literal = splitWords(text);
  if (literal.length === 0) return { literal, words: literal };
  const named = termsIn(text)
    .filter(({ group, start, end }) => group === 'measure' && splitWords(text.slice(start, end)).length > 0)
    .toReversed()
    .reduce(
      (words, { key, start, end }) =>
        `${words.slice(0, start)} ${key}measure ${perShareKind.exec(text.slice(start, end))?.[0] ?? ''} ${words.slice(end)}`,
      text,
    );
  return { literal, words: splitWords(named) };
}

export const keyOf = (words: readonly string[]): string => words.toSorted().join(' ');

export function toLabel(text: string): Label {
  const { literal, words } = wordsOf(text);
  return { literal, words, literalKey: keyOf(literal), key: keyOf(words) };
}

export const toLabels = (texts: readonly string[]): Label[] =>
  texts.map(toLabel).filter(({ words }) => words.length > 0);
