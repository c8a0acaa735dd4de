/** Numbers of list items and headings in an OpenDocument, which its styles say how to count. */
import { formatOfType, ListCounter, type NumberedLevel, writeNumber } from './list-numbers';
import type { Attributes } from './xml';

interface Level extends NumberedLevel {
  before: string;
  after: string;
  /** How many levels the number shows, such as 2 for "7.3". */
  shown: number;
}

interface OpenList {
  style: string;
  counter: ListCounter;
}

const maxLevels = 10;
const maxAncestors = 20;

export class OpenDocumentLists {
  private readonly styles = new Map<string, Level[]>();
  private readonly outline: Level[] = [];
  private readonly paragraphStyles = new Map<string, { list: string | undefined; parent: string | undefined }>();
  private readonly headings = new ListCounter();
  /** The levels of the style that is being read. */
  private levels: Level[] = [];
  private readonly open: OpenList[] = [];
  private readonly byId = new Map<string, ListCounter>();
  private readonly byStyle = new Map<string, ListCounter>();
  /** Whether the next paragraph is the first of an item, and the number at which it starts counting. */
  private isItemStart = false;
  private startAt: number | undefined;

  readStyle(name: string, attributes: Attributes): void {
    if (name === 'style:style' && attributes['style:family'] === 'paragraph')
      this.paragraphStyles.set(attributes['style:name'] ?? '', {
        list: attributes['style:list-style-name'],
        parent: attributes['style:parent-style-name'],
      });
    else if (name === 'text:outline-style') this.levels = this.outline;
    else if (name === 'text:list-style') {
      this.levels = [];
      this.styles.set(attributes['style:name'] ?? '', this.levels);
    } else if (name === 'text:list-level-style-number' || name === 'text:outline-level-style') {
      const format = attributes['style:num-format'] ?? '';
      this.levels[numberIn(attributes['text:level'], 1, maxLevels) - 1] = {
        start: numberIn(attributes['text:start-value'], 1),
        format: format === '' ? 'none' : (formatOfType[format] ?? 'decimal'),
        before: attributes['style:num-prefix'] ?? '',
        after: attributes['style:num-suffix'] ?? '',
        shown: numberIn(attributes['text:display-levels'], 1, maxLevels),
      };
    }
  }

  openList(attributes: Attributes): void {
    const outer = this.open.at(-1);
    const style = attributes['text:style-name'] ?? outer?.style ?? '';
    const continued = attributes['text:continue-list'];
    const counter =
      outer?.counter ??
      (continued === undefined ? undefined : this.byId.get(continued)) ??
      (attributes['text:continue-numbering'] === 'true' ? this.byStyle.get(style) : undefined) ??
      new ListCounter();
    this.byStyle.set(style, counter);
    const id = attributes['xml:id'];
    if (id !== undefined) this.byId.set(id, counter);
    this.open.push({ style, counter });
    this.isItemStart = false;
  }

  closeList(): void {
    this.open.pop();
    this.isItemStart = false;
  }

  openItem(attributes: Attributes): void {
    this.isItemStart = true;
    this.startAt = startIn(attributes['text:start-value']);
  }

  /** The number of the paragraph that begins; undefined if it has none. */
  paragraphNumber(): string | undefined {
    const list = this.open.at(-1);
    if (!list || !this.isItemStart) return undefined;
    this.isItemStart = false;
    const levels = this.styles.get(list.style) ?? [];
    return written(levels, this.open.length - 1, list.counter, this.startAt);
  }

  headingNumber(attributes: Attributes): string | undefined {
    if (this.open.length > 0) return this.paragraphNumber();
    if (attributes['text:is-list-header'] === 'true' || !this.isNumbered(attributes['text:style-name']))
      return undefined;
    const isRestarted = attributes['text:restart-numbering'] === 'true';
    const startAt = isRestarted ? (startIn(attributes['text:start-value']) ?? 1) : undefined;
    return written(this.outline, numberIn(attributes['text:outline-level'], 1, maxLevels) - 1, this.headings, startAt);
  }

  /** An empty list style takes a heading out of the outline; styles inherit it. */
  private isNumbered(style: string | undefined): boolean {
    let id = style;
    for (let ancestors = 0; id !== undefined && ancestors < maxAncestors; ancestors++) {
      const declared = this.paragraphStyles.get(id);
      if (declared?.list !== undefined) return declared.list !== '';
      id = declared?.parent;
    }
    return true;
  }
}

function written(levels: readonly Level[], at: number, counter: ListCounter, startAt?: number): string | undefined {
  const level = levels[at];
  if (startAt !== undefined) counter.restart(at);
  const numbers = counter.next(at, (one) => (one === at ? startAt : undefined) ?? levels[one]?.start ?? 1);
  if (!level || level.format === 'none') return undefined;
  const shown = numbers
    .map((number, one) => writeNumber(number, levels[one]?.format ?? 'none'))
    .slice(Math.max(0, numbers.length - level.shown))
    .filter((number) => number !== '');
  return `${level.before}${shown.join('.')}${level.after}`.trim();
}

const startIn = (value: string | undefined): number | undefined =>
  value === undefined ? undefined : numberIn(value, 1);

function numberIn(value: string | undefined, otherwise: number, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isNaN(number) ? otherwise : Math.min(Math.max(number, 0), most);
}
