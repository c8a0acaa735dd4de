/**
 * Which of several directions is that of a figure: in "sales fell 5% after the Fed hiked rates", the 5% fell. Undefined
 * if the words leave it open, as in "sales growth fell to 2%".
 */
import { matchesOf } from '~/server/lib/matches';
import { directionHedges, directions } from './opposite-words';
import type { Direction } from './reversals';

interface DirectionWord {
  direction: Direction;
  text: string;
  start: number;
  end: number;
}

/** How many characters before and after a figure are read. */
const reach = 160;
const [rises, falls] = directions.map((pattern) => new RegExp(pattern.source, 'giu')) as [RegExp, RegExp];

const joining = `(?:(?:à|al?|di|met|naar|with|mit|a|an|une?|eine[nmr]?|half)\\s+)?`;
const directlyBefore = new RegExp(`^\\s+${joining}${directionHedges}${joining}[^\\p{L}\\p{N}\\s]{0,3}$`, 'iu');
const directlyAfter = /^[\s-]{1,2}(?:(?:year-on-year|annual|quarterly)\s)?$/iu;
/** A change may rise or fall itself: "sales growth slowed", "price increases eased". */
const changeNoun =
  /^(?:growth|increases?|rises?|gains?|declines?|decreases?|drops?|falls?|contraction|reductions?|cuts?|wachs\p{L}*|anst(?:ieg|eig)\p{L}*|rückg[aä]ng\p{L}*|zunahme|croissance|progression|hausse|baisse|augmentations?|diminution|aumentos?|crecimiento|incrementos?|caída|rialz\p{L}*|groei|stijging|daling)$/iu;
/** Words that describe another thing: "despite rising costs", "on lower demand". */
const attribute =
  /^(?:higher|lower|(?:ris|fall|grow|declin|increas|decreas|shrink|widen|narrow|improv|weaken|slow|cool|soar|surg|plung)ing|steigende\p{L}*|gestiegene\p{L}+|(?:ge)?sunkene\p{L}*|sinkende\p{L}*|wachsende\p{L}*|gewachsene\p{L}+|gefallene\p{L}+|fallende\p{L}*|erhöhte[nrs]?|rückläufige\p{L}*)$/iu;

/** The direction of the figure between two offsets of a clause. */
export function ownDirection(clause: string, start: number, end: number): Direction | undefined {
  const from = Math.max(0, start - reach);
  const near = clause.slice(from, end + reach);
  const words = wordsIn(near).map((word) => ({ ...word, start: from + word.start, end: from + word.end }));
  const before = words.filter((word) => word.end <= start);
  const after = words.filter((word) => word.start >= end);
  const [last, next] = [before.at(-1), after[0]];
  const isBefore = last !== undefined && directlyBefore.test(clause.slice(last.end, start));
  const isAfter = next !== undefined && directlyAfter.test(clause.slice(end, next.start));
  const decisive = isBefore ? last : isAfter ? next : nearestOf(before, after);
  if (!decisive) return undefined;
  const isOpen = [...before, ...(isAfter ? [next] : [])].some(
    (word) => word.direction !== decisive.direction && changeNoun.test(word.text),
  );
  return isOpen ? undefined : decisive.direction;
}

function wordsIn(text: string): DirectionWord[] {
  const found = (pattern: RegExp, direction: Direction) =>
    Array.from(
      matchesOf(pattern, text),
      ({ 0: word, index }): DirectionWord => ({
        direction,
        text: word,
        start: index,
        end: index + word.length,
      }),
    );
  return [...found(rises, 'rise'), ...found(falls, 'fall')].sort((a, b) => a.start - b.start);
}

/** The last verb before the figure, or else the first after it. */
function nearestOf(before: readonly DirectionWord[], after: readonly DirectionWord[]): DirectionWord | undefined {
  const isVerb = ({ text }: DirectionWord) => !attribute.test(text);
  return before.findLast(isVerb) ?? after.find(isVerb) ?? before.at(-1) ?? after[0];
}
