/**
 * Whether two sentences are about the same fact, and whether they say the same. Facts that differ in a single word must
 * not be compared, so additional terms are only accepted in one of the two sentences.
 */
import { namesIn } from '~/server/features/citations/claims/names';
import { reversedWord } from '~/server/features/citations/claims/reversals';
import { unitsOfOneKind } from '~/server/features/citations/claims/units';
import type { ResearchCaveat } from '~/shared/schemas/research-schedules';
import type { Sentence } from './report-pages';

/** Share of all terms that both sentences must have. */
const minLikeness = 0.6;
/** The share needed to treat sentences without figures as equal, and to compare figures of two pages. */
const certainLikeness = 0.75;

export interface SentenceSimilarity {
  hasSameMeaning: boolean;
  /** Higher for a better match. */
  score: number;
  caveats: ResearchCaveat[];
}

export function compareSentences(before: Sentence, after: Sentence): SentenceSimilarity | undefined {
  const onlyBefore = termsOnlyIn(before, after);
  const onlyAfter = termsOnlyIn(after, before);
  const shared = before.terms.size - onlyBefore.length;
  const likeness = shared / (before.terms.size + onlyAfter.length);
  if (shared === 0 || likeness < minLikeness) return undefined;
  const isSamePage = before.page.isSamePage(after.page);
  // A single shared term is only enough on the same page: 'Inflation was 2.1%' and 'Inflation is 2.3%'.
  if (shared === 1 && !(isSamePage && likeness === 1)) return undefined;
  const units = compareUnits(before, after);
  if (units === 'different') return undefined;
  const hasSameMeaning = haveSameMeaning(before, after, likeness);
  const isReworded = onlyBefore.length > 0 && onlyAfter.length > 0;
  if (isReworded) {
    // Terms that the page also uses elsewhere distinguish facts.
    if (onlyBefore.some((term) => after.page.uses(term)) || onlyAfter.some((term) => before.page.uses(term)))
      return undefined;
    if (!hasSameMeaning && (hasFigures(before) || hasFigures(after))) return undefined;
  }
  const isOtherDate = datesDiffer(before, after);
  if (!isSamePage && !hasSameMeaning && (isOtherDate || likeness < certainLikeness || !haveSameContext(before, after)))
    return undefined;
  const caveats: ResearchCaveat[] = [];
  if (units === 'convertible') caveats.push('unit');
  if (isOtherDate && hasFigures(before)) caveats.push('date');
  return { hasSameMeaning, score: likeness + (isSamePage ? 1 : 0) + (isOtherDate ? 0 : 0.5), caveats };
}

const termsOnlyIn = ({ terms }: Sentence, other: Sentence): string[] =>
  [...terms].filter((term) => !other.terms.has(term));

const hasFigures = ({ figures }: Sentence): boolean => figures.length > 0;

function haveSameMeaning(before: Sentence, after: Sentence, likeness: number): boolean {
  if (figuresOf(before) !== figuresOf(after) || datesDiffer(before, after)) return false;
  if (before.isNegated !== after.isNegated) return false;
  if (reversedWord(before.head, after.head) !== undefined) return false;
  return hasFigures(before) || likeness >= certainLikeness;
}

const figuresOf = ({ figures }: Sentence): string =>
  figures
    .map(({ value, unit }) => `${value} ${unit}`)
    .sort()
    .join(', ');

/** Compares dates of the same kind, such as years or quarters. A date in only one of the sentences does not count. */
function datesDiffer({ dates }: Sentence, { dates: others }: Sentence): boolean {
  const ofKind = (keys: readonly string[], kind: string) =>
    keys
      .filter((key) => key.startsWith(kind))
      .sort()
      .join();
  return ['y', 'h', 'q', 'm', 'd'].some((kind) => {
    const [one, other] = [ofKind(dates, kind), ofKind(others, kind)];
    return one !== '' && other !== '' && one !== other;
  });
}

/** 'different' units, such as a percentage and an amount, belong to two facts. */
function compareUnits({ figures }: Sentence, { figures: others }: Sentence): 'same' | 'convertible' | 'different' {
  if (figures.length === 0 || others.length === 0) return 'same';
  const units = others.map(({ unit }) => unit);
  if (figures.some(({ unit }) => units.includes(unit))) return 'same';
  const isOneKind = figures.some(({ unit }) => units.some((other) => unitsOfOneKind(unit, other)));
  return isOneKind ? 'convertible' : 'different';
}

/**
 * 'The deposit rate of the bank' may be another bank's on another site, so across sites both sentences must contain the
 * name.
 */
function haveSameContext(before: Sentence, after: Sentence): boolean {
  if (before.page.isSameSite(after.page)) return true;
  const names = namesOf(before);
  return [...namesOf(after)].some((name) => names.has(name));
}

/** The first word is always capitalized, as is every noun in German, where only abbreviations are certain. */
function namesOf({ head }: Sentence): Set<string> {
  const isGerman = /(?<!\p{L})(?:der|die|das|des|dem|den|und|ist|im)(?!\p{L})/u.test(head);
  const certain = namesIn(head).filter(({ text, start }) => /^\p{Lu}{2,}$/u.test(text) || (start > 0 && !isGerman));
  return new Set(certain.map(({ text }) => text.toLowerCase()));
}
