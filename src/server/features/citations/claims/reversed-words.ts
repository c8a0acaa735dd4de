/** Finds figures that the source gives in the opposite sense: a loss for a profit, a fall for a rise. */
import type { Figure } from './figures';
import { reversedWord } from './reversals';
import { isSameFigure } from './same-figure';
import { contextAt, isInRow, type Statement } from './statements';

/** The words of the claim that its figures have in the opposite sense in the source. */
export function reversedWords(claim: Statement, statement: Statement, near: readonly Statement[]): string[] {
  if (claim.figures.length === 0) {
    const word = claim.dates.length > 0 ? reversedWord(claim.text, statement.text) : undefined;
    return word === undefined ? [] : [word];
  }
  return claim.figures.flatMap((figure) => {
    const own = reversedAt(claim, figure, statement)?.[0];
    if (own) return own.word ?? [];
    // The figure is only in a sentence next to it.
    const beside = near.flatMap((place) => reversedAt(claim, figure, place) ?? []);
    return beside.every(({ word }) => word !== undefined) ? (beside[0]?.word ?? []) : [];
  });
}

/** For each place of the figure, the word that it reverses; undefined if the place doesn't have the figure. */
function reversedAt(claim: Statement, figure: Figure, place: Statement): { word?: string | undefined }[] | undefined {
  const claimed = { statement: claim, figure };
  const found = place.figures.filter((other) => isSameFigure(claimed, { statement: place, figure: other }));
  if (found.length === 0) return undefined;
  return found.map((other) => {
    const isSigned = other.value !== figure.value || (other.value.startsWith('-') && isInRow(place, other.start));
    return { word: reversedWord(contextAt(claim, figure.start), contextAt(place, other.start), isSigned) };
  });
}
