/** Real files for tests, built byte by byte: PDFs, zips, Word documents and image headers. */
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

/** The objects of a PDF in order, each as between "obj" and "endobj"; the first is the catalog. */
export function pdfOfObjects(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object as string), Buffer.from('\nendobj\n')]));
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(Buffer.from(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`));
  add(Buffer.from(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`));
  return Buffer.concat(parts);
}

/** `dictionary` contains its entries except the length. */
export function pdfStream(content: string | Buffer, dictionary = ''): Buffer {
  const bytes = Buffer.from(content as string);
  const head = Buffer.from(`<< /Length ${bytes.length} ${dictionary} >>\nstream\n`);
  return Buffer.concat([head, bytes, Buffer.from('\nendstream')]);
}

const packedPdfStream = (content: string | Buffer): Buffer => pdfStream(deflateSync(content), '/Filter /FlateDecode');

/** A document of A4 pages with these lines; a page without lines has no text. */
export function makePdf(pages: readonly (readonly string[])[]): Buffer {
  const pageNumber = (index: number) => 4 + index * 2;
  const kids = pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  for (const [index, lines] of pages.entries()) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      packedPdfStream(textOperators(lines)),
    );
  }
  return pdfOfObjects(objects);
}

/** An empty line is a wider gap, as between paragraphs. */
function textOperators(lines: readonly string[]): string {
  const shown = lines.map((line) => (line === '' ? 'T*' : `(${line.replace(/[\\()]/g, '\\$&')}) Tj T*`));
  return `BT /F1 12 Tf 14 TL 60 780 Td ${shown.join('\n')} ET`;
}

/** A page with these lines and annotations, each given as the content of its dictionary. Widgets belong to the form. */
export function makeFormPdf(lines: readonly string[], annotations: readonly string[]): Buffer {
  const numbers = annotations.map((_, index) => `${6 + index} 0 R`);
  const fields = numbers.filter((_, index) => annotations[index]?.includes('/Widget'));
  return pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields.join(' ')}] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 R /Annots [${numbers.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    pdfStream(textOperators(lines)),
    ...annotations.map((annotation) => `<< /Type /Annot /Rect [60 600 260 620] ${annotation} >>`),
  ]);
}

/** One page that consists of an image, as from a scanner. */
export function makeScannedPdf(): Buffer {
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Im0 5 0 R >> >> /Contents 4 0 R >>',
    pdfStream('q 595 0 0 842 0 0 cm /Im0 Do Q'),
    pdfStream(
      Buffer.alloc(64, 200),
      '/Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8',
    ),
  ]);
}

/** A page with a line of text, and a page that is a JPEG of this size. */
export function makeMixedPdf(line: string, jpeg: Buffer, width: number, height: number): Buffer {
  const page = (resources: string, contents: number) =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${contents} 0 R >>`;
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
    page('/Font << /F1 5 0 R >>', 6),
    page('/XObject << /Im0 8 0 R >>', 7),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    pdfStream(`BT /F1 12 Tf 50 700 Td (${line}) Tj ET`),
    pdfStream('q 595 0 0 106 0 400 cm /Im0 Do Q'),
    pdfStream(
      jpeg,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    ),
  ]);
}

/**
 * Pages that show the same JPEG of this size below a line of text, as courts and signature services stamp scans.
 * `drawn` are the operators that draw the image Im0, or the form Fm0 that contains it.
 */
export function makeStampedPdf(
  lines: readonly string[],
  jpeg: Buffer,
  width: number,
  height: number,
  drawn = 'q 595 0 0 800 0 0 cm /Im0 Do Q',
): Buffer {
  const pageNumber = (index: number) => 6 + index * 2;
  const resources = '/Font << /F1 3 0 R >> /XObject << /Im0 4 0 R /Fm0 5 0 R >>';
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${lines.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    pdfStream(
      jpeg,
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
    ),
    pdfStream(
      'q 1 0 0 1 0 0 cm /Im0 Do Q',
      '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Matrix [595 0 0 800 0 0] /Resources << /XObject << /Im0 4 0 R >> >>',
    ),
    ...lines.flatMap((line, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents ${pageNumber(index) + 1} 0 R >>`,
      pdfStream(`${drawn} BT /F1 8 Tf 50 820 Td (${line}) Tj ET`),
    ]),
  ]);
}

/** A page with these operators. Its resources refer to the further objects, from the fifth. */
function pdfOfPage(content: Buffer, resources: string, more: readonly (string | Buffer)[] = []): Buffer {
  return pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << ${resources} >> /Contents 4 0 R >>`,
    content,
    ...more,
  ]);
}

/** A page that unpacks to this many megabytes of no-op drawing operators; the file itself is small. */
export function makeBombPdf(megabytes: number): Buffer {
  const piece = deflateRawSync('q Q '.repeat(262_144), { finishFlush: constants.Z_FULL_FLUSH });
  const packed = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: megabytes }, () => piece)]);
  return pdfOfPage(pdfStream(packed, '/Filter /FlateDecode'), '');
}

/** Valid and small, but practically endless: every form shows the next one twenty times. */
export function makeEndlessPdf(): Buffer {
  const levels = 12;
  const font = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  const forms = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1;
    const next = isLast ? '' : `/XObject << /X ${6 + level} 0 R >>`;
    // A form without text would be processed once and cached.
    const content = `BT /F 9 Tf (a) Tj ET ${isLast ? 'q Q '.repeat(20_000) : '/X Do '.repeat(20)}`;
    return pdfStream(content, `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << ${font} ${next} >>`);
  });
  return pdfOfPage(pdfStream('/X Do'), '/XObject << /X 5 0 R >>', forms);
}

export interface ZipPart {
  name: string;
  data: string | Buffer;
  method?: 'stored' | 'deflated';
  /** The false size in the directory. */
  claimedSize?: number;
}

export function makeZip(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, method = 'deflated', claimedSize } of parts) {
    const bytes = Buffer.from(data as string);
    const packed = method === 'stored' ? bytes : deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(0x0800, 2);
    common.writeUInt16LE(method === 'stored' ? 0 : 8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claimedSize ?? bytes.length, 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name));
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

const officeMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const w = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const r = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const relationships = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface DocxOptions {
  /** Between the paragraphs and the end of the body. */
  body?: string;
  /** Inside <Relationships> of the document. */
  relations?: string;
  styles?: string;
  mainType?: string;
  /** Further parts; one of a known name replaces it. */
  parts?: readonly ZipPart[];
}

export function makeDocx(paragraphs: readonly string[], options: DocxOptions = {}): Buffer {
  const { body = '', relations = '', styles = '', mainType = officeMain, parts = [] } = options;
  const text = paragraphs.map((line) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(line)}</w:t></w:r></w:p>`);
  const own: ZipPart[] = [
    {
      name: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${mainType}"/></Types>`,
    },
    {
      name: '_rels/.rels',
      data: relationsOf(`<Relationship Id="rId1" Type="${relationships}/officeDocument" Target="word/document.xml"/>`),
    },
    {
      name: 'word/document.xml',
      data: `<w:document ${w} ${r}><w:body>${text.join('')}${body}</w:body></w:document>`,
      method: 'deflated',
    },
    { name: 'word/_rels/document.xml.rels', data: relationsOf(relations), method: 'stored' },
    { name: 'word/styles.xml', data: `<w:styles ${w}>${styles}</w:styles>`, method: 'stored' },
  ];
  const replaced = new Set(parts.map(({ name }) => name));
  return makeZip([...own.filter(({ name }) => !replaced.has(name)), ...parts]);
}

const relationsOf = (inner: string): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inner}</Relationships>`;

const escapeXml = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

/** An image in the text that is linked from outside the document. */
export function docxWithOutsidePicture(target: string): Buffer {
  return makeDocx(['Before the picture.'], {
    body: `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:link="rId9"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`,
    relations: `<Relationship Id="rId9" Type="${relationships}/image" Target="${target}" TargetMode="External"/>`,
  });
}

/** A PNG that claims this size, with little data. */
export function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1000))),
    pngChunk('IEND'),
  ]);
}

export function pngChunk(name: string, data = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
