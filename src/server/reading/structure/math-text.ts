/** Writes a formula in MathML as text on one line, such as "x^2 ≤ (a+b)/2", from what a browser shows of it. */
import { collapseSpaces } from './outline';

interface OpenElement {
  name: string;
  /** The texts of its children. */
  parts: string[];
}

/** Sources of the formula in other languages, such as TeX, and what is not drawn. */
const unread = new Set(['annotation', 'annotation-xml', 'mphantom']);
/** Elements that contain the characters of a formula. */
const tokens = new Set(['mi', 'mn', 'mo', 'ms', 'mtext']);
const separators: Readonly<Record<string, readonly string[]>> = {
  mfrac: ['/'],
  msup: ['^'],
  mover: ['^'],
  msub: ['_'],
  munder: ['_'],
  msubsup: ['_', '^'],
  munderover: ['_', '^'],
};

export class MathText {
  private readonly open: OpenElement[] = [{ name: 'math', parts: [] }];
  /** Number of open elements within an unread one. */
  private unseen = 0;

  openElement(name: string, isHidden: boolean): void {
    if (this.unseen > 0 || isHidden || unread.has(name)) this.unseen += 1;
    else this.open.push({ name, parts: [] });
  }

  closeElement(): void {
    if (this.unseen > 0) this.unseen -= 1;
    else {
      const closed = this.open.pop();
      if (closed) this.open.at(-1)?.parts.push(written(closed));
    }
  }

  text(text: string): void {
    const element = this.open.at(-1);
    // White space between elements is not part of the formula.
    if (this.unseen === 0 && element && (tokens.has(element.name) || text.trim() !== '')) element.parts.push(text);
  }

  /** Whether all elements within the formula are closed. */
  get isComplete(): boolean {
    return this.unseen === 0 && this.open.length === 1;
  }

  take(): string {
    while (this.open.length > 1) this.closeElement();
    return (this.open[0]?.parts.join('') ?? '').replace(/\u2061(?=\p{L})/gu, ' ').replace(/[\u2061-\u2064]/g, '');
  }
}

function written({ name, parts }: OpenElement): string {
  if (name === 'mtext') return collapseSpaces(parts.join(''));
  if (tokens.has(name)) return parts.join('').trim();
  if (name === 'mspace') return ' ';
  if (name === 'mfenced') return `(${parts.join(', ')})`;
  if (name === 'msqrt') return `√${grouped(parts.join(''))}`;
  if (name === 'mroot') return `${grouped(parts[0])}^(1/${parts[1] ?? ''})`;
  if (name === 'mtd') return `${parts.join('')} `;
  if (name === 'mtr' || name === 'mlabeledtr') return `${parts.join('').trim()}; `;
  if (name === 'mtable') return parts.join('').replace(/; $/, '');
  const between = separators[name];
  if (!between) return parts.join('');
  return parts
    .map((part, index) => (index === 0 ? groupedBase(name, part) : script(between[index - 1], part)))
    .join('');
}

const script = (separator = '', part: string): string => (part === '' ? '' : `${separator}${grouped(part)}`);

const groupedBase = (name: string, part: string): string => (name === 'mfrac' ? grouped(part) : part);

/** One number, one letter or one sign needs no brackets. */
const grouped = (text = ''): string => (/^(?:[\d.,]+|\p{L}+|.)$/u.test(text) ? text : `(${text})`);
