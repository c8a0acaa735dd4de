/** Whether equal figures belong to the same date and name. */
import { isInRow } from './clauses';
import { type DateMention, datesIn } from './dates';
import type { Figure } from './figures';
import { indexOfPart } from './parts';
import { nearestTo, type Statement } from './statements';

/** 'd3.3' also covers its month. */
export const maxExact = (dates: readonly DateMention[]) =>
  dates.filter(
    ({ key, start }) =>
      !(key.startsWith('m') && dates.some((other) => other.start === start && other.key.startsWith('d'))),
  );

const distributed =
  /(?<!\p{L})(?:respectively|jeweils|beziehungsweise|bzw|respectivement|respectivamente|rispettivamente)(?!\p{L})/iu;

/** Whether two equal figures belong to the same dates, and to the same name where a sentence has several. */
export function hasSameDateAndName(claim: Statement, figure: Figure, place: Statement, other: Figure): boolean {
  const claimed = keysOf(datesOf(claim, figure));
  const headed = place.headDatesAt(other.start);
  const dates = datesOf(place, other);
  const isQuarterly = (keys: readonly string[], others: Statement, at: Figure) =>
    isPartOfYear(keys) && isOfFullYear(others, at);
  if (isQuarterly(claimed, place, other) || isQuarterly(keysOf(dates), claim, figure)) return false;
  if (isOfSomeQuarter(claim, figure) && isOfFullYear(place, other)) return false;
  if (isOfWholeYear(claim, figure, claimed) && isOfSomeQuarter(place, other)) return false;
  if (claimed.length > 0 && dates.length > 0) {
    const years = keysOf(place.dates);
    const isUnclear = years.length > 1 && (distributed.test(place.text) || isFollowedByLoneDate(place, other));
    if (headed.length === 0 && isUnclear) return false;
    const sourceKeys = dates.map(({ key }) => key);
    const isOne = sourceKeys.filter((key) => key.startsWith('y')).length <= 1;
    const isNamed = (key: string) =>
      sourceKeys.includes(key) || (key === 'p3' && isOfQuarter(claimed, sourceKeys, place));
    if (!claimed.every(isNamed)) return false;
    if (!isOne && !sourceKeys.filter((key) => key.startsWith('y')).every((key) => claimed.includes(key))) return false;
    const isFiner = hasFinerDate(keysOf([...claim.dates, ...claim.headDates]));
    // The words above a table of an answer, which are not compared, may say that its months are three.
    const isShorter = isPartOfYear(claim.table ? sourceKeys.filter((key) => key !== 'p3') : sourceKeys);
    if (isShorter && !isFiner && !isOfOneEvent(claim, figure)) return false;
  } else if (claimed.length > 0 && !place.table && isInRow(place, other.start) && place.figures.length > 1) {
    // Without the head of the table it is unknown which column has the date.
    return false;
  }
  return isOfSameName(claim, figure, place, other);
}

/** "The three months ended June 30" may be "the second quarter ended June 30", or the words above a table of quarters. */
const isOfQuarter = (claimed: readonly string[], inSource: readonly string[], place: Statement): boolean =>
  (claimed.some((key) => key.startsWith('d')) && inSource.some((key) => key.startsWith('q'))) || isUnderQuarter(place);
const isUnderQuarter = ({ table }: Statement): boolean =>
  table !== undefined && datesIn(table.caption).some(({ key }) => key === 'p3');

/** A quarter's sum differs from its year's. */
const isPartOfYear = (keys: readonly string[]): boolean => keys.some((key) => /^[qhp]/.test(key));
/**
 * An event in a quarter is also an event of its year, such as the purchase of a company. Purchases of securities add up
 * instead.
 */
const event =
  /(?<!\p{L})(?:bought|acquired|agreed to (?:buy|acquire))\s(?!Back|Bitcoin|Bitcoins|Treasur|ETF|Ether|Shares|Stocks?|Bonds?)\p{Lu}[\p{L}&]+\sfor\s[^\p{L}]*$/u;
const isOfOneEvent = ({ text }: Statement, { start }: Figure): boolean => event.test(text.slice(0, start));
const hasFinerDate = (keys: readonly string[]): boolean => keys.some((key) => /^[qhpmd]/.test(key));

const fullYear =
  /(?<!\p{L})(?:full[- ](?:fiscal[- ])?year|year as a whole|for the year(?!\s(?:to|earlier|ago|before))|(?:year|(?:twelve|12)[\s-]months?(?:\speriod)?) (?:ended|ending)|Gesamtjahr\p{L}*|ensemble de l['’]année|año completo)(?!\p{L})|全年|通期/giu;

const someQuarter =
  /(?<!\p{L})(?:quarterly|(?<!(?<!\p{L})(?:end|ende|fin|fine) )(?:(?:in|for|of|during) the|im|des|au|du|en el|del|nel|no) (?:(?:latest|past|current) )?(?:quarter|month|(?:three|six|nine|3|6|9)[\s-]months?|quartals?|monats?|halbjahr(?:es)?|trimestre|semestre|mois|mes|mese))(?!\p{L})/giu;

/** Whether a figure belongs to a quarter or months without a name: "in the quarter". */
function isOfSomeQuarter(statement: Statement, figure: Figure): boolean {
  const periods = mentionsOf(statement.text, someQuarter, 'some');
  if (periods.length === 0 || isOfFullYear(statement, figure)) return false;
  return nearestTo(statement, figure.start, [...statement.dates, ...periods]).some(({ key }) => key === 'some');
}

/** Whether a claim states the sum of a year, of which a quarter's is a part. */
const isOfWholeYear = (claim: Statement, figure: Figure, keys: readonly string[]): boolean =>
  keys.some((key) => key.startsWith('y')) &&
  !hasFinerDate(keysOf([...claim.dates, ...claim.headDates])) &&
  !isOfSomeQuarter(claim, figure) &&
  !isOfOneEvent(claim, figure);

/** Whether a figure belongs to a full year: "up 3.2% in the fourth quarter and 2.1% for the full year". */
function isOfFullYear(statement: Statement, { start }: Figure): boolean {
  const years = mentionsOf(statement.text, fullYear, 'full');
  if (years.length === 0) return false;
  const periods = [...statement.dates, ...years, ...mentionsOf(statement.text, someQuarter, 'q')];
  const nearest = nearestTo(statement, start, periods).map(({ key }) => key);
  return nearest.includes('full') && !isPartOfYear(nearest);
}

const mentionsOf = (text: string, words: RegExp, key: string): DateMention[] =>
  Array.from(text.matchAll(words), ({ 0: found, index }) => ({
    key,
    text: found,
    start: index,
    end: index + found.length,
  }));

/** The dates that a figure belongs to: in the head of its column and in its row. */
function datesOf(statement: Statement, figure: Figure): DateMention[] {
  const headed = statement.headDatesAt(figure.start);
  if (headed.length === 0) {
    const isFull = isOfFullYear(statement, figure);
    const dates = isFull ? statement.dates.filter(({ key }) => !isPartOfYear([key])) : statement.dates;
    return nearestTo(statement, figure.start, dates);
  }
  const kinds = new Set(headed.map(({ key }) => key.charAt(0)));
  return [...headed, ...statement.dates.filter(({ key }) => !kinds.has(key.charAt(0)))];
}

/** If a sentence gives several figures for several names, each figure belongs to its nearest name. */
function isOfSameName(claim: Statement, figure: Figure, place: Statement, other: Figure): boolean {
  if (isOnlyComparedWith(claim, figure, place, other)) return false;
  const rivals = place.figures.filter(({ unit }) => unit === other.unit);
  if (rivals.length < 2 || place.names.length < 2 || claim.names.length === 0) return true;
  const claimed = nearestTo(claim, figure.start, claim.names).map(({ text }) => text);
  const sourceNames = nearestTo(place, other.start, place.names).map(({ text }) => text);
  const isElsewhere = claimed.filter(
    (name) => place.names.some(({ text }) => text === name) && !sourceNames.includes(name),
  );
  return isElsewhere.length === 0;
}

const comparing =
  /(?<!\p{L})(?:than|versus|vs\.?|against|compared (?:with|to)|behind|ahead of|unlike|als|gegenüber|que)\s(?:\p{Ll}+\s){0,2}$/u;

/** In 'Alstom had orders of 5 billion, more than Siemens' the figure does not belong to Siemens. */
function isOnlyComparedWith(claim: Statement, figure: Figure, place: Statement, other: Figure): boolean {
  const subject = claim.names.findLast(({ end }) => end <= figure.start);
  if (!subject || !place.names.some(({ end }) => end <= other.start)) return false;
  const same = place.names.filter(({ text }) => text === subject.text);
  return same.length > 0 && same.every(({ start }) => start >= other.end && comparing.test(place.text.slice(0, start)));
}

const keysOf = (dates: readonly DateMention[]) => [...new Set(maxExact(dates).map(({ key }) => key))];

/** In '$5m and $4m in 2024 and 2023' it is unclear which year belongs to which figure. */
function isFollowedByLoneDate(place: Statement, figure: Figure): boolean {
  if (place.figures.length < 2) return false;
  const from = indexOfPart(place.parts, figure.start);
  return place.dates.some(({ start, end }) => {
    const index = indexOfPart(place.parts, start);
    if (index <= from) return false;
    const words = place.text.slice(place.parts[index], place.parts[index + 1] ?? place.text.length);
    return (
      words
        .replace(place.text.slice(start, end), '')
        .replace(/(?<!\p{L})(?:and|und|et|y|e)(?!\p{L})|[\s.,;]/giu, '') === ''
    );
  });
}

export const hasDate = ({ key }: DateMention, statement: Statement, near: readonly Statement[]) => {
  const kind = key.charAt(0);
  const dates = [...statement.dates, ...statement.headDates];
  if (key === 'p3' && (isUnderQuarter(statement) || dates.some((date) => date.key.startsWith('q')))) return true;
  if (dates.some((date) => date.key.startsWith(kind))) return dates.some((date) => date.key === key);
  return near.some((one) => one.dates.some((date) => date.key === key));
};
