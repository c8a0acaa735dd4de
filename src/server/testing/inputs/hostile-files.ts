/** Files as an attacker sends them, and what becomes of each. */
import { limits } from '~/shared/limits';
import { hostileMail } from './hostile-mail';
import { hostileOffice } from './hostile-office';
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

export interface HostileFile {
  what: string;
  name: string;
  declaredType?: string;
  make(): Buffer;
  /** Refused before it is taken; taken and told in words why it is not read; or read like any other. */
  end: 'refused' | 'error' | 'harmless';
}

const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const html = '<!DOCTYPE html><html><script>document.title = "run"</script></html>';
const png = () => pngOfSize(1, 1);
const text = (value: string) => () => Buffer.from(value, 'latin1');
const program = () => Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(200)]);
const svg = (inner: string, attributes = '') =>
  text(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" ${attributes}>${inner}</svg>`);

/** A document whose part of this name is this long, whatever it says. */
const docxWith = (part: ZipPart) => () => makeDocx(['Text.'], { parts: [part] });

function file(
  end: HostileFile['end'],
  what: string,
  name: string,
  make: () => Buffer,
  declaredType?: string,
): HostileFile {
  return declaredType === undefined ? { end, what, name, make } : { end, what, name, make, declaredType };
}

const refused = [
  file('refused', 'an empty file', 'a.pdf', () => Buffer.alloc(0)),
  file('refused', 'one byte more than is allowed', 'a.pdf', () =>
    Buffer.concat([makePdf([['x']])], limits.attachmentBytes + 1),
  ),
  file('refused', 'a web page named .png', 'a.png', text(html), 'image/png'),
  file('refused', 'a web page named .jpg', 'a.jpg', text(html)),
  file('refused', 'a web page named .svg', 'a.svg', text(html), 'image/svg+xml'),
  file('refused', 'a web page named .pdf', 'a.pdf', text(html), 'application/pdf'),
  file('refused', 'a web page named .doc', 'a.doc', text(html), 'application/msword'),
  file('refused', 'a drawing named .png', 'a.png', svg('<script/>'), 'image/png'),
  file('refused', 'a drawing in UTF-16', 'a.svg', () => Buffer.from(`\ufeff${svg('')()}`, 'utf16le')),
  file('refused', 'a PNG named .jpg', 'a.jpg', png),
  file('refused', 'a PNG declared as a web page', 'a.png', png, 'text/html'),
  file('refused', 'a PDF declared as a picture', 'a.pdf', () => makePdf([['x']]), 'image/png'),
  file('refused', 'a program named .pdf', 'a.pdf', program, 'application/pdf'),
  file('refused', 'a program with two extensions', 'report.pdf.exe', program),
  file('refused', 'a picture with a page’s extension behind its own', 'photo.png.html', png),
  file('refused', 'a program whose name reads backwards', 'photo\u202egnp.exe', program),
  file('refused', 'a page with NUL before a second extension', 'a.html\0.png', text(html)),
  file('refused', 'a name without an extension', 'photo', png),
  file('refused', 'a settings file of a web server', '.htaccess', text('SetHandler x')),
  file('refused', 'a shell script named .jpg', 'a.jpg', text('#!/bin/sh\nrm -rf ~'), 'image/jpeg'),
  file(
    'refused',
    'a PDF that is a web page from its first comment',
    'a.pdf',
    text(`%PDF-1.4\n%${html}\n`),
    'application/pdf',
  ),
  file('refused', 'a web page with a PDF behind it', 'a.pdf', () =>
    Buffer.concat([Buffer.from(html), makePdf([['x']])]),
  ),
  file('refused', 'a PDF that begins one byte late', 'a.pdf', () =>
    Buffer.concat([Buffer.from('\n'), makePdf([['x']])]),
  ),
  file('refused', 'a GIF that is a web page', 'a.gif', text(`GIF89a\x01\x00\x01\x00\x00\x00\x00!\xfe${html}`)),
  file('refused', 'a bitmap that is a web page', 'a.bmp', text(`BM/*${html}`)),
  file('refused', 'a film named .heic', 'a.heic', text('\0\0\0\x18ftypisom\0\0\0\0isommp42')),
  file('refused', 'a zip named .docx', 'a.docx', () => makeZip([{ name: 'a.txt', data: 'hello' }]), docxType),
  file('refused', 'a Java program named .docx', 'a.docx', () =>
    makeZip([{ name: 'META-INF/MANIFEST.MF', data: 'Main-Class: A' }]),
  ),
  file('refused', 'a zip with Word’s folders and no say about them', 'a.docx', () =>
    makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<x/>' },
    ]),
  ),
  file('refused', 'a workbook named .docx', 'a.docx', () =>
    makeDocx([], { mainType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml' }),
  ),
  file('refused', 'a document with macros named .docx', 'a.docx', () =>
    makeDocx([], { mainType: 'application/vnd.ms-word.document.macroEnabled.main+xml' }),
  ),
  file('refused', 'a document that hides macros', 'a.docx', docxWith({ name: 'word/vbaProject.bin', data: 'x' })),
  file('refused', 'a document whose directory names one part twice', 'a.docx', () => {
    const twice = { name: 'word/a.xml', data: '<a/>' };
    return makeDocx([], { parts: [twice, twice] });
  }),
  file('refused', 'a document cut off in the middle', 'a.docx', () => makeDocx(['x']).subarray(0, 500)),
  file('refused', 'a program with a document behind it', 'a.docx', () => Buffer.concat([program(), makeDocx(['x'])])),
  file('refused', 'a document with a list of types that never ends', 'a.docx', () =>
    makeDocx([], { parts: [{ name: '[Content_Types].xml', data: ' '.repeat(3_000_000) }] }),
  ),
  file('refused', 'a document encrypted as a whole', 'a.docx', () =>
    compoundFile([{ name: 'EncryptedPackage', data: Buffer.alloc(5000) }]),
  ),
  file('refused', 'a document named .doc', 'a.doc', () => makeDocx(['x'])),
  file('refused', 'a workbook named .doc', 'a.doc', () =>
    compoundFile([{ name: 'Workbook', data: Buffer.alloc(5000) }]),
  ),
  file('refused', 'rich text named .doc', 'a.doc', text('{\\rtf1 hello}')),
  file('refused', 'a compound file whose document is none', 'a.doc', () => makeDoc('x', { signature: 0x1234 })),
  file('refused', 'a compound file that is only a header', 'a.doc', () => makeDoc('x').subarray(0, 512)),
];

const words = 'Plain words that go on and on. ';
const bytesAfter = (text: string, tail: readonly number[]) => () =>
  Buffer.concat([Buffer.from(text.repeat(300)), Buffer.from(tail)]);
const textRefused = [
  file('refused', 'a web page named .txt', 'a.txt', text(html), 'text/plain'),
  file('refused', 'a web page named .csv', 'a.csv', text(`<!-- x --> ${html}`), 'text/csv'),
  file('refused', 'a program named .txt', 'a.txt', program, 'text/plain'),
  file('refused', 'a PNG named .csv', 'a.csv', png, 'text/csv'),
  file('refused', 'a PDF named .txt', 'a.txt', () => makePdf([['x']])),
  file('refused', 'a zip named .json', 'a.json', () => makeZip([{ name: 'a.json', data: '{}' }])),
  file('refused', 'rich text named .txt', 'a.txt', text('{\\rtf1 hello}')),
  file('refused', 'a text with NUL in it', 'a.txt', text('hello\0world')),
  file('refused', 'a table with NUL in it', 'a.csv', text('a,b\n1,\0\n')),
  file('refused', 'a text named .json', 'a.json', text('hello')),
  file('refused', 'a text named .html', 'a.html', text('hello'), 'text/html'),
  file('refused', 'an image named .html', 'a.html', png, 'text/html'),
  file('refused', 'a text declared as a web page', 'a.txt', text('hello'), 'text/html'),
];

const textHarmless = [
  file(
    'harmless',
    'a text that turns into bytes far behind its start',
    'a.txt',
    bytesAfter(words, [0, 1, 2, 255, 254]),
  ),
  file('harmless', 'a text whose last character is half there', 'a.txt', bytesAfter(words, [0xe2, 0x82])),
  file('harmless', 'UTF-16 with half a pair at the end', 'a.txt', () =>
    Buffer.concat([Buffer.from(`\ufeff${words}`, 'utf16le'), Buffer.from([0x00, 0xd8])]),
  ),
  file('harmless', 'a single line of 10 MB', 'a.txt', () => Buffer.alloc(10_000_000, 'word ')),
  file('harmless', '10 MB of spaces', 'a.txt', () =>
    Buffer.concat([Buffer.from('a'), Buffer.alloc(10_000_000, ' '), Buffer.from('b')]),
  ),
  file('harmless', '10 MB of line breaks', 'a.md', () =>
    Buffer.concat([Buffer.from('a'), Buffer.alloc(10_000_000, '\n'), Buffer.from('b')]),
  ),
  file('harmless', 'a table of 2,000,000 columns', 'a.csv', () => Buffer.alloc(4_000_000, 'a,')),
  file('harmless', 'a table of 2,000,000 rows', 'a.csv', () => Buffer.alloc(4_000_000, '1\n')),
  file(
    'harmless',
    'a table whose cells are formulas with links',
    'a.csv',
    text('a,b\n=WEBSERVICE("http://127.0.0.1:9/x"),=cmd|x!A1\n'),
  ),
  file(
    'harmless',
    'a table whose quotation mark is never closed',
    'a.csv',
    text(`a,b\n1,2\n3,"${'x,y\n'.repeat(9000)}`),
  ),
  file('harmless', 'JSON nested 100,000 deep', 'a.json', text('['.repeat(100_000))),
  file(
    'harmless',
    'JSON with the names of parts of objects',
    'a.json',
    text('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  ),
  file('error', 'a web page nested 200,000 deep', 'a.html', text(`<html>${'<div><ul><li>'.repeat(200_000)}Text.`)),
  file('error', 'a web page of tables in tables', 'a.html', text(`<html>Text.${'<table><tr><td>'.repeat(20_000)}`)),
  file(
    'harmless',
    'a web page with a cell over 65,534 rows and columns',
    'a.html',
    text(`<table><tr><td rowspan=65534 colspan=65534>${words.repeat(5)}${'<tr><td>x'.repeat(70_000)}`),
  ),
  file(
    'harmless',
    'a web page that reads files and other sites',
    'a.html',
    text(
      '<html><p>Text.<iframe src="file:///etc/passwd"></iframe><img src="http://127.0.0.1:9/"><link rel=import href="file:///etc/passwd">',
    ),
  ),
  file(
    'harmless',
    'a web page with entities that multiply',
    'a.html',
    text('<!DOCTYPE html [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><html><p>Text &b;'),
  ),
  file('harmless', 'a web page cut off in a tag', 'a.html', text('<html><p>Text.<a href="')),
];

const standard = '/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 ';
const locked = `${standard}/O <${'11'.repeat(32)}> /U <${'22'.repeat(32)}> >> /ID [<${'33'.repeat(16)}> <${'33'.repeat(16)}>] `;

const told = [
  file('error', 'a drawing with a script', 'a.svg', svg('<script>alert(1)</script>'), 'image/svg+xml'),
  file('error', 'a drawing that acts when it is loaded', 'a.svg', svg('', 'onload="alert(1)"')),
  file('error', 'a drawing with a link that is a script', 'a.svg', svg('<a xlink:href="javascript:alert(1)"/>')),
  file('error', 'a drawing with a page inside', 'a.svg', svg('<foreignObject/>')),
  file('error', 'a drawing that reads another file', 'a.svg', svg('<image href="file:///etc/passwd"/>')),
  file(
    'error',
    'a drawing with entities that multiply',
    'a.svg',
    text('<!DOCTYPE svg [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>'),
  ),
  file('error', 'a PDF without text', 'a.pdf', makeScannedPdf, 'application/pdf'),
  file('error', 'a PDF with a password', 'a.pdf', () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 0 >>'], locked),
  ),
  file('error', 'a program with a PDF’s first line', 'a.pdf', () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), program()]),
  ),
  file('error', 'a PDF cut off in the middle', 'a.pdf', () => makePdf([['x']]).subarray(0, 120)),
  file('error', 'a PDF whose pages are their own parents', 'a.pdf', () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 /Parent 2 0 R >>',
    ]),
  ),
  file('error', 'a PDF that claims pages it has not', 'a.pdf', () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] /Count 100000 >>']),
  ),
  file('error', 'a PDF whose page is an endless row of references', 'a.pdf', () =>
    pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', '3 0 R']),
  ),
  file('error', 'a PDF whose page never ends', 'a.pdf', makeEndlessPdf),
  file(
    'error',
    'a zip bomb that says so',
    'a.docx',
    docxWith({ name: 'word/media/a.png', data: 'x', claimedSize: 3_000_000_000 }),
    docxType,
  ),
  file(
    'error',
    'a zip bomb that lies',
    'a.docx',
    docxWith({ name: 'word/document.xml', data: ' '.repeat(30_000_000), claimedSize: 1000 }),
  ),
  file(
    'error',
    'a document of more XML than a reader takes',
    'a.docx',
    docxWith({ name: 'word/a.xml', data: Buffer.alloc(70_000_000, 32) }),
  ),
  file('error', 'a document of six thousand parts', 'a.docx', () =>
    makeDocx([], {
      parts: Array.from({ length: 6000 }, (_, index) => ({
        name: `word/${index}.xml`,
        data: '',
        method: 'stored' as const,
      })),
    }),
  ),
  file('error', 'a document of paragraphs in paragraphs', 'a.docx', () =>
    makeDocx([], { body: '<w:p>'.repeat(100_000) }),
  ),
  file('error', 'a document of millions of empty paragraphs', 'a.docx', () =>
    makeDocx([], { body: '<w:p/>'.repeat(2_000_000) }),
  ),
  file('error', 'a document that is no XML', 'a.docx', docxWith({ name: 'word/document.xml', data: 'hello' })),
  file('error', 'a document with a password of old', 'a.doc', () => makeDoc('x', { flags: 0x0100 })),
  file(
    'error',
    'a document whose table leads in a circle',
    'a.doc',
    () => makeDoc('x', { isEndless: true }),
    'application/msword',
  ),
  file('error', 'a document without a table', 'a.doc', () =>
    compoundFile([{ name: 'WordDocument', data: Buffer.concat([Buffer.from([0xec, 0xa5])], 5000) }]),
  ),
  file('error', 'a picture of 50,000 × 50,000 pixels', 'a.png', () => pngOfSize(50_000, 50_000), 'image/png'),
  file('error', 'a picture with fewer pixels than it says', 'a.png', () => pngOfSize(900, 900)),
  file('error', 'a JPEG of three bytes', 'a.jpg', text('\xff\xd8\xff\xe0')),
  file('error', 'a GIF that ends behind its header', 'a.gif', text('GIF89a\x09\x00\x09\x00\x80\x00\x00')),
  file('error', 'a WebP that is only a header', 'a.webp', text('RIFF\x1a\0\0\0WEBPVP8L')),
  file('error', 'a TIFF without pictures', 'a.tif', text('II*\0\x08\0\0\0\0\0\0\0')),
  file('error', 'a HEIC that is only a header', 'a.heic', text('\0\0\0\x18ftypheic\0\0\0\0heicmif1')),
  file('error', 'a bitmap as wide as two thousand million pixels', 'a.bmp', () => {
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
  file(
    'harmless',
    'a document with a picture at file:///etc/passwd',
    'a.docx',
    () => docxWithOutsidePicture('file:///etc/passwd'),
    docxType,
  ),
  file('harmless', 'a document with a picture at ../../etc/passwd', 'a.docx', () =>
    docxWithOutsidePicture('../../../../../../etc/passwd'),
  ),
  file('harmless', 'a document with styles named like parts of objects', 'a.docx', () =>
    makeDocx(['Text.'], { styles: names.map(style).join(''), body: names.map(styled).join('') }),
  ),
  file('harmless', 'a document with parts named like parts of objects', 'a.docx', () =>
    makeDocx(['Text.'], { parts: names.map((name) => ({ name: `${name}/polluted.xml`, data: '<a/>' })) }),
  ),
  file('harmless', 'a PDF that runs a script when it is opened', 'a.pdf', () =>
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (globalThis.polluted = 1; Object.prototype.polluted = 1) >> >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Contents 4 0 R >>',
      pdfStream('BT /F 9 Tf (Text.) Tj ET'),
    ]),
  ),
  file('harmless', 'a picture whose name is a path with another extension', '../../etc/passwd.html/a.png', png),
];

export const hostileFiles: readonly HostileFile[] = [
  ...refused,
  ...textRefused,
  ...told,
  ...harmless,
  ...textHarmless,
  ...hostileOffice,
  ...hostileMail,
];
