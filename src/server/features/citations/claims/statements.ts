/** Splits a text into sentences, each with its figures, dates and names. */

import { hasNegation } from '~/server/features/citations/negations';
import { matchesOf } from '~/server/lib/matches';
import { type DateMention, datesIn } from './dates';
import type { Figure } from './figures';
import { type Name, namesIn } from './names';
import { signedFigures } from './signed-figures';

/** Limit of figures or names compared per sentence, in claims and sources. Anything beyond counts as not found. */
export const maxItems = 40;

/** Parses each kind of item on first use, because most sentences of a long source are never compared. */
export class Statement {
  private readonly known: {
    figures?: Figure[];
    dates?: DateMention[];
    names?: Name[];
    parts?: number[];
    clauses?: number[];
  } = {};

  constructor(
    readonly text: string,
    private readonly decimalMark?: '.' | ',',
  ) {}

  get dates(): DateMention[] {
    this.known.dates ??= datesIn(this.text);
    return this.known.dates;
  }

  get figures(): Figure[] {
    this.known.figures ??= /\d/.test(this.text) ? this.readFigures() : [];
    return this.known.figures;
  }

  get names(): Name[] {
    this.known.names ??= namesIn(this.text).filter(this.isUndated);
    return this.known.names;
  }

  /** Where the parts of the sentence begin: a figure belongs to the date in its own part, or else in the nearest. */
  get parts(): number[] {
    this.known.parts ??= startsOf(this.text, part);
    return this.known.parts;
  }

  /** Where the clauses begin: a negation applies to its clause. */
  get clauses(): number[] {
    this.known.clauses ??= startsOf(this.text, clause);
    return this.known.clauses;
  }

  private readFigures(): Figure[] {
    const figures: Figure[] = [];
    for (const figure of signedFigures(this.text, this.decimalMark)) {
      if (this.isUndated(figure)) figures.push(figure);
      // One more than is compared, so that a longer claim counts as incomplete.
      if (figures.length > maxItems) break;
    }
    return figures;
  }

  private readonly isUndated = ({ start, end }: { start: number; end: number }): boolean =>
    !this.dates.some((date) => start < date.end && date.start < end);
}

/** Text without sentence ends is cut, to limit the time per sentence. */
const longest = 1200;

function cut(sentence: string): string[] {
  if (sentence.length <= longest) return [sentence];
  return Array.from({ length: Math.ceil(sentence.length / longest) }, (_, index) =>
    sentence.slice(index * longest, (index + 1) * longest),
  );
}

const sentenceEnd = /[.!?]["'”’»)\]]{0,3}\s(?=[\p{Lu}\p{N}"“„«(])|[。！？]/gu;

export function sentencesOf(text: string): string[] {
  const joined = text.includes('-\n') ? text.replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '') : text;
  const flat = joined.replace(/[^\S\n ][^\S\n]*| [^\S\n]+/g, ' ');
  const sentences: string[] = [];
  for (const block of flat.split(/\n\s*\n|\n(?=\s*(?:[-*•|]\s|\d{1,2}[.)]\s))/)) {
    const line = block.replace(/[^\S ]\s*| \s+/g, ' ').trim();
    let from = 0;
    for (const match of matchesOf(sentenceEnd, line)) {
      if (
        /(?:\b(?:No|Nr|vs|approx|ca|bzw|Mio|Mrd|Inc|Ltd|Co|Corp|St|Dr|Mr|Mrs|e\.g|i\.e|p|pp|S)|\b\p{Lu}|(?<!\p{N})\d{1,2})\.$/u.test(
          line.slice(Math.max(0, match.index - 12), match.index + 1),
        )
      )
        continue;
      sentences.push(line.slice(from, match.index + match[0].length).trim());
      from = match.index + match[0].length;
    }
    sentences.push(line.slice(from).trim());
  }
  return sentences.flatMap(cut).filter(Boolean);
}

const part =
  /[,;](?!\d)|[()–—|]|(?<![\p{L}\p{M}])(?:and|but|while|whereas|although|though|because|compared|versus|vs|against|from|to|up|down|und|aber|während|obwohl|gegenüber|von|auf|nach|et|mais|contre|y|pero|e|ma)(?![\p{L}\p{M}])/giu;
const clause =
  /[,;:](?!\d)|[()–—|]|(?<![\p{L}\p{M}])(?:and|but|while|whereas|although|though|because|und|aber|während|obwohl|weil|et|mais|alors|y|pero|mientras)(?![\p{L}\p{M}])/giu;

const startsOf = (text: string, border: RegExp): number[] => [
  0,
  ...Array.from(matchesOf(border, text), ({ index }) => index),
];

/** The index of the part or clause that contains a position. */
export const indexOfPart = (starts: readonly number[], at: number): number =>
  starts.findLastIndex((start) => start <= at);

export function clauseAt({ text, clauses }: Statement, at: number): string {
  const index = indexOfPart(clauses, at);
  return text.slice(clauses[index] ?? 0, clauses[index + 1] ?? text.length);
}

/**
 * The words that a figure belongs to: those of its clause, those before brackets around or before it, and the labels of
 * its row in a table.
 */
export function contextAt(statement: Statement, at: number): string {
  const { text, clauses } = statement;
  const own = indexOfPart(clauses, at);
  const from = clauses[own] ?? 0;
  // A bracket with words of its own, such as "(operating income $12m)", is a statement of its own.
  const isOwnStatement = text.charAt(from) === '(' && /\p{L}{4}/u.test(text.slice(from, at));
  let first = own;
  while (!isOwnStatement && first > 0 && /[()]/.test(text.charAt(clauses[first] ?? 0))) first -= 1;
  return labelsBefore(statement, at) + text.slice(clauses[first] ?? 0, clauses[own + 1] ?? text.length);
}

/** A cell with a figure is not a label; a date is not a figure, so "Net loss for 2025" is one. */
function labelsBefore({ text, figures }: Statement, at: number): string {
  let start = 0;
  let labels = '';
  for (const cell of text.slice(0, Math.max(0, text.lastIndexOf('|', at))).split('|')) {
    const end = start + cell.length;
    if (/\p{L}/u.test(cell) && !figures.some((figure) => start <= figure.start && figure.start < end))
      labels += `${cell} `;
    start = end + 1;
  }
  return labels;
}

export const isInRow = ({ text }: Statement, at: number): boolean => text.lastIndexOf('|', at) >= 0;

export const isNegatedAt = (statement: Statement, at: number): boolean => hasNegation(clauseAt(statement, at));

/** The items that belong to a position: those of its own part, else of the nearest part before it, else after it. */
export function nearestTo<Item extends { start: number }>(
  statement: Statement,
  at: number,
  items: readonly Item[],
): Item[] {
  const own = indexOfPart(statement.parts, at);
  const of = (index: number) => items.filter(({ start }) => indexOfPart(statement.parts, start) === index);
  for (let index = own; index >= 0; index--) if (of(index).length > 0) return of(index);
  for (let index = own + 1; index < statement.parts.length; index++) if (of(index).length > 0) return of(index);
  return [];
}
