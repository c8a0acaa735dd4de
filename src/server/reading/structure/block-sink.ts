/** Collects the content of marked-up text: words first, which become blocks when their paragraph ends. */
import { writeNumber } from './list-numbers';
import { type Block, heading, item, paragraph, table, verbatim } from './outline';
import { raised, writeRaised } from './raised-text';

export interface ListNumbers {
  first: number;
  /** -1 counts down. */
  step: 1 | -1;
  /** As in list-numbers.ts. */
  format: string;
}

interface List {
  numbers: ListNumbers | null;
  next: number;
}

interface Cell {
  blocks: Block[];
  columns: number;
  rows: number;
}

interface OpenTable {
  rows: Cell[][];
  /** Emails and old web pages use tables for layout; those are not data. */
  isLayout: boolean;
  /** Number of tables in its cells. */
  inner: number;
}

interface Level {
  blocks: Block[];
  words: string[];
}

/** A cell over several rows repeats its text in each, up to this length: longer ones are not labels. */
export const longestRepeated = 200;
const maxSpan = 50;

export class BlockSink {
  private readonly levels: Level[] = [{ blocks: [], words: [] }];
  private readonly lists: List[] = [];
  private readonly tables: OpenTable[] = [];
  private headingLevel = 0;
  private marker: string | null = null;

  text(words: string): void {
    this.level.words.push(words);
  }

  openRaised(): void {
    this.text(raised.start);
  }

  closeRaised(): void {
    this.text(raised.end);
  }

  /** Ends a paragraph; does nothing without words. */
  end(): void {
    const text = this.takeWords();
    if (text.trim() === '') return;
    if (this.headingLevel > 0) this.add(heading(this.headingLevel, text));
    else if (this.marker !== null) this.add(item(this.lists.length - 1, this.marker, text));
    else this.add(paragraph(text));
    this.marker = null;
  }

  endVerbatim(): void {
    this.add(verbatim(this.takeWords().replace(/^\n+|\s+$/g, '')));
  }

  /** Adds a list item with a known level, outside of any list. */
  addItem(level: number, text: string): void {
    this.end();
    this.add(item(level, '-', text));
  }

  add(block: Block): void {
    this.level.blocks.push(block);
  }

  openHeading(level: number): void {
    this.end();
    this.headingLevel = level;
  }

  closeHeading(): void {
    this.end();
    this.headingLevel = 0;
  }

  /** `numbers` for an ordered list. */
  openList(numbers: ListNumbers | null = null): void {
    this.end();
    this.lists.push({ numbers, next: numbers?.first ?? 1 });
  }

  closeList(): void {
    this.end();
    this.lists.pop();
  }

  /** `value` is the number of this item, from which the list continues. */
  openItem(marker?: string, value?: number): void {
    this.end();
    const list = this.lists.at(-1);
    if (!list) return;
    list.next = value ?? list.next;
    this.marker = marker ?? (list.numbers ? `${writeNumber(list.next, list.numbers.format)}.` : '-');
    list.next += list.numbers?.step ?? 1;
  }

  /** The number of the paragraph that begins, as its program shows it. Empty where it shows none. */
  number(written: string): void {
    if (this.marker !== null && this.headingLevel === 0) this.marker = written || '-';
    else if (written !== '') this.text(`${written} `);
  }

  closeItem(): void {
    this.end();
    this.marker = null;
  }

  openTable(isLayout = false): void {
    this.end();
    const outer = this.tables.at(-1);
    if (outer) outer.inner += 1;
    this.tables.push({ rows: [], isLayout, inner: 0 });
  }

  openRow(): void {
    this.tables.at(-1)?.rows.push([]);
  }

  openCell(): void {
    this.levels.push({ blocks: [], words: [] });
  }

  closeCell(columns = 1, rows = 1): void {
    if (this.levels.length < 2) return;
    this.end();
    const blocks = this.levels.pop()?.blocks ?? [];
    const open = this.tables.at(-1);
    if (!open) {
      // A cell without a table, as in damaged pages.
      this.level.blocks.push(...blocks);
      return;
    }
    if (open.rows.length === 0) open.rows.push([]);
    open.rows.at(-1)?.push({ blocks, columns: Math.min(columns, maxSpan), rows: Math.min(rows, maxSpan) });
  }

  closeTable(): void {
    this.end();
    const open = this.tables.pop();
    if (!open) return;
    const hasColumns = open.rows.some((row) => row.reduce((sum, cell) => sum + cell.columns, 0) > 1);
    const isData = hasColumns && !open.isLayout && (open.inner === 0 || holdsData(open));
    if (isData) this.add(table(gridOf(open.rows)));
    else for (const cell of open.rows.flat()) this.level.blocks.push(...cell.blocks);
  }

  /** Starts a text outside of the main flow, such as a footnote. */
  openAside(): void {
    this.levels.push({ blocks: [], words: [] });
  }

  closeAside(): Block[] {
    this.end();
    return this.levels.length > 1 ? (this.levels.pop()?.blocks ?? []) : [];
  }

  /** Returns the collected blocks and empties the sink. */
  take(): Block[] {
    while (this.levels.length > 1) this.closeCell();
    while (this.tables.length > 0) this.closeTable();
    this.end();
    this.lists.length = 0;
    return this.level.blocks.splice(0);
  }

  private get level(): Level {
    return this.levels.at(-1) as Level;
  }

  private takeWords(): string {
    return writeRaised(this.level.words.splice(0).join(''));
  }
}

/** A table with others in a few of its cells, unlike the frame of a page or email, has rows of short texts. */
function holdsData({ rows, inner }: OpenTable): boolean {
  const short = rows.map((cells) => cells.filter(isShort).length);
  return short.filter((count) => count > 1).length > 1 && short.reduce((sum, count) => sum + count, 0) > 2 * inner;
}

const isShort = ({ blocks: [block, ...others] }: Cell): boolean =>
  block !== undefined && others.length === 0 && !block.text.startsWith('| ') && block.text.length <= longestRepeated;

/** Puts every cell into its column, resolving spans. */
function gridOf(rows: readonly Cell[][]): string[][] {
  const pending = new Map<number, { left: number; text: string }>();
  return rows.map((cells) => {
    const row: string[] = [];
    const fillPending = () => {
      for (let above = pending.get(row.length); above; above = pending.get(row.length)) {
        if (above.left === 1) pending.delete(row.length);
        else pending.set(row.length, { ...above, left: above.left - 1 });
        row.push(above.text);
      }
    };
    for (const { blocks, columns, rows: height } of cells) {
      fillPending();
      const text = blocks.map((block) => block.asCell ?? block.text).join(' ');
      for (let column = 0; column < columns; column++) {
        const shown = column === 0 ? text : '';
        const repeated = shown.length <= longestRepeated ? shown : '';
        if (height > 1) pending.set(row.length, { left: height - 1, text: repeated });
        row.push(shown);
      }
    }
    fillPending();
    return row;
  });
}
