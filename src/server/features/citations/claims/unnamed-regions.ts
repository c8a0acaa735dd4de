/**
 * Whether the source gives a figure for a region or segment that the claim doesn't name: "Europe | 2.0" does not confirm a
 * revenue of $2.0 billion.
 */
import { isInRow } from './clauses';
import { partKindAt } from './part-names';
import { indexOfPart } from './parts';
import type { PlacedFigure } from './same-figure';
import { labelOf } from './tables';

const ofRegion =
  /(?:revenues?|sales|turnover|profits?|income|earnings|orders|deliveries)\s(?:in|from|for)\s(?:the\s)?(?<name>\p{Lu}[\p{L}&.-]*(?:\s\p{Lu}[\p{L}&.-]*){0,3})/gu;
const stemLetters = 4;
/** How many characters before a figure are read. */
const reach = 200;

export function isUnnamedRegion({ statement, figure }: PlacedFigure, inSource: PlacedFigure): boolean {
  const names = regionsOf(inSource);
  if (names.length === 0) return false;
  const claimWords = wordsOf(`${statement.text} ${statement.headAt(figure.start)}`);
  return names.some(
    (name) => !wordsOf(name).some((one) => claimWords.includes(one)) && !claimWords.includes(initialsOf(name)),
  );
}

/** The region or segment in the labels of a cell, or in "revenue in Europe" before a figure in its clause. */
function regionsOf({ statement, figure }: PlacedFigure): string[] {
  if (isInRow(statement, figure.start))
    return [labelOf(statement.text), statement.headAt(figure.start)].filter((label) => isRegion(label));
  const { clauses } = statement;
  const index = indexOfPart(clauses, figure.start);
  const start = clauses[index] ?? 0;
  const before = statement.text.slice(Math.max(start, figure.start - reach), figure.start);
  return [...before.matchAll(ofRegion)].flatMap(({ groups }) => groups?.name ?? []).filter((name) => isRegion(name));
}

const isRegion = (label: string): boolean => /^\p{Lu}/u.test(label) && partKindAt(label, 0) !== undefined;

/** The beginnings of words, so that "Germany" and "German" are the same. */
const wordsOf = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll('.', '')
      .match(/\p{L}+/gu) ?? []
  ).map((one) => one.slice(0, stemLetters));

/** "EMEA" for "Europe, Middle East and Africa". */
const initialsOf = (name: string): string => (name.match(/(?<!\p{L})\p{Lu}/gu) ?? []).join('').toLowerCase();
