/** Splits a text into sentences, each with its figures, dates and names. */

import { matchesOf } from '~/server/lib/matches';
import { sentenceMarks } from '~/shared/sentence-marks';
import { type DateMention, datesIn } from './dates';
import { asciiDigits, type Figure } from './figures';
import { type Name, namesIn } from './names';
import { mayHaveNumberWord } from './number-words';
import { clauseStarts, indexOfPart, partStarts } from './parts';
import { withRanges } from './ranges';
import { scaledByHead } from './scaled-figures';
import { signedFigures } from './signed-figures';
import { headColumn, isRow, type Table, tablesOf } from './tables';
import { type Term, termsIn } from './terms';

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
    terms?: Term[];
    heads?: DateMention[][];
    digits?: string;
    hasNumberWord?: boolean;
  } = {};
  /** Whether its clauses are negated, by their index: each is read once, however many figures it is compared for. */
  readonly negations = new Map<number, boolean>();

  /** `table`: the table that this is a row of. */
  constructor(
    readonly text: string,
    private readonly decimalMark?: '.' | ',',
    readonly table?: Table,
  ) {}

  /** The text with the digits of all scripts as 0 to 9. Offsets are the same. */
  get digits(): string {
    this.known.digits ??= asciiDigits(this.text);
    return this.known.digits;
  }

  /** Whether it may have a spelled-out number. */
  get mayHaveNumberWord(): boolean {
    this.known.hasNumberWord ??= mayHaveNumberWord(this.text);
    return this.known.hasNumberWord;
  }

  get dates(): DateMention[] {
    this.known.dates ??= datesIn(this.digits);
    return this.known.dates;
  }

  get figures(): Figure[] {
    this.known.figures ??= /\d/.test(this.digits) || this.mayHaveNumberWord ? this.readFigures() : [];
    return this.known.figures;
  }

  /** Words that tell what a figure is, such as "operating income" and "adjusted". */
  get terms(): Term[] {
    this.known.terms ??= termsIn(this.text);
    return this.known.terms;
  }

  /** The head of the column at a position; empty outside of tables. */
  headAt(at: number): string {
    return this.table?.heads[this.columnOf(at)] ?? '';
  }

  /** The dates in the head of the column at a position. */
  headDatesAt(at: number): DateMention[] {
    return this.datesByColumn[this.columnOf(at)] ?? [];
  }

  /** The dates in the heads of all columns with a figure. */
  get headDates(): DateMention[] {
    return this.table
      ? [...new Set(this.figures.map(({ start }) => this.columnOf(start)))].flatMap(
          (column) => this.datesByColumn[column] ?? [],
        )
      : [];
  }

  private columnOf(at: number): number {
    return this.table ? headColumn(this.text, at, this.table) : 0;
  }

  private get datesByColumn(): DateMention[][] {
    this.known.heads ??= this.table?.heads.map((head) => datesIn(asciiDigits(head))) ?? [];
    return this.known.heads;
  }

  get names(): Name[] {
    this.known.names ??= namesIn(this.text).filter(this.isUndated);
    return this.known.names;
  }

  /** Where the parts of the sentence begin: a figure belongs to the date in its own part, or else in the nearest. */
  get parts(): number[] {
    this.known.parts ??= partStarts(this.text);
    return this.known.parts;
  }

  /** Where the clauses begin: a negation applies to its clause. */
  get clauses(): number[] {
    this.known.clauses ??= clauseStarts(this.text);
    return this.known.clauses;
  }

  private readFigures(): Figure[] {
    const figures: Figure[] = [];
    for (const figure of signedFigures(this.digits, this.decimalMark)) {
      if (this.isUndated(figure)) figures.push(this.table ? scaledByHead(figure, this.text, this.table) : figure);
      // One more than is compared, so that a longer claim counts as incomplete.
      if (figures.length > maxItems) break;
    }
    return withRanges(figures, this.digits);
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

const sentenceEnd = new RegExp(`[.!?]["'”’»)\\]]{0,3}\\s(?=[\\p{Lu}\\p{N}"“„«(])|[${sentenceMarks}]`, 'gu');

export function sentencesOf(text: string): string[] {
  const joined = text.includes('-\n') ? text.replace(/(?<=\p{Ll})-\n(?=\p{Ll})/gu, '') : text;
  const flat = joined.replace(/[^\S\n ][^\S\n]*| [^\S\n]+/g, ' ');
  const sentences: string[] = [];
  for (const block of flat.split(/\n\s*\n|\n(?=\s*(?:[-*•]\s|\||\d{1,2}[.)]\s))|(?<=\|) ?\n/)) {
    const line = block.replace(/[^\S ]\s*| \s+/g, ' ').trim();
    if (isRow(line)) {
      // The labels of a row belong to all of its cells.
      sentences.push(line);
      continue;
    }
    let from = 0;
    for (const match of matchesOf(sentenceEnd, line)) {
      if (
        /(?:\b(?:No|Nr|vs|approx|ca|bzw|Mio|Mrd|Inc|Ltd|Co|Corp|St|Dr|Mr|Mrs|e\.g|i\.e|i|Rs|p|pp|S)|\b\p{Lu}|(?<![\p{N}.,])\d{1,2})\.$/u.test(
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

/** All statements of a text, the rows of its tables with their heads. */
export function statementsOf(text: string, decimalMark: '.' | ','): Statement[] {
  const sentences = sentencesOf(text);
  const tables = tablesOf(sentences, (row) => new Statement(row, decimalMark).figures.length > 0);
  return sentences.map((sentence, index) => new Statement(sentence, decimalMark, tables[index]));
}

/** The items that belong to a position: in its own part, else in the nearest part before it, else after it. */
export function nearestTo<Item extends { start: number }>(
  statement: Statement,
  at: number,
  items: readonly Item[],
): Item[] {
  const own = indexOfPart(statement.parts, at);
  const places = items.map(({ start }) => indexOfPart(statement.parts, start));
  const nearest = places.reduce((best, place) => (isNearer(place, best, own) ? place : best), Infinity);
  return items.filter((_, index) => places[index] === nearest);
}

const isNearer = (place: number, other: number, own: number): boolean =>
  place <= own ? other > own || place > other : place < other && other > own;
