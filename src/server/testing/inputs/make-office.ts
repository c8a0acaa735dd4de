/** Word documents with structure, part by part. */
import { makeDocx, type ZipPart } from './make-files';

const text = (words: string): string =>
  `<w:r><w:t xml:space="preserve">${words.replace(/&/g, '&amp;').replace(/</g, '&lt;')}</w:t></w:r>`;

export const wordHeading = (level: number, words: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>${text(words)}</w:p>`;

export const wordParagraph = (words: string): string => `<w:p>${text(words)}</w:p>`;

export const wordItem = (level: number, words: string, list = 1): string =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr></w:pPr>${text(words)}</w:p>`;

/** A paragraph that ends with the reference to a footnote. */
export const wordNoted = (words: string, note: number): string =>
  `<w:p>${text(words)}<w:r><w:footnoteReference w:id="${note}"/></w:r></w:p>`;

export function wordTable(rows: readonly (readonly string[])[]): string {
  const cell = (words: string) => `<w:tc>${wordParagraph(words)}</w:tc>`;
  return `<w:tbl>${rows.map((row) => `<w:tr>${row.map(cell).join('')}</w:tr>`).join('')}</w:tbl>`;
}

const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A level of a list: its format, and its text with %1 for the first level's number. `more` are further elements. */
export const wordLevel = (index: number, format: string, shown = '', more = ''): string =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${shown}"/>${more}</w:lvl>`;

/** A list with these levels, and the elements of each use of it. */
export const wordList = (id: number, levels: readonly string[], uses: Readonly<Record<number, string>>): string =>
  `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum>${Object.entries(uses)
    .map(([use, more]) => `<w:num w:numId="${use}"><w:abstractNumId w:val="${id}"/>${more}</w:num>`)
    .join('')}`;

interface Declarations {
  lists?: string;
  styles?: string;
}

/** A document of these parts of a body, with headings, bullets and footnotes declared. */
export function makeReport(
  body: readonly string[],
  notes: readonly string[] = [],
  {
    lists = wordList(0, [wordLevel(0, 'bullet'), wordLevel(1, 'bullet')], { 1: '' }),
    styles: more = '',
  }: Declarations = {},
): Buffer {
  const styles = [1, 2, 3].map(
    (level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  const footnotes = notes.map((note, index) => `<w:footnote w:id="${index + 1}">${wordParagraph(note)}</w:footnote>`);
  const parts: ZipPart[] = [
    {
      name: 'word/numbering.xml',
      data: `<w:numbering ${w}>${lists}</w:numbering>`,
    },
    { name: 'word/footnotes.xml', data: `<w:footnotes ${w}>${footnotes.join('')}</w:footnotes>` },
  ];
  return makeDocx([], {
    body: body.join(''),
    styles: more + styles.join(''),
    relations: ['numbering', 'footnotes']
      .map((part, index) => `<Relationship Id="rId${index + 1}" Type="${relationships}/${part}" Target="${part}.xml"/>`)
      .join(''),
    parts,
  });
}
