/** Finds figures that the source gives in the opposite sense: a loss for a profit, a fall for a rise. */

import { clauseAt, contextAt, isInRow } from './clauses';
import type { Figure } from './figures';
import { ownDirection } from './own-direction';
import { indexOfPart } from './parts';
import { type Direction, reversedWord, statesDirection } from './reversals';
import { isSameFigure, type PlacedFigure } from './same-figure';
import type { Statement } from './statements';
import { stemsIn } from './word-stems';

/** The words of the claim that some of its figures have in the opposite sense in the source. */
export function reversedWords(
  claim: Statement,
  figures: readonly Figure[],
  statement: Statement,
  near: readonly Statement[],
): string[] {
  if (claim.figures.length === 0) {
    const word = claim.dates.length > 0 ? reversedWord(claim.text, statement.text) : undefined;
    return word === undefined ? [] : [word];
  }
  return figures.flatMap((figure) => {
    const own = closestOf(claim, figure, firstOf(placesOf(claim, figure, statement)));
    if (own) return reversedAt(claim, figure, own) ?? [];
    // The figure is only in a sentence next to it.
    let first: string | undefined;
    for (const place of near)
      for (const found of placesOf(claim, figure, place)) {
        const word = reversedAt(claim, figure, found);
        if (word === undefined) return [];
        first ??= word;
      }
    return first ?? [];
  });
}

function* placesOf(claim: Statement, figure: Figure, place: Statement): Generator<PlacedFigure> {
  for (const other of place.figures) {
    const found = { statement: place, figure: other };
    if (isSameFigure({ statement: claim, figure }, found)) yield found;
  }
}

/** More are not compared, so that a list of equal figures takes no longer. */
const maxPlaces = 8;

function firstOf(places: Iterable<PlacedFigure>): PlacedFigure[] {
  const first: PlacedFigure[] = [];
  for (const place of places) if (first.push(place) === maxPlaces) break;
  return first;
}

/** How much of a clause is compared. */
const reach = 400;

const known = new WeakMap<Statement, Map<number, string[]>>();

/** The stems of a clause, without words for its direction. */
function subjectsAt(statement: Statement, at: number): string[] {
  const ofClauses = known.get(statement) ?? new Map<number, string[]>();
  known.set(statement, ofClauses);
  const index = indexOfPart(statement.clauses, at);
  let stems = ofClauses.get(index);
  if (!stems) {
    stems = stemsIn(clauseAt(statement, at).slice(0, reach).split(/\s/).filter(hasNoDirection).join(' '));
    ofClauses.set(index, stems);
  }
  return stems;
}

/** The figure whose clause shares the most words with the claim's: a sentence may give the same figure twice. */
function closestOf(claim: Statement, figure: Figure, places: readonly PlacedFigure[]): PlacedFigure | undefined {
  if (places.length < 2) return places[0];
  const claimStems = new Set(subjectsAt(claim, figure.start));
  const shared = places.map(
    ({ statement, figure: { start } }) => subjectsAt(statement, start).filter((stem) => claimStems.has(stem)).length,
  );
  return places[shared.indexOf(Math.max(...shared))];
}

const hasNoDirection = (word: string): boolean => !statesDirection(word);

/** The words of the clause decide. Words of brackets and labels around it count only if the clause has no direction. */
function reversedAt(claim: Statement, figure: Figure, { statement, figure: other }: PlacedFigure): string | undefined {
  const isSigned = other.value !== figure.value || (other.value.startsWith('-') && isInRow(statement, other.start));
  for (const wordsAt of [clauseAt, contextAt]) {
    const [claimed, stated] = [wordsAt(claim, figure.start), wordsAt(statement, other.start)];
    const own = {
      claim: () => directionIn(claimed, { statement: claim, figure }),
      source: () => directionIn(stated, { statement, figure: other }),
    };
    const word = reversedWord(claimed, stated, isSigned, own);
    if (word !== undefined) return word;
  }
  return undefined;
}

/** The direction of a figure whose clause has several. */
function directionIn(words: string, { statement: { text, clauses }, figure }: PlacedFigure): Direction | undefined {
  const { start, end } = figure;
  const clauseEnd = clauses[indexOfPart(clauses, start) + 1] ?? text.length;
  // The words end with the clause of the figure.
  const at = words.length - (clauseEnd - start);
  return ownDirection(words, at, at + end - start);
}
