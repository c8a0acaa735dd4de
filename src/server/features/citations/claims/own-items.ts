/**
 * What a source must contain of a sentence that also cites others: the figures of its own part, with the dates and names
 * that may belong to them. The rest of the sentence is read for what these figures are, such as "operating income".
 */
import type { Span } from '~/server/features/citations/fold-text';
import type { DateMention } from './dates';
import type { Figure } from './figures';
import type { Name } from './names';
import { partKindAt } from './part-names';
import { maxItems, nearestTo, type Statement } from './statements';

export interface RequiredItems {
  figures: readonly Figure[];
  dates: readonly DateMention[];
  /** The dates in the heads of the columns with these figures. */
  headDates: readonly DateMention[];
  names: readonly Name[];
}

/** `part`: the part of the text that belongs to the source. */
export function requiredItems(statement: Statement, part?: Span): RequiredItems {
  if (!part) return statement;
  const figures = statement.figures.filter(isWithin(part));
  return {
    figures,
    dates: datesOf(statement, part, figures),
    headDates: figures.flatMap(({ start }) => statement.headDatesAt(start)),
    names: namesOf(statement, part),
  };
}

/**
 * Whether a part has figures that can be separated from other parts' figures. Not all figures of a long text are read.
 */
export const hasOwnFigures = (statement: Statement, part: Span): boolean =>
  statement.figures.length <= maxItems && statement.figures.some(isWithin(part));

const isWithin =
  ({ start, end }: Span) =>
  (item: { start: number }): boolean =>
    start <= item.start && item.start < end;

const isYear = ({ key }: DateMention): boolean => key.startsWith('y');

/** Its dates, or those before it: "In the third quarter of 2024 revenue was $5 billion [1] and profit $1 billion [2]". */
function datesOf(statement: Statement, part: Span, figures: readonly Figure[]): DateMention[] {
  const { dates } = statement;
  const own = dates.filter(isWithin(part));
  const before = dates.filter(({ start }) => start < part.start);
  const years = own.some(isYear) ? [] : before.filter(isYear);
  const finer = own.every(isYear) ? before.filter((date) => !isYear(date)) : [];
  const found = [...own, ...years, ...finer];
  const nearest = figures.flatMap(({ start }) => nearestTo(statement, start, dates));
  return [...new Set([...(found.length > 0 ? found : dates), ...nearest])];
}

/**
 * Its names and those before it. A name that begins the part, like the one that begins the sentence, is a subject of its
 * own: "Kestrel's revenue was $5 billion [1] and Norden's $4 billion [2]". A region, segment or product is not, unless
 * the sentence begins with another: "Kestrel's revenue was $5 billion [1], and Europe generated $2 billion [2]". Names at
 * the end may belong to all parts.
 */
function namesOf(statement: Statement, part: Span): Name[] {
  const { text, figures, terms } = statement;
  const isTerm = ({ start, end }: Name) =>
    terms.some((term) => term.group === 'measure' && term.start < end && start < term.end);
  const own = statement.names.filter(isWithin(part));
  if (isOwnSubject(text, part.start, statement.names[0], own[0])) return own;
  const before = statement.names.filter((name) => name.start < part.start && !isTerm(name));
  const found = [...before, ...own];
  const lastFigure = figures.at(-1)?.end ?? 0;
  return found.some((name) => !isTerm(name))
    ? found
    : [...found, ...statement.names.filter(({ start }) => start >= lastFigure)];
}

const lead =
  /^[\s,;:.()|–—]*(?:(?:and|but|while|whereas|und|aber|während|sowie|et|mais|y|pero|mientras|e|ma|mentre|the|der|die|das|la|le|el)\s+){0,3}$/iu;
const predicate =
  /^(?:\s\p{Lu}[\p{L}&]*){0,3}(?:['’]s?\s|\s(?:was|were|had|made|earned|reported|posted|generated|recorded|sold|grew|rose|fell|gained|lost|paid|spent|delivered|produced|employs?|employed|betrug|erzielte|hatte|meldete|verdiente|verbuchte|a|tuvo|registró|ganó)\s|\s\p{Sc}?\d)/u;
const predicateReach = 100;

const isSubject = (name: Name | undefined, text: string, from: number): boolean =>
  name !== undefined &&
  lead.test(text.slice(from, name.start)) &&
  predicate.test(text.slice(name.end, name.end + predicateReach));

function isOwnSubject(text: string, partStart: number, first: Name | undefined, own: Name | undefined): boolean {
  if (!first || !own || !isSubject(own, text, partStart) || !isSubject(first, text, 0)) return false;
  const kind = partKindAt(text, own.start);
  return kind === undefined || kind === partKindAt(text, first.start);
}
