/** Pairs of opposites. A claim that swaps them says the opposite of its source. */

import type { Figure } from './figures';
import type { Name } from './names';
import { directions, others, results } from './opposite-words';
import { type Opposites, oppositeWords } from './opposites';

const isOnly = (text: string, opposites: Opposites, side: 0 | 1): boolean => {
  const words = oppositeWords(opposites, text);
  return words[side] !== undefined && words[1 - side] === undefined;
};
export const statesRise = (text: string): boolean => isOnly(text, directions, 0);
export const statesFall = (text: string): boolean => isOnly(text, directions, 1);
export const statesLoss = (text: string): boolean => isOnly(text, results, 1);

export type Direction = 'rise' | 'fall';
export const statesDirection = (text: string): boolean => directions.some((one) => one.test(text));

/** `own` decides if the text has words for a rise and for a fall. */
function directionOf(text: string, own?: () => Direction | undefined): Direction | undefined {
  const [rise, fall] = oppositeWords(directions, text);
  if (rise !== undefined && fall !== undefined) return own?.();
  return rise !== undefined ? 'rise' : fall !== undefined ? 'fall' : undefined;
}

/**
 * The word of the claim that reverses the meaning of the source; undefined if either text has no direction. With
 * `isSigned`, the sign of the figure has the direction: "growth of −4.2%" is a decline. `own`: the directions of the
 * compared figure if a text has several.
 */
export function reversedWord(
  claim: string,
  source: string,
  isSigned = false,
  own?: { claim: () => Direction | undefined; source: () => Direction | undefined },
): string | undefined {
  if (!/\p{L}/u.test(source)) return undefined;
  if (!isSigned) {
    const claimed = directionOf(claim, own?.claim);
    const stated = claimed && directionOf(source, own?.source);
    if (stated !== undefined && claimed !== stated) return oppositeWords(directions, claim)[claimed === 'rise' ? 0 : 1];
  }
  for (const opposites of isSigned ? others : [results, ...others]) {
    const turned = reversedWithin(claim, source, opposites);
    if (turned !== undefined) return turned;
  }
  return undefined;
}

function reversedWithin(claim: string, source: string, opposites: Opposites): string | undefined {
  const [claimedOne, claimedOther] = oppositeWords(opposites, claim);
  if ((claimedOne === undefined) === (claimedOther === undefined)) return undefined;
  const [one, other] = oppositeWords(opposites, source);
  if ((one === undefined) === (other === undefined)) return undefined;
  if (claimedOne !== undefined) return other === undefined ? undefined : claimedOne;
  return one === undefined ? undefined : claimedOther;
}

const from = /(?<!\p{L})(?:from|von|de|du|da|dal|desde)\s(?:about|around|rund|etwa|environ)?\s?$/iu;
const to = /^\s?(?:to|auf|à|a|al|hasta)\s(?:about|around|rund|etwa|environ)?\s?$/iu;

interface Way {
  text: string;
  from: Figure;
  to: Figure;
}

/** Changes such as 'from 2% to 3%'. */
function directionsIn({ text, figures }: { text: string; figures: readonly Figure[] }): Way[] {
  return figures.flatMap((first, index) => {
    const second = figures[index + 1];
    if (!second || !from.test(text.slice(0, first.start)) || !to.test(text.slice(first.end, second.start))) return [];
    return { text: text.slice(first.start, second.end), from: first, to: second };
  });
}

/** Changes in the claim that only occur in the opposite direction in the source. */
export function reversedDirections(
  claim: Parameters<typeof directionsIn>[0],
  source: Parameters<typeof directionsIn>[0],
): string[] {
  const sourceDirections = directionsIn(source);
  const goes = (start: Figure, end: Figure) =>
    sourceDirections.some((way) => way.from.value === start.value && way.to.value === end.value);
  return directionsIn(claim)
    .filter((way) => goes(way.to, way.from) && !goes(way.from, way.to))
    .map(({ text }) => text);
}

/** Between names whose order doesn't matter: 'Kestrel and Norden'. */
const eitherWay = /(?<!\p{L})(?:and|or|und|oder|et|ou|y|o|with|mit|avec|con|versus|vs)(?!\p{L})|^[\s,&/-]*$/iu;
const longestBetween = 60;

interface NamePair {
  text: string;
  first: string;
  second: string;
  between: string;
}

/** Pairs of names with the words between them: 'Kestrel Foods bought Norden Bank'. */
function pairsIn({ text, names }: { text: string; names: readonly Name[] }): NamePair[] {
  const spans: { start: number; end: number }[] = [];
  for (const { start, end } of names) {
    const last = spans.at(-1);
    if (last && /^\s$/.test(text.slice(last.end, start))) last.end = end;
    else spans.push({ start, end });
  }
  return spans.flatMap((one, index) => {
    const other = spans[index + 1];
    const between = other ? text.slice(one.end, other.start) : '';
    if (!other || between.length > longestBetween || eitherWay.test(between)) return [];
    const [first, second] = [text.slice(one.start, one.end), text.slice(other.start, other.end)];
    return { text: text.slice(one.start, other.end), first, second, between: between.trim() };
  });
}

const buys = /(?<!\p{L})(?:buys?|bought|buying|acquire[sd]?|acquiring|takes? over|took over|purchase[sd]?)(?!\p{L})/iu;
const bought = '(?:bought|acquired|taken over|purchased|owned)';
const passive = String.raw`(?:(?<!\p{L})(?:was|were|is|are|been|be|being|got)\s(?:\p{L}+\s){0,2}|^[,(]\s?)${bought}`;
/** The "by" of another verb names no buyer: "was acquired in a deal advised by Kestrel". */
const ownBy = String.raw`(?<!\p{L}ed|(?<!\p{L})(?:run|held|made|sold|built|won|overseen|written))\sby$`;
/** After "was", or a comma, a year and a price may follow: "Norden was acquired in 2024 for $3 billion by Kestrel". */
const isBoughtBy = new RegExp(
  String.raw`(?<!\p{L})${bought}\s(?:\p{L}+\s){0,2}by$|${passive}(?:\s\S+){0,8}${ownBy}`,
  'iu',
);
const isPassive = new RegExp(String.raw`${passive}(?!\p{L})`, 'iu');

/** The buyer and what it buys, in "Kestrel bought Norden" and "Norden was bought by Kestrel". */
function dealOf({ first, second, between }: NamePair): readonly [string, string] | undefined {
  if (isBoughtBy.test(between)) return [second, first];
  return buys.test(between) && !isPassive.test(between) ? [first, second] : undefined;
}

/** Finds names that are swapped around the same words, or in a purchase, in the claim and the source. */
export function swappedNames(claim: Parameters<typeof pairsIn>[0], source: Parameters<typeof pairsIn>[0]): string[] {
  const sourcePairs = pairsIn(source);
  const isSwapped = (claimed: NamePair, inSource: NamePair) => {
    const [deal, other] = [dealOf(claimed), dealOf(inSource)];
    if (deal && other) return deal[0] === other[1] && deal[1] === other[0];
    if (deal && isPassive.test(inSource.between))
      return deal.includes(inSource.first) && deal.includes(inSource.second);
    return (
      inSource.first === claimed.second && inSource.second === claimed.first && inSource.between === claimed.between
    );
  };
  return pairsIn(claim)
    .filter((claimed) => sourcePairs.some((inSource) => isSwapped(claimed, inSource)))
    .map(({ text }) => text);
}
