/** The text of RTF with headings, lists, tables and footnotes, from the tokens of rtf-stream-parser. */
import iconv from 'iconv-lite';
import { Tokenize } from 'rtf-stream-parser';
import { type Block, collapseSpaces, heading, item, paragraph, table } from './outline';
import { raised, writeRaised } from './raised-text';

interface Group {
  isUnread: boolean;
  isHidden: boolean;
  /** Deleted in a tracked change. */
  isDeleted: boolean;
  /** A superscript. */
  isRaised: boolean;
  font?: number | undefined;
  /** How many fallback characters follow a Unicode character. */
  fallbackCharacters: number;
  /** The outer text that is interrupted, for example by a footnote, and the format of its paragraph. */
  outer?: { words: string[]; level: number; isInTable: boolean; kind: 'note' | 'marker' | 'box' };
}

/** Settings, images and data for other programs only. */
const unread = new Set(
  'fonttbl colortbl stylesheet info pict object themedata datastore header headerl headerr headerf footer footerl footerr footerf fldinst xe tc rxe listtable listoverridetable revtbl rsidtbl generator nonshppict bkmkstart bkmkend annotation atnid atnauthor sp shprslt'.split(
    ' ',
  ),
);
/** Read, although programs that don't know them would skip them. */
const optional = new Set(['shppict', 'footnote', 'shpinst']);
const characters: Readonly<Record<string, string>> = {
  tab: ' ',
  line: '\n',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  emspace: ' ',
  enspace: ' ',
  '~': '\u00a0',
  _: '-',
  '{': '{',
  '}': '}',
  '\\': '\\',
};
/** Code pages by the character set of a font. Others have that of the document. */
const codePages: Readonly<Record<number, number>> = {
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
};
const bullet = '-';
/**
 * A number as written, such as "7.3" or "(a)". Other signs count as bullets, and so do single letters, which are
 * symbols of special fonts.
 */
const markerOf = (text: string): string =>
  /\d|\p{L}./u.test(text) || /^\W\p{L}/u.test(text) ? collapseSpaces(text) : bullet;

const tokenKinds = { open: 0, close: 1, control: 2, text: 3 } as const;

interface Token {
  type: number;
  word?: string;
  param?: number;
  data?: Buffer;
}

export function rtfBlocks(bytes: Uint8Array): Block[] {
  const reader = new RtfReader();
  const tokens = new Tokenize();
  tokens.on('data', (token: Token) => reader.take(token));
  // Written in one piece, it is parsed synchronously.
  tokens.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  tokens.end();
  return reader.blocks();
}

class RtfReader {
  private readonly done: Block[] = [];
  private readonly notes: Block[] = [];
  private readonly groups: Group[] = [];
  private group: Group = { isUnread: false, isHidden: false, isDeleted: false, isRaised: false, fallbackCharacters: 1 };
  private words: string[] = [];
  private bytes: Buffer[] = [];
  private encoding = 'windows-1252';
  private readonly fontEncodings = new Map<number, string>();
  private definedFont = 0;
  private defaultFont = 0;
  private fallbacksToSkip = 0;
  private isOptional = false;
  private level = 0;
  private marker: string | null = null;
  private isInTable = false;
  private row: string[] = [];
  private rows: string[][] = [];
  private noteCount = 0;

  take({ type, word = '', param, data }: Token): void {
    if (type === tokenKinds.open) {
      this.decode();
      this.groups.push(this.group);
      const { outer: _outer, ...inherited } = this.group;
      this.group = inherited;
    } else if (type === tokenKinds.close) this.closeGroup();
    else if (type === tokenKinds.text) this.text(data ?? Buffer.alloc(0));
    else this.control(word, param, data);
  }

  blocks(): Block[] {
    this.endParagraph();
    this.endTable();
    return [...this.done, ...this.notes];
  }

  private closeGroup(): void {
    this.decode();
    this.fallbacksToSkip = 0;
    const { outer, isRaised } = this.group;
    if (outer) this.closeAside(outer);
    this.group = this.groups.pop() ?? this.group;
    if (isRaised !== this.group.isRaised) this.words.push(this.group.isRaised ? raised.start : raised.end);
  }

  private raise(isRaised: boolean): void {
    if (isRaised !== this.group.isRaised) this.words.push(isRaised ? raised.start : raised.end);
    this.group.isRaised = isRaised;
  }

  private takeWords(): string {
    return writeRaised(this.words.splice(0).join(''));
  }

  private openAside(kind: NonNullable<Group['outer']>['kind']): void {
    this.group.outer = { words: this.words, level: this.level, isInTable: this.isInTable, kind };
    this.words = [];
  }

  private closeAside({ words, level, isInTable, kind }: NonNullable<Group['outer']>): void {
    const text = this.takeWords().trim();
    Object.assign(this, { words, level, isInTable });
    if (kind === 'marker') this.marker = text === '' ? null : markerOf(text);
    else if (kind === 'box') this.done.push(paragraph(text));
    else this.notes.push(paragraph(`[${this.noteCount}] ${text.replace(/\s+/g, ' ')}`));
  }

  private text(data: Buffer): void {
    const skipped = Math.min(this.fallbacksToSkip, data.length);
    this.fallbacksToSkip -= skipped;
    if (this.isShown && data.length > skipped) this.bytes.push(data.subarray(skipped));
  }

  private control(word: string, param: number | undefined, data: Buffer | undefined): void {
    if (word === '*') this.isOptional = true;
    else {
      const isOptional = this.isOptional;
      this.isOptional = false;
      if (word === 'listtext' || word === 'pntext') this.openAside('marker');
      else if (isOptional && !optional.has(word)) this.group.isUnread = true;
      else if (unread.has(word)) this.group.isUnread = true;
      else if (word === "'") this.text(data ?? Buffer.alloc(0));
      else if (word === 'u') this.unicode(param ?? 0);
      else if (this.group.isUnread) this.defineFont(word, param);
      else this.layout(word, param);
    }
  }

  private defineFont(word: string, param = 0): void {
    if (word === 'f') this.definedFont = param;
    const codePage = word === 'fcharset' ? codePages[param] : undefined;
    if (codePage) this.fontEncodings.set(this.definedFont, `cp${codePage}`);
  }

  private layout(word: string, param: number | undefined): void {
    this.decode();
    const character = characters[word];
    if (character !== undefined) this.pushShown(character);
    else if (word === 'ansicpg' && param && iconv.encodingExists(`cp${param}`)) this.encoding = `cp${param}`;
    else if (word === 'uc') this.group.fallbackCharacters = Math.max(0, param ?? 1);
    else if (word === 'v') this.group.isHidden = param !== 0;
    else if (word === 'deleted') this.group.isDeleted = param !== 0;
    else if (word === 'super') this.raise(param !== 0);
    else if (word === 'nosupersub' || word === 'sub') this.raise(false);
    else if (word === 'plain') {
      this.raise(false);
      Object.assign(this.group, { isHidden: false, isDeleted: false, font: undefined });
    } else if (word === 'f') this.group.font = param;
    else if (word === 'deff') this.defaultFont = param ?? 0;
    else if (word === 'par' || word === 'sect' || word === 'page') this.endParagraph();
    else if (word === 'pard') this.startFormat();
    else if (word === 'outlinelevel') this.level = (param ?? 9) < 6 ? (param ?? 0) + 1 : 0;
    else if (word === 'intbl') this.isInTable = true;
    else if (word === 'cell' || word === 'nestcell') this.row.push(this.takeWords());
    else if (word === 'row' || word === 'nestrow') this.rows.push(this.row.splice(0));
    else if (word === 'shptxt') this.openAside('box');
    else if (word === 'footnote') {
      this.noteCount += 1;
      this.words.push(`[${this.noteCount}]`);
      this.openAside('note');
    }
  }

  private get isShown(): boolean {
    const { isUnread, isHidden, isDeleted } = this.group;
    return !isUnread && !isHidden && !isDeleted;
  }

  private unicode(code: number): void {
    this.decode();
    this.pushShown(String.fromCharCode(code < 0 ? code + 65_536 : code));
    this.fallbacksToSkip = this.group.fallbackCharacters;
  }

  /** Decodes consecutive data tokens together, because the two bytes of a character may be in different tokens. */
  private decode(): void {
    if (this.bytes.length === 0) return;
    const encoding = this.fontEncodings.get(this.group.font ?? this.defaultFont) ?? this.encoding;
    this.push(iconv.decode(Buffer.concat(this.bytes.splice(0)), encoding));
  }

  private pushShown(words: string): void {
    if (this.isShown) this.push(words);
  }

  private push(words: string): void {
    if (this.marker !== null && this.isInTable) {
      if (this.marker !== bullet) this.words.push(`${this.marker} `);
      this.marker = null;
    }
    this.words.push(words);
  }

  private startFormat(): void {
    this.isInTable = false;
    this.level = 0;
  }

  private endParagraph(): void {
    this.decode();
    if (this.isInTable || this.group.outer) {
      this.words.push('\n');
      return;
    }
    const text = this.takeWords();
    const { marker } = this;
    this.marker = null;
    if (text.trim() === '') return;
    this.endTable();
    if (this.level > 0) this.done.push(heading(this.level, marker && marker !== bullet ? `${marker} ${text}` : text));
    else this.done.push(marker === null ? paragraph(text) : item(0, marker, text));
  }

  private endTable(): void {
    if (this.rows.length > 0) this.done.push(table(this.rows.splice(0)));
  }
}
