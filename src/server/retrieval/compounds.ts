/** Splits compounds such as "Umsatzentwicklung" into words that also occur alone in the same text. Pure. */
import { compounding } from './languages';

const shortestPart = 4;
const shortestCompound = 9;
/** Linking letters between two parts: Arbeits-zeit, Kunden-dienst. */
const links = ['', 's', 'n', 'en', 'es', 'er', 'e'];

/** The parts of vocabulary words that are compounds of other words of the vocabulary. */
export function compoundParts(vocabulary: readonly string[], language: string): Map<string, string[]> {
  const parts = new Map<string, string[]>();
  if (!compounding.has(language)) return parts;
  const known = new Set(vocabulary);
  for (const word of vocabulary) {
    const found =
      word.length >= shortestCompound
        ? splitsOf(word).find((split) => split.every((part) => known.has(part)))
        : undefined;
    if (found) parts.set(word, found);
  }
  return parts;
}

/** Every way to split a word in two, parts of similar length first. */
export function splitsOf(word: string): [string, string][] {
  const splits: { pair: [string, string]; difference: number }[] = [];
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const second = word.slice(at);
    for (const link of links) {
      const first = word.slice(0, at);
      if (!first.endsWith(link) || first.length - link.length < shortestPart) continue;
      const pair: [string, string] = [first.slice(0, first.length - link.length), second];
      splits.push({ pair, difference: Math.abs(pair[0].length - second.length) });
    }
  }
  return splits.sort((a, b) => a.difference - b.difference).map(({ pair }) => pair);
}
