/** Malicious workbooks, slides and OpenDocuments: each trick once for each container. */
import type { HostileFile } from './hostile-file';
import { compoundFile } from './make-doc';
import { makeDocx, makeZip, type ZipPart } from './make-files';
import { makeOpenDocument, makePptx, slideParagraph, slideShape } from './make-slides';
import { makeXlsx, pptxMain, sheetXml, xlsxMain } from './make-workbook';

interface Container {
  extension: string;
  /** A small file of this kind with additional parts; one with an existing name replaces it. */
  make(more?: readonly ZipPart[]): Buffer;
  /** The text part with this content. */
  text(inner: string): ZipPart;
  macro: string;
}

const slides = (more: readonly ZipPart[] = []) => makePptx([{ body: slideShape([slideParagraph('Text.')]) }], more);
const sheets = (more: readonly ZipPart[] = []) => makeXlsx([{ name: 'One', rows: [['Text.']] }], more);

const cell = (inner: string) =>
  `<table:table table:name="One"><table:table-row><table:table-cell office:value-type="string">${inner}</table:table-cell></table:table-row></table:table>`;

const openDocument = (
  extension: string,
  kind: 'text' | 'spreadsheet' | 'presentation',
  body: string,
  around = (inner: string) => inner,
): Container => ({
  extension,
  make: (more) => makeOpenDocument(kind, body, more),
  text: (inner) => ({
    name: 'content.xml',
    data: `<office:document-content><office:body><office:${kind}>${around(inner)}</office:${kind}></office:body></office:document-content>`,
  }),
  macro: 'Basic/Standard/Module1.xml',
});

const containers: readonly Container[] = [
  {
    extension: 'xlsx',
    make: sheets,
    text: (inner) => ({
      name: 'xl/worksheets/sheet1.xml',
      data: `<worksheet><sheetData>${inner}</sheetData></worksheet>`,
    }),
    macro: 'xl/vbaProject.bin',
  },
  {
    extension: 'pptx',
    make: slides,
    text: (inner) => ({ name: 'ppt/slides/slide1.xml', data: `<p:sld>${inner}</p:sld>` }),
    macro: 'ppt/vbaProject.bin',
  },
  openDocument('odt', 'text', '<text:p>Text.</text:p>'),
  openDocument('ods', 'spreadsheet', cell('<text:p>Text.</text:p>'), cell),
  openDocument(
    'odp',
    'presentation',
    '<draw:page><draw:frame><draw:text-box><text:p>Text.</text:p></draw:text-box></draw:frame></draw:page>',
  ),
];

const externalEntity = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd"><!ENTITY b "&x;&x;&x;">]>';
const withDoctype = (part: ZipPart): ZipPart => ({ ...part, data: `${externalEntity}${part.data}` });

const inEach = (container: Container): HostileFile[] => {
  const { extension, make, text, macro } = container;
  const file = (end: HostileFile['end'], what: string, bytes: () => Buffer): HostileFile => ({
    end,
    what: `.${extension}: ${what}`,
    name: `a.${extension}`,
    make: bytes,
  });
  const nested = '<a:p><text:p>'.repeat(60_000);
  return [
    file('refused', 'a zip', () => makeZip([{ name: 'a.txt', data: 'hello' }])),
    file('refused', 'a Word document', () => makeDocx(['x'])),
    file('refused', 'macros', () => make([{ name: macro, data: 'x' }])),
    file('refused', 'cut off in the middle', () => make().subarray(0, 500)),
    file('refused', 'a program before it', () => Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), make()])),
    file('refused', 'one part twice', () =>
      make([
        { name: 'x.xml', data: '<a/>' },
        { name: 'x.xml', data: '<b/>' },
      ]),
    ),
    file('refused', 'a compound file', () => compoundFile([{ name: 'Workbook', data: Buffer.alloc(5000) }])),
    file('refused', 'a web page', () => Buffer.from('<!doctype html><html></html>')),
    file('error', 'a bomb that says so', () => make([{ name: 'media/a.png', data: 'x', claimedSize: 3_000_000_000 }])),
    file('error', 'a bomb that lies', () => make([{ ...text(' '.repeat(30_000_000)), claimedSize: 1000 }])),
    file('error', 'more XML than a reader takes', () => make([{ name: 'b.xml', data: Buffer.alloc(70_000_000, 32) }])),
    file('error', 'six thousand parts', () =>
      make(
        Array.from({ length: 6000 }, (_, index) => ({ name: `p/${index}.xml`, data: '', method: 'stored' as const })),
      ),
    ),
    file(/^(?:xlsx|ods)$/.test(extension) ? 'harmless' : 'error', 'elements 120,000 deep', () => make([text(nested)])),
    file('harmless', 'entities that read files', () => make([withDoctype(text('<a:p><a:t>&x;&b;</a:t></a:p>'))])),
    file('harmless', 'parts named like parts of objects', () =>
      make(['__proto__', 'constructor'].map((name) => ({ name: `${name}/polluted.xml`, data: '<a/>' }))),
    ),
    file('harmless', 'NUL and half characters in its text', () =>
      make([text('<text:p>a\0b\ud800</text:p><a:p><a:t>a\0b\ud800</a:t></a:p>')]),
    ),
  ];
};

const workbook = (rows: string): Buffer =>
  sheets([{ name: 'xl/worksheets/sheet1.xml', data: `<worksheet><sheetData>${rows}</sheetData></worksheet>` }]);
const locked = () => compoundFile([{ name: 'EncryptedPackage', data: Buffer.alloc(5000) }]);
const content = (extension: string, type: string) =>
  `<Types><Override PartName="/x.xml" ContentType="${type}"/><!-- ${extension} --></Types>`;

const single: readonly HostileFile[] = [
  { end: 'refused', what: '.xlsx: encrypted as a whole', name: 'a.xlsx', make: locked },
  { end: 'refused', what: '.pptx: encrypted as a whole', name: 'a.pptx', make: locked },
  {
    end: 'refused',
    what: '.odt: encrypted part by part',
    name: 'a.odt',
    make: () =>
      makeOpenDocument('text', '', [
        { name: 'META-INF/manifest.xml', data: '<manifest:manifest><manifest:encryption-data/></manifest:manifest>' },
      ]),
  },
  { end: 'refused', what: '.xlsx: slides under its name', name: 'a.xlsx', make: () => slides() },
  { end: 'refused', what: '.ods: a text under its name', name: 'a.ods', make: () => makeOpenDocument('text', '') },
  {
    end: 'refused',
    what: '.xlsx: a main part that is not there',
    name: 'a.xlsx',
    make: () => sheets([{ name: '[Content_Types].xml', data: content('xlsx', xlsxMain) }]),
  },
  {
    end: 'refused',
    what: '.pptx: declared with macros',
    name: 'a.pptx',
    make: () =>
      slides([
        {
          name: '[Content_Types].xml',
          data: content('pptx', pptxMain.replace('openxmlformats-officedocument', 'ms-powerpoint')),
        },
      ]),
  },
  {
    end: 'harmless',
    what: '.xlsx: formulas with links',
    name: 'a.xlsx',
    make: () =>
      sheets([
        {
          name: 'xl/worksheets/sheet1.xml',
          data: sheetXml([
            [
              { f: 'WEBSERVICE("http://127.0.0.1:9/")' },
              { f: "'file:///etc/[passwd]x'!A1" },
              { f: 'cmd|"/c calc"!A1', v: 1 },
            ],
          ]),
        },
      ]),
  },
  {
    end: 'harmless',
    what: '.xlsx: a cell at the end of the largest sheet',
    name: 'a.xlsx',
    make: () =>
      workbook('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c></row>'),
  },
  {
    end: 'error',
    what: '.ods: a cell repeated a thousand million times',
    name: 'a.ods',
    make: () =>
      makeOpenDocument(
        'spreadsheet',
        '<table:table table:name="x"><table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="1000" office:value-type="string"><text:p>x</text:p></table:table-cell></table:table-row></table:table>',
      ),
  },
  {
    end: 'harmless',
    what: '.odt: spaces by the thousand million',
    name: 'a.odt',
    make: () => makeOpenDocument('text', `<text:p>a${'<text:s text:c="999999999"/>'.repeat(1000)}b</text:p>`),
  },
  {
    end: 'harmless',
    what: '.pptx: slides outside the file',
    name: 'a.pptx',
    make: () =>
      slides([
        {
          name: 'ppt/_rels/presentation.xml.rels',
          data: '<Relationships><Relationship Id="rId1" Type="x/slide" Target="file:///etc/passwd" TargetMode="External"/><Relationship Id="rId2" Type="x/slide" Target="../../../etc/passwd"/></Relationships>',
        },
      ]),
  },
];

export const hostileOffice: readonly HostileFile[] = [...containers.flatMap(inEach), ...single];
