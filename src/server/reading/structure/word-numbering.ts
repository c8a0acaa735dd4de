/**
 * Automatic numbers of Word paragraphs, such as "7.3" or "(a)": the parts "numbering" and "styles" say how to count.
 */
import { ListCounter, type NumberedLevel, writeNumber } from './list-numbers';
import { type Attributes, walkXml } from './xml';

interface Level extends NumberedLevel {
  /** With %1 for the number of the first level. */
  text: string;
  /** Starts again after an item of this level, from 1; 0 is never. */
  restartsAfter?: number;
  /** All numbers are decimal. */
  isLegal?: boolean;
  /** The style whose paragraphs are items of this level. */
  style?: string;
}

interface List {
  levels: Level[];
  /** The numbering style that contains the levels instead. */
  link?: string;
}

/** A use of a list. */
interface Use {
  list: string;
  starts: Map<number, number>;
  levels: Level[];
}

/** As declared by a style or a paragraph. */
export interface Declared {
  use?: string;
  level?: number;
}

interface Style extends Declared {
  basedOn?: string;
}

/** No list has more levels, no style more ancestors. */
const maxLevels = 9;
const maxAncestors = 20;
const noList = '0';

export class WordNumbering {
  private readonly lists = new Map<string, List>();
  private readonly uses = new Map<string, Use>();
  private readonly styles = new Map<string, Style>();
  private readonly counters = new Map<string, ListCounter>();
  private readonly used = new Set<string>();

  constructor(numbering: string, styles: string) {
    this.readNumbering(numbering);
    this.readStyles(styles);
  }

  /** The number of the next paragraph; undefined if it has a bullet or is not in a list. */
  next(paragraph: Declared, style?: string): string | undefined {
    const inherited = this.inherited(style);
    const use = paragraph.use ?? inherited.use;
    if (use === undefined || use === noList) return undefined;
    const list = this.listOf(use);
    if (!list) return undefined;
    const ofStyle = list.levels.findIndex((level) => level?.style !== undefined && level.style === style);
    const at = paragraph.level ?? (ofStyle >= 0 ? ofStyle : (inherited.level ?? 0));
    const level = list.levels[at];
    return level && level.format !== 'bullet' ? this.count(use, list, at, level) : undefined;
  }

  private count(use: string, { id, levels, starts }: ResolvedList, at: number, level: Level): string {
    const counter = this.counters.get(id) ?? new ListCounter();
    this.counters.set(id, counter);
    if (!this.used.has(use)) for (const restarted of starts.keys()) counter.restart(restarted);
    this.used.add(use);
    const numbers = counter.next(
      at,
      (one) => starts.get(one) ?? levels[one]?.start ?? 1,
      (deeper) => at >= (levels[deeper]?.restartsAfter ?? deeper),
    );
    return level.text
      .replace(/%(\d)/g, (_, digit: string) => {
        const number = numbers[Number(digit) - 1];
        const format = level.isLegal ? 'decimal' : (levels[Number(digit) - 1]?.format ?? 'decimal');
        return number === undefined ? '' : writeNumber(number, format);
      })
      .trim();
  }

  private listOf(use: string): ResolvedList | undefined {
    let found = this.uses.get(use);
    for (let links = 0; found && links < maxAncestors; links++) {
      const list = this.lists.get(found.list);
      if (!list) return undefined;
      if (list.link === undefined) {
        const levels = list.levels.map((level, at) => found?.levels[at] ?? level);
        return { id: found.list, levels, starts: found.starts };
      }
      found = this.uses.get(this.styles.get(list.link)?.use ?? '');
    }
    return undefined;
  }

  private inherited(style: string | undefined): Declared {
    let inherited: Declared = {};
    let id = style;
    for (let ancestors = 0; id !== undefined && ancestors < maxAncestors; ancestors++) {
      const declared = this.styles.get(id) ?? {};
      inherited = { ...declared, ...inherited };
      id = declared.basedOn;
    }
    return inherited;
  }

  private readNumbering(xml: string): void {
    let list: List | undefined;
    let use: Use | undefined;
    let level: Level | undefined;
    let overridden = 0;
    const open = (name: string, attributes: Attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') {
        list = { levels: [] };
        this.lists.set(attributes['w:abstractNumId'] ?? '', list);
      } else if (name === 'w:num') {
        use = { list: '', starts: new Map(), levels: [] };
        this.uses.set(attributes['w:numId'] ?? '', use);
      } else if (name === 'w:numStyleLink' && list) list.link = value;
      else if (name === 'w:abstractNumId' && use) use.list = value;
      else if (name === 'w:lvlOverride') overridden = levelIn(attributes['w:ilvl']);
      else if (name === 'w:startOverride') use?.starts.set(overridden, numberIn(value));
      else if (name === 'w:lvl') {
        level = { start: 0, format: 'decimal', text: '' };
        const { levels } = use ?? list ?? { levels: [] };
        levels[levelIn(attributes['w:ilvl'])] = level;
      } else if (level) readLevel(level, name, value);
    };
    walkXml(xml, {
      open,
      close(name) {
        if (name === 'w:lvl') level = undefined;
        else if (name === 'w:abstractNum') list = undefined;
        else if (name === 'w:num') use = undefined;
      },
    });
  }

  private readStyles(xml: string): void {
    let style: Style = {};
    walkXml(xml, {
      open: (name, attributes) => {
        const value = attributes['w:val'] ?? '';
        const id = attributes['w:styleId'] ?? '';
        if (name === 'w:style') style = {};
        // Of two styles with one id, the first counts.
        if (name === 'w:style' && !this.styles.has(id)) this.styles.set(id, style);
        else if (name === 'w:basedOn') style.basedOn = value;
        else declare(style, name, value);
      },
    });
  }
}

interface ResolvedList {
  id: string;
  levels: Level[];
  starts: Map<number, number>;
}

/** Reads an element of a paragraph's or style's properties. */
export function declare(declared: Declared, name: string, value: string): void {
  if (name === 'w:numId') declared.use = value;
  else if (name === 'w:ilvl') declared.level = levelIn(value);
}

function readLevel(level: Level, name: string, value: string): void {
  if (name === 'w:start') level.start = numberIn(value);
  else if (name === 'w:numFmt') level.format = value;
  else if (name === 'w:lvlText') level.text = value;
  else if (name === 'w:lvlRestart') level.restartsAfter = numberIn(value);
  else if (name === 'w:isLgl') level.isLegal = value !== '0' && value !== 'false';
  else if (name === 'w:pStyle') level.style = value;
}

const numberIn = (value: string): number => Number.parseInt(value, 10) || 0;
const levelIn = (value = ''): number => Math.min(Math.max(numberIn(value), 0), maxLevels - 1);
