/** Words for one thing and for its opposite, such as "rose" and "fell". */
export type Opposites = readonly [RegExp, RegExp];

/** The first word of a text for either side. */
export type OppositeWords = readonly [string | undefined, string | undefined];

/** A claim and its source are compared once per figure, mostly with the same few clauses. */
const maxRecent = 4;
const recent = new WeakMap<Opposites, Map<string, OppositeWords>>();

export function oppositeWords(opposites: Opposites, text: string): OppositeWords {
  const known = recent.get(opposites) ?? new Map<string, OppositeWords>();
  recent.set(opposites, known);
  let words = known.get(text);
  if (words) return words;
  const [one, other] = opposites;
  words = [one.exec(text)?.[0], other.exec(text)?.[0]];
  if (known.size >= maxRecent) known.clear();
  known.set(text, words);
  return words;
}
