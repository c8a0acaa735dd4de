/** Malicious files, and the expected result of each. */
import { limits } from '~/shared/limits';
import { bytesOf, type HostileFile, hostileFile } from './hostile-file';
import { hostileMail } from './hostile-mail';
import { hostileOffice } from './hostile-office';
import { hostileTexts } from './hostile-text-files';
import { compoundFile, makeDoc } from './make-doc';
import {
  docxWithOutsidePicture,
  makeDocx,
  makeEndlessPdf,
  makePdf,
  makeScannedPdf,
  makeZip,
  pdfOfObjects,
  pdfStream,
  pngOfSize,
  type ZipPart,
} from './make-files';

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const html = '<!DOCTYPE html><html><script>document.title = "run"</script></html>';
const png = () => pngOfSize(1, 1);
const program = () => Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(200)]);
const svg = (inner: string, attributes = '') =>
  bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${inner}</svg>`);

/** A document whose part of this name has this length, whatever it contains. */
const docxWith = (part: ZipPart) => () => makeDocx(['Text.'], { parts: [part] });

const refused = [
  hostileFile('refused', 'an empty file', 'a.pdf', () => Buffer.alloc(0)),
  hostileFile('refused', 'one byte more than is allowed', 'a.pdf', () =>
    Buffer.concat([makePdf([['x']])], limits.attachmentBytes + 1),
  ),
  hostileFile('refused', 'a web page named .png', 'a.png', bytesOf(html), 'image/png'),
  hostileFile('refused', 'a web page named .jpg', 'a.jpg', bytesOf(html)),
  hostileFile('refused', 'a web page named .svg', 'a.svg', bytesOf(html), 'image/svg+xml'),
  hostileFile('refused', 'a web page named .pdf', 'a.pdf', bytesOf(html), 'application/pdf'),
  hostileFile('refused', 'a web page named .doc', 'a.doc', bytesOf(html), 'application/msword'),
  hostileFile('refused', 'a drawing named .png', 'a.png', svg('<script/>'), 'image/png'),
  hostileFile('refused', 'a drawing in UTF-16', 'a.svg', () => Buffer.from(`\ufeff${svg('')()}`, 'utf16le')),
  hostileFile('refused', 'a PNG named .jpg', 'a.jpg', png),
  hostileFile('refused', 'a PNG declared as a web page', 'a.png', png, 'text/html'),
  hostileFile('refused', 'a PDF declared as a picture', 'a.pdf', () => makePdf([['x']]), 'image/png'),
  hostileFile('refused', 'a program named .pdf', 'a.pdf', program, 'application/pdf'),
  hostileFile('refused', 'a program with two extensions', 'report.pdf.exe', program),
  hostileFile('refused', 'a picture with a page’s extension behind its own', 'photo.png.html', png),
  hostileFile('refused', 'a program whose name reads backwards', 'photo\u202egnp.exe', program),
  hostileFile('refused', 'a page with NUL before a second extension', 'a.html\0.png', bytesOf(html)),
  hostileFile('refused', 'a name without an extension', 'photo', png),
  hostileFile('refused', 'a settings file of a web server', '.htaccess', bytesOf('SetHandler x')),
  hostileFile('refused', 'a shell script named .jpg', 'a.jpg', bytesOf('#!/bin/sh\nrm -rf ~'), 'image/jpeg'),
  hostileFile(
    'refused',
    'a PDF that is a web page from its first comment',
    'a.pdf',
    bytesOf(`%PDF-1.4\n%${html}\n`),
    'application/pdf',
  ),
  hostileFile('refused', 'a web page with a PDF behind it', 'a.pdf', () =>
    Buffer.concat([Buffer.from(html), makePdf([['x']])]),
  ),
  hostileFile('refused', 'a PDF that begins one byte late', 'a.pdf', () =>
    Buffer.concat([Buffer.from('\n'), makePdf([['x']])]),
  ),
  hostileFile(
    'refused',
    'a GIF that is a web page',
    'a.gif',
    bytesOf(`GIF89a\x01\x00\x01\x00\x00\x00\x00!\xfe${html}`),
  ),
  hostileFile('refused', 'a bitmap that is a web page', 'a.bmp', bytesOf(`BM/*${html}`)),
  hostileFile('refused', 'a film named .heic', 'a.heic', bytesOf('\0\0\0\x18ftypisom\0\0\0\0isommp42')),
  hostileFile('refused', 'a zip named .docx', 'a.docx', () => makeZip([{ name: 'a.txt', data: 'hello' }]), docxType),
  hostileFile('refused', 'a Java program named .docx', 'a.docx', () =>
    makeZip([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }]),
  ),
  hostileFile('refused', 'a zip with Word’s folders and no say about them', 'a.docx', () =>
    makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<x/>' },
    ]),
  ),
  hostileFile('refused', 'a workbook named .docx', 'a.docx', () =>
    makeDocx([], { mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
  ),
  hostileFile('refused', 'a document with macros named .docx', 'a.docx', () =>
    makeDocx([], { mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
  ),
  hostileFile(
    'refused',
    'a document that hides macros',
    'a.docx',
    docxWith({ name: 'word/vbaProject.bin', data: 'x' }),
  ),
  hostileFile('refused', 'a document whose directory names one part twice', 'a.docx', () => {
    const twice = { name: 'word/a.xml', data: '<a/>' };
    return makeDocx([], { parts: [twice, twice] });
  }),
  hostileFile('refused', 'a document cut off in the middle', 'a.docx', () => makeDocx(['x']).subarray(0, 500)),
  hostileFile('refused', 'a program with a document behind it', 'a.docx', () =>
    Buffer.concat([program(), makeDocx(['x'])]),
  ),
  hostileFile('refused', 'a document with a list of types that never ends', 'a.docx', () =>
    makeDocx([], { parts: [{ name: '[Content_Types].xml', data: ' '.repeat(3_000_000) }] }),
  ),
  hostileFile('refused', 'a document encrypted as a whole', 'a.docx', () =>
    compoundFile([{ name: 'EncryptedPackage', data: Buffer.alloc(5000) }]),
  ),
  hostileFile('refused', 'a document named .doc', 'a.doc', () => makeDocx(['x'])),
  hostileFile('refused', 'a workbook named .doc', 'a.doc', () =>
    compoundFile([{ name: 'Workbook', data: Buffer.alloc(5000) }]),
  ),
  hostileFile('refused', 'rich text named .doc', 'a.doc', bytesOf('{\\rtf1 hello}')),
  hostileFile('refused', 'a compound file whose document is none', 'a.doc', () => makeDoc('x', { signature: 0x1234 })),
  hostileFile('refused', 'a compound file that is only a header', 'a.doc', () => makeDoc('x').subarray(0, 512)),
];

const standard = '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 ';
const locked = `${standard}/O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >> /ID [<${'33'.repeat(16)}> <${'33'.repeat(16)}>] `;

const failing = [
  hostileFile('error', 'a drawing with a script', 'a.svg', svg('<script>alert(1)</script>'), 'image/svg+xml'),
  hostileFile('error', 'a drawing that acts when it is loaded', 'a.svg', svg('', 'onload="alert(1)"')),
  hostileFile('error', 'a drawing with a link that is a script', 'a.svg', svg('<a xlink:href="javascript:alert(1)"/>')),
  hostileFile('error', 'a drawing with a page inside', 'a.svg', svg('<foreignObject/>')),
  hostileFile('error', 'a drawing that reads another file', 'a.svg', svg('<image href="file:///etc/passwd"/>')),
  hostileFile(
    'error',
    'a drawing with entities that multiply',
    'a.svg',
    bytesOf('<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'),
  ),
  hostileFile('error', 'a PDF without text', 'a.pdf', makeScannedPdf, 'application/pdf'),
  hostileFile('error', 'a PDF with a password', 'a.pdf', () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'], locked),
  ),
  hostileFile('error', 'a program with a PDF’s first line', 'a.pdf', () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), program()]),
  ),
  hostileFile('error', 'a PDF cut off in the middle', 'a.pdf', () => makePdf([['x']]).subarray(0, 120)),
  hostileFile('error', 'a PDF whose pages are their own parents', 'a.pdf', () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>',
    ]),
  ),
  hostileFile('error', 'a PDF that claims pages it has not', 'a.pdf', () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 100000 >>']),
  ),
  hostileFile('error', 'a PDF whose page is an endless row of references', 'a.pdf', () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '3 0 R']),
  ),
  hostileFile('error', 'a PDF whose page never ends', 'a.pdf', makeEndlessPdf),
  hostileFile(
    'error',
    'a zip bomb that says so',
    'a.docx',
    docxWith({ name: 'word/media/a.png', data: 'x', claimedSize: 3_000_000_000 }),
    docxType,
  ),
  hostileFile(
    'error',
    'a zip bomb that lies',
    'a.docx',
    docxWith({ name: 'word/document.xml', data: ' '.repeat(30_000_000), claimedSize: 1000 }),
  ),
  hostileFile(
    'error',
    'a document of more XML than a reader takes',
    'a.docx',
    docxWith({ name: 'word/a.xml', data: Buffer.alloc(70_000_000, 32) }),
  ),
  hostileFile('error', 'a document of six thousand parts', 'a.docx', () =>
    makeDocx([], {
      parts: Array.from({ length: 6000 }, (_, index) => ({
        name: `word/${index}.xml`,
        data: '',
        method: 'stored' as const,
      })),
    }),
  ),
  hostileFile('error', 'a document of paragraphs in paragraphs', 'a.docx', () =>
    makeDocx([], { body: '<w:p>'.repeat(100_000) }),
  ),
  hostileFile('error', 'a document of millions of empty paragraphs', 'a.docx', () =>
    makeDocx([], { body: '<w:p/>'.repeat(2_000_000) }),
  ),
  hostileFile('error', 'a document that is no XML', 'a.docx', docxWith({ name: 'word/document.xml', data: 'hello' })),
  hostileFile('error', 'a document with a password of old', 'a.doc', () => makeDoc('x', { flags: 0x0100 })),
  hostileFile(
    'error',
    'a document whose table leads in a circle',
    'a.doc',
    () => makeDoc('x', { isEndless: true }),
    'application/msword',
  ),
  hostileFile('error', 'a document without a table', 'a.doc', () =>
    compoundFile([{ name: 'WordDocument', data: Buffer.concat([Buffer.from([0xec, 0xa5])], 5000) }]),
  ),
  hostileFile('error', 'a picture of 50,000 × 50,000 pixels', 'a.png', () => pngOfSize(50_000, 50_000), 'image/png'),
  hostileFile('error', 'a picture with fewer pixels than it says', 'a.png', () => pngOfSize(900, 900)),
  hostileFile('error', 'a JPEG of three bytes', 'a.jpg', bytesOf('\xff\xd8\xff\xe0')),
  hostileFile('error', 'a GIF that ends behind its header', 'a.gif', bytesOf('GIF89a\x09\x00\x09\x00\x80\x00\x00')),
  hostileFile('error', 'a WebP that is only a header', 'a.webp', bytesOf('RIFF\x1a\0\0\0WEBPVP8L')),
  hostileFile('error', 'a TIFF without pictures', 'a.tif', bytesOf('II*\0\x08\0\0\0\0\0\0\0')),
  hostileFile('error', 'a HEIC that is only a header', 'a.heic', bytesOf('\0\0\0\x18ftypheic\0\0\0\0heicmif1')),
  hostileFile('error', 'a bitmap as wide as two thousand million pixels', 'a.bmp', () => {
    const bitmap = Buffer.alloc(60);
    bitmap.write('BM');
    bitmap.writeUInt32LE(40, 14);
    bitmap.writeInt32LE(2_147_483_647, 18);
    bitmap.writeInt32LE(-2_147_483_648, 22);
    return bitmap;
  }),
];

const style = (id: string) => `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="polluted"/></w:style>`;
const styled = (id: string) => `<w:p><w:pPr><w:pStyle w:val="${id}"/></w:pPr><w:r><w:t>Styled.</w:t></w:r></w:p>`;
const names = ['__proto__', 'constructor', 'prototype'];

const harmless = [
  hostileFile(
    'harmless',
    'a document with a picture at file:///etc/passwd',
    'a.docx',
    () => docxWithOutsidePicture('file:///etc/passwd'),
    docxType,
  ),
  hostileFile('harmless', 'a document with a picture at ../../etc/passwd', 'a.docx', () =>
    docxWithOutsidePicture('../../../../../../etc/passwd'),
  ),
  hostileFile('harmless', 'a document with styles named like parts of objects', 'a.docx', () =>
    makeDocx(['Text.'], { styles: names.map(style).join(''), body: names.map(styled).join('') }),
  ),
  hostileFile('harmless', 'a document with parts named like parts of objects', 'a.docx', () =>
    makeDocx(['Text.'], { parts: names.map((name) => ({ name: `${name}/polluted.xml`, data: '<a/>' })) }),
  ),
  hostileFile('harmless', 'a PDF that runs a script when it is opened', 'a.pdf', () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (globalThis.polluted = 1; Object.prototype.polluted = 1) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>',
      pdfStream('BT /F 9 Tf (Text.) Tj ET'),
    ]),
  ),
  hostileFile('harmless', 'a picture whose name is a path with another extension', '../../etc/passwd.html/a.png', png),
];

export const hostileFiles: readonly HostileFile[] = [
  ...refused,
  ...failing,
  ...harmless,
  ...hostileTexts,
  ...hostileOffice,
  ...hostileMail,
];
