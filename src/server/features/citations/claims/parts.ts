/** Where the parts and clauses of a sentence begin. */
import { matchesOf } from '~/server/lib/matches';
import { lowerBound } from '~/shared/lower-bound';

const part =
  /[,;](?!\d)|[()–—|]|(?<![\p{L}\p{M}])(?:and|but|while|whereas|although|though|because|compared|versus|vs|against|from|to|up|down|und|aber|während|obwohl|gegenüber|von|auf|nach|et|mais|contre|y|pero|e|ma)(?![\p{L}\p{M}])/giu;
const clause =
  /[,;:](?!\d)|[()–—|]|(?<![\p{L}\p{M}])(?:and|but|while|whereas|although|though|because|und|aber|während|obwohl|weil|et|mais|alors|y|pero|mientras)(?![\p{L}\p{M}])/giu;

const startsOf = (text: string, border: RegExp): number[] => [
  0,
  ...Array.from(matchesOf(border, text), ({ index }) => index),
];

/** A figure belongs to the date in its own part, or else in the nearest. */
export const partStarts = (text: string): number[] => startsOf(text, part);
/** A negation applies to its clause. */
export const clauseStarts = (text: string): number[] => startsOf(text, clause);

/** The index of the part or clause that contains a position. */
export const indexOfPart = (starts: readonly number[], at: number): number =>
  lowerBound(starts, (start) => start <= at) - 1;
