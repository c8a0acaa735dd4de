/** The numbers of list items and headings, which documents don't contain as text, counted as word processors do. */

export interface NumberedLevel {
  /** The first number. */
  start: number;
  /** Named as in Word: decimal, lowerLetter, upperRoman. Unknown ones are written as decimal. */
  format: string;
}

/** The formats of other programs and of web pages, whose decimal numbers are named "1". */
export const formatOfType: Readonly<Record<string, string>> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Counts the levels of one list. */
export class ListCounter {
  private readonly counts: (number | undefined)[] = [];

  /**
   * The numbers of the next item at this level, from the outermost level to its own. A level without an item yet counts
   * as if it had one. `continues` says whether a deeper level goes on counting.
   */
  next(level: number, start: (level: number) => number, continues: (deeper: number) => boolean = never): number[] {
    for (let outer = 0; outer < level; outer++) this.counts[outer] ??= start(outer);
    const count = this.counts[level];
    this.counts[level] = count === undefined ? start(level) : count + 1;
    for (let deeper = level + 1; deeper < this.counts.length; deeper++)
      if (!continues(deeper)) this.counts[deeper] = undefined;
    return this.counts.slice(0, level + 1).map((number = 0) => number);
  }

  /** The next item at this level gets the first number. */
  restart(level: number): void {
    this.counts[level] = undefined;
  }
}

const never = () => false;

/** Word doesn't write larger numbers as letters or Roman ones. */
const largest = { letter: 780, roman: 3999 };

export function writeNumber(value: number, format: string): string {
  if (format === 'none') return '';
  if (format === 'decimalZero') return String(value).padStart(2, '0');
  if (format === 'ordinal') return `${value}${ordinalEnd(value)}`;
  const isSmall = value > 0 && value <= (format.endsWith('Roman') ? largest.roman : largest.letter);
  if (!isSmall || !/^(?:lower|upper)(?:Letter|Roman)$/.test(format)) return String(value);
  const written = format.endsWith('Roman') ? roman(value) : letters(value);
  return format.startsWith('upper') ? written.toUpperCase() : written;
}

function ordinalEnd(value: number): string {
  if (Math.floor(value / 10) % 10 === 1) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

/** After z follow aa, bb and so on. */
const letters = (value: number): string => String.fromCharCode(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26));

const romanDigits: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
];

function roman(value: number): string {
  let left = value;
  let written = '';
  for (const [size, digits] of romanDigits) {
    written += digits.repeat(Math.floor(left / size));
    left %= size;
  }
  return written;
}
