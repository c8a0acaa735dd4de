/** Workbooks and slides for tests, part by part as Office packs them. */
import { makeZip, type ZipPart } from './make-files';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageTypes = 'http://schemas.openxmlformats.org/package/2006';
const office = 'application/vnd.openxmlformats-officedocument';
export const xlsxMain = `${office}.spreadsheetml.sheet.main+xml`;
export const pptxMain = `${office}.presentationml.presentation.main+xml`;

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** The package around a main part; of two parts with one name, the one in `more` counts. */
export function makePackage(
  mainPart: string,
  mainType: string,
  parts: readonly ZipPart[],
  more: readonly ZipPart[],
): Buffer {
  const own: ZipPart[] = [
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="${packageTypes}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${mainPart}" ContentType="${mainType}"/><Override PartName="/xl/styles.xml" ContentType="${office}.spreadsheetml.styles+xml"/></Types>`,
    },
    { name: '_rels/.rels', data: relationsXml([['rId1', 'officeDocument', mainPart]]) },
  ];
  const replaced = new Set(more.map(({ name }) => name));
  return makeZip([...[...own, ...parts].filter(({ name }) => !replaced.has(name)), ...more]);
}

export function relationsXml(relations: readonly (readonly [id: string, kind: string, target: string])[]): string {
  const inner = relations.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${relationships}/${kind}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${packageTypes}/relationships">${inner.join('')}</Relationships>`;
}

/** A number, a text, or the inside of a cell with its style: `{ f, v, s }`; null is an empty cell. */
export type MadeCell = number | string | null | { f?: string; v?: number | string; s?: number };

export interface MadeSheet {
  name: string;
  rows: readonly (readonly MadeCell[])[];
  isHidden?: boolean;
  /** Ranges such as "A1:A3". */
  merged?: readonly string[];
}

/** Styles 1 and 2 are a percentage and a date. */
export function makeXlsx(sheets: readonly MadeSheet[], more: readonly ZipPart[] = []): Buffer {
  const list = sheets.map(
    ({ name, isHidden }, index) =>
      `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"${isHidden ? ' state="hidden"' : ''}/>`,
  );
  const styles = `<styleSheet xmlns="${main}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="10" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  const parts = [
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets>${list.join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: relationsXml([
        ...sheets.map((_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['rId900', 'styles', 'styles.xml'],
      ]),
    },
    { name: 'xl/styles.xml', data: styles },
    ...sheets.map(({ rows, merged }, index) => ({
      name: `xl/worksheets/sheet${index + 1}.xml`,
      data: sheetXml(rows, merged),
    })),
  ];
  return makePackage('xl/workbook.xml', xlsxMain, parts, more);
}

export function sheetXml(rows: readonly (readonly MadeCell[])[], merged: readonly string[] = []): string {
  const column = (index: number): string =>
    (index < 26 ? '' : column(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));
  const cell = (value: MadeCell, place: string): string => {
    if (value === null) return '';
    if (typeof value === 'string') return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
    if (typeof value === 'number') return `<c r="${place}"><v>${value}</v></c>`;
    const { f, v, s = 0 } = value;
    const type = typeof v === 'string' ? ' t="str"' : '';
    const formula = f === undefined ? '' : `<f>${escapeXml(f)}</f>`;
    return `<c r="${place}" s="${s}"${type}>${formula}${v === undefined ? '' : `<v>${v}</v>`}</c>`;
  };
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((value, at) => cell(value, `${column(at)}${row + 1}`)).join('')}</row>`,
  );
  const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
  return `<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData>${merges && `<mergeCells>${merges}</mergeCells>`}</worksheet>`;
}
