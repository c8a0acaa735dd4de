/** Writes an exported document for Word: styles, real footnotes, tables with repeated headers. */
import {
  AlignmentType,
  BorderStyle,
  CarriageReturn,
  Document,
  ExternalHyperlink,
  Footer,
  FootnoteReferenceRun,
  HeadingLevel,
  type ILevelsOptions,
  type IParagraphOptions,
  LevelFormat,
  LineRuleType,
  Packer,
  PageNumber,
  Paragraph,
  type ParagraphChild,
  ShadingType,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import type { Align, Block, ExportDocument, Note, Run } from './document';
import { isRightToLeft, textOfRuns } from './scripts';
import { wordFormula } from './word-formula';

const headings = [HeadingLevel.HEADING_3, HeadingLevel.HEADING_4, HeadingLevel.HEADING_5, HeadingLevel.HEADING_6];
const mono = 'Consolas';
const alignments = { left: AlignmentType.LEFT, center: AlignmentType.CENTER, right: AlignmentType.RIGHT };
/** In twentieths of a point, as all lengths here: the indent of a level, and the width of the text on a page. */
const indent = 360;
const textWidth = 9026;

export async function wordFile(document: ExportDocument): Promise<Uint8Array> {
  const writer = new WordWriter();
  const children = writer.document(document);
  const file = new Document({
    title: document.title,
    creator: '',
    styles,
    numbering: { config: [...writer.numberings.values()] },
    footnotes: writer.footnotes(),
    sections: [{ children, footers: { default: pageNumbers() } }],
  });
  return new Uint8Array(await Packer.toArrayBuffer(file));
}

/** The position of a paragraph. */
interface ParagraphContext {
  /** Number of enclosing lists and quotations. */
  depth: number;
  isQuote: boolean;
}

class WordWriter {
  /** By the first number of the list, or null for bullets. */
  readonly numberings = new Map<number | null, { reference: string; levels: ILevelsOptions[] }>();
  private readonly notes: Note[] = [];
  private lists = 0;

  document({ title, cover, sections }: ExportDocument): (Paragraph | Table)[] {
    return [
      new Paragraph({ heading: HeadingLevel.TITLE, ...line(title) }),
      ...cover.map((text) => new Paragraph({ style: 'Cover', ...line(text) })),
      ...sections.flatMap((section) => [
        new Paragraph({ heading: HeadingLevel.HEADING_2, children: [new TextRun(section.heading)] }),
        ...this.blocks(section.blocks, { depth: 0, isQuote: false }),
        ...section.files.map((file) => new Paragraph({ style: 'Cover', ...line(file) })),
        ...section.remarks.map((remark) => new Paragraph({ style: 'Cover', ...line(remark) })),
      ]),
    ];
  }

  footnotes(): Record<string, { children: Paragraph[] }> {
    return Object.fromEntries(
      this.notes.map(({ text, url }, index) => [
        String(index + 1),
        {
          children: [
            new Paragraph({
              style: 'Note',
              ...directed(text),
              children: [textRun({ text: ` ${text} ` }), ...(url ? [link(url)] : [])],
            }),
          ],
        },
      ]),
    );
  }

  private blocks(blocks: readonly Block[], place: ParagraphContext): (Paragraph | Table)[] {
    return blocks.flatMap((block) => this.block(block, place));
  }

  private block(block: Block, place: ParagraphContext): (Paragraph | Table)[] {
    switch (block.kind) {
      case 'paragraph':
        return [new Paragraph({ ...placed(place), ...this.line(block.runs) })];
      case 'heading':
        return [
          new Paragraph({
            heading: headings[Math.min(block.level, headings.length) - 1] ?? HeadingLevel.HEADING_6,
            ...this.line(block.runs),
          }),
        ];
      case 'code':
        return [codeParagraph(block, place)];
      case 'quote':
        return this.blocks(block.blocks, { depth: place.depth + 1, isQuote: true });
      case 'list':
        return this.list(block, place);
      case 'table':
        return [this.table(block), new Paragraph({ style: 'Note' })];
      case 'rule':
        return [new Paragraph({ border: { bottom: { style: BorderStyle.SINGLE, size: 4, color: 'BBBBBB' } } })];
    }
  }

  private list(
    { isOrdered, start, items }: Extract<Block, { kind: 'list' }>,
    place: ParagraphContext,
  ): (Paragraph | Table)[] {
    const instance = ++this.lists;
    const numbering = {
      reference: this.numbering(isOrdered ? start : null),
      level: place.depth,
      instance,
    };
    const inside = { ...place, depth: place.depth + 1 };
    return items.flatMap((blocks) => {
      const [first, ...rest] = blocks;
      return [
        new Paragraph({ numbering, ...this.line(first?.kind === 'paragraph' ? first.runs : []) }),
        ...this.blocks(first?.kind === 'paragraph' ? rest : blocks, inside),
      ];
    });
  }

  /** A numbering that begins with `start`; null means bullets. */
  private numbering(start: number | null): string {
    const reference = `list-${start ?? 'bullets'}`;
    this.numberings.set(start, {
      reference,
      levels: Array.from({ length: 9 }, (_, level) => ({
        level,
        format: start === null ? LevelFormat.BULLET : LevelFormat.DECIMAL,
        text: start === null ? '•' : `%${level + 1}.`,
        start: start ?? 1,
        style: { paragraph: { indent: { left: indent * (level + 1), hanging: indent } } },
      })),
    });
    return reference;
  }

  private table({ columns, rows }: Extract<Block, { kind: 'table' }>): Table {
    const cell = (runs: readonly Run[], align: Align, isHeader: boolean) =>
      new TableCell({
        margins: { top: 60, bottom: 60, left: 100, right: 100 },
        ...(isHeader && { shading: { type: ShadingType.CLEAR, fill: 'F1F3F6', color: 'auto' } }),
        children: [new Paragraph({ style: 'Cell', alignment: alignments[align], ...this.line(runs, isHeader) })],
      });
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      columnWidths: columnWidths(rows),
      borders: tableBorders,
      visuallyRightToLeft: isRightToLeft(textOfRuns(rows.flat(2))),
      rows: rows.map(
        (row, index) =>
          new TableRow({
            tableHeader: index === 0,
            cantSplit: true,
            children: row.map((runs, column) => cell(runs, columns[column] ?? 'left', index === 0)),
          }),
      ),
    });
  }

  /** The children of a paragraph, and its direction. */
  private line(runs: readonly Run[], isBold = false): Partial<IParagraphOptions> {
    return { ...directed(textOfRuns(runs)), children: this.runs(runs, isBold) };
  }

  private runs(runs: readonly Run[], isBold = false): ParagraphChild[] {
    return runs.map((run) => {
      if (run.note) return new FootnoteReferenceRun(this.notes.push(run.note));
      const formula = run.isMath ? wordFormula(run.text) : null;
      if (formula) return formula;
      const text = textRun({ ...run, isBold: run.isBold || isBold });
      return run.url ? new ExternalHyperlink({ link: run.url, children: [text] }) : text;
    });
  }
}

/**
 * In proportion to the longest text of each column, which counts as 6 to 32 characters. Word adapts them to the
 * contents. LibreOffice does not, and makes columns without a width equally wide.
 */
function columnWidths(rows: readonly (readonly (readonly Run[])[])[]): number[] {
  const lengths = (rows[0] ?? []).map((_, column) =>
    rows.reduce((longest, row) => Math.min(Math.max(longest, textOfRuns(row[column] ?? []).length), 32), 6),
  );
  // Also for fonts that are wider than Calibri.
  const padding = 4;
  const sum = lengths.reduce((total, length) => total + length + padding, 0);
  return lengths.map((length) => Math.floor((textWidth * (length + padding)) / sum));
}

const thinLine = { style: BorderStyle.SINGLE, size: 4, color: 'C4CAD3' };
const tableBorders = {
  top: thinLine,
  bottom: thinLine,
  left: thinLine,
  right: thinLine,
  insideHorizontal: thinLine,
  insideVertical: thinLine,
};

function codeParagraph({ text, isMath }: Extract<Block, { kind: 'code' }>, place: ParagraphContext): Paragraph {
  const formula = isMath ? wordFormula(text) : null;
  if (formula) return new Paragraph({ ...placed(place), alignment: AlignmentType.CENTER, children: [formula] });
  return new Paragraph({ style: 'Code', ...placed(place), children: [new TextRun({ children: lines(text) })] });
}

function textRun({ text, isBold, isItalic, isStruckThrough, isCode, url }: Run): TextRun {
  return new TextRun({
    children: lines(text),
    ...(isRightToLeft(text) && { rightToLeft: true }),
    ...(isBold && { bold: true }),
    ...(isItalic && { italics: true }),
    ...(isStruckThrough && { strike: true }),
    ...(isCode && { font: mono }),
    ...(url && { style: 'Hyperlink' }),
  });
}

/** Converts line breaks to Word's. */
const lines = (text: string): (string | CarriageReturn)[] =>
  text.split('\n').flatMap((line, index) => (index === 0 ? [line] : [new CarriageReturn(), line]));
const link = (url: string) =>
  new ExternalHyperlink({ link: url, children: [new TextRun({ text: url, style: 'Hyperlink' })] });

const directed = (text: string): Partial<IParagraphOptions> => (isRightToLeft(text) ? { bidirectional: true } : {});
const line = (text: string): Partial<IParagraphOptions> => ({ ...directed(text), children: [textRun({ text })] });

const placed = ({ depth, isQuote }: ParagraphContext): Partial<IParagraphOptions> => ({
  ...(depth > 0 && { indent: { left: indent * depth } }),
  ...(isQuote && { style: 'Quote', border: { left: { ...thinLine, size: 12, space: 8 } } }),
});

const pageNumbers = () =>
  new Footer({
    children: [
      new Paragraph({
        alignment: AlignmentType.CENTER,
        children: [new TextRun({ children: [PageNumber.CURRENT, ' / ', PageNumber.TOTAL_PAGES], size: 18 })],
      }),
    ],
  });

/** Lines are 1.2 times as high as their font. Without the rule, LibreOffice makes all as high as those of body text. */
const spaced = (before: number, after: number) => ({
  spacing: { before, after, line: 290, lineRule: LineRuleType.AUTO },
});
/** A heading stays on the page of the paragraph after it. */
const heading = (before: number, after: number) => ({ ...spaced(before, after), keepNext: true });
const styles = {
  default: {
    document: { run: { font: 'Calibri', size: 22 }, paragraph: spaced(0, 140) },
    title: { run: { size: 40, bold: true }, paragraph: heading(0, 160) },
    heading2: { run: { size: 22, bold: true, color: '5B6472' }, paragraph: heading(360, 120) },
    heading3: { run: { size: 30, bold: true }, paragraph: heading(280, 100) },
    heading4: { run: { size: 26, bold: true }, paragraph: heading(240, 80) },
    heading5: { run: { size: 23, bold: true }, paragraph: heading(200, 80) },
    heading6: { run: { size: 22, bold: true, italics: true }, paragraph: heading(200, 80) },
  },
  paragraphStyles: [
    { id: 'Cover', name: 'Cover', run: { color: '5B6472', size: 20 }, paragraph: spaced(0, 40) },
    { id: 'Note', name: 'Note', run: { size: 18 }, paragraph: spaced(0, 40) },
    { id: 'Cell', name: 'Cell', run: { size: 20 }, paragraph: spaced(0, 0) },
    { id: 'Quote', name: 'Quote', run: { color: '5B6472' }, paragraph: spaced(0, 140) },
    {
      id: 'Code',
      name: 'Code',
      run: { font: mono, size: 18 },
      paragraph: { ...spaced(0, 140), shading: { type: ShadingType.CLEAR, fill: 'F5F6F8', color: 'auto' } },
    },
  ],
};
