/** Slides for tests: PowerPoint's and OpenDocument's. */
import { makeZip, type ZipPart } from './make-files';
import { makePackage, pptxMain, relationsXml } from './make-workbook';

const drawing =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** A paragraph of a shape; `level` indents it. */
export const slideParagraph = (text: string, level = 0): string =>
  `<a:p><a:pPr lvl="${level}"/><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`;

/** `kind` is the placeholder's: title, body, sldNum; without one it is a free text box. */
export const slideShape = (paragraphs: readonly string[], kind?: string): string =>
  `<p:sp><p:nvSpPr><p:nvPr>${kind ? `<p:ph type="${kind}"/>` : ''}</p:nvPr></p:nvSpPr><p:txBody>${paragraphs.join('')}</p:txBody></p:sp>`;

/** `placeholder` is the element of the placeholder that contains the table. */
export function slideTable(rows: readonly (readonly string[])[], placeholder = ''): string {
  const cell = (text: string) => `<a:tc><a:txBody>${slideParagraph(text)}</a:txBody></a:tc>`;
  return `<p:graphicFrame><p:nvGraphicFramePr><p:nvPr>${placeholder}</p:nvPr></p:nvGraphicFramePr><a:graphic><a:graphicData><a:tbl>${rows.map((row) => `<a:tr>${row.map(cell).join('')}</a:tr>`).join('')}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
}

export interface MadeSlide {
  /** Shapes and tables. */
  body: string;
  notes?: string;
  /** The XML of a chart's space. */
  chart?: string;
  isHidden?: boolean;
}

/** Files are named in reverse order, so that only the list in the presentation has the right order. */
export function makePptx(slides: readonly MadeSlide[], more: readonly ZipPart[] = []): Buffer {
  const file = (index: number) => `slide${slides.length - index}.xml`;
  const parts: ZipPart[] = [
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${drawing}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    },
    {
      name: 'ppt/_rels/presentation.xml.rels',
      data: relationsXml(slides.map((_, index) => [`rId${index + 1}`, 'slide', `slides/${file(index)}`] as const)),
    },
  ];
  for (const [index, { body, notes, chart, isHidden }] of slides.entries()) {
    const name = file(index);
    parts.push({
      name: `ppt/slides/${name}`,
      data: `<?xml version="1.0"?><p:sld ${drawing}${isHidden ? ' show="0"' : ''}><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`,
    });
    const relations: [string, string, string][] = [];
    if (notes !== undefined) {
      relations.push(['rId1', 'notesSlide', `../notesSlides/${name}`]);
      const shapes = slideShape([slideParagraph(notes)], 'body') + slideShape([slideParagraph('7')], 'sldNum');
      parts.push({ name: `ppt/notesSlides/${name}`, data: `<p:notes ${drawing}>${shapes}</p:notes>` });
    }
    if (chart !== undefined) {
      relations.push(['rId2', 'chart', `../charts/${name}`]);
      parts.push({ name: `ppt/charts/${name}`, data: chart });
    }
    parts.push({ name: `ppt/slides/_rels/${name}.rels`, data: relationsXml(relations) });
  }
  return makePackage('ppt/presentation.xml', pptxMain, parts, more);
}

export function chartXml(
  title: string,
  categories: readonly string[],
  series: Readonly<Record<string, number[]>>,
): string {
  const points = (values: readonly (string | number)[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
  const all = Object.entries(series).map(
    ([name, values]) =>
      `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${points(categories)}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${points(values)}</c:numCache></c:numRef></c:val></c:ser>`,
  );
  return `<c:chartSpace xmlns:c="x" xmlns:a="y"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>${escapeXml(title)}</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${all.join('')}</c:barChart></c:plotArea></c:chart></c:chartSpace>`;
}

export type OpenDocumentKind = 'text' | 'spreadsheet' | 'presentation';

const namespaces = ['office', 'text', 'table', 'draw', 'style', 'presentation', 'manifest']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** `body` is the content of <office:text>, <office:spreadsheet> or <office:presentation>. */
export function makeOpenDocument(
  kind: OpenDocumentKind,
  body: string,
  more: readonly ZipPart[] = [],
  { styles = '', ownStyles = '' } = {},
): Buffer {
  const type = `application/vnd.oasis.opendocument.${kind}`;
  const own: ZipPart[] = [
    { name: 'mimetype', data: type, method: 'stored' },
    {
      name: 'META-INF/manifest.xml',
      data: `<manifest:manifest ${namespaces}><manifest:file-entry manifest:full-path="/" manifest:media-type="${type}"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>`,
    },
    { name: 'styles.xml', data: `<office:document-styles ${namespaces}>${styles}</office:document-styles>` },
    {
      name: 'content.xml',
      data: `<?xml version="1.0"?><office:document-content ${namespaces}><office:automatic-styles>${ownStyles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    },
  ];
  const replaced = new Set(more.map(({ name }) => name));
  return makeZip([...own.filter(({ name }) => !replaced.has(name)), ...more]);
}
