import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ZipPart } from '~/server/testing/inputs/make-files';
import {
  chartXml,
  makeOpenDocument,
  makePptx,
  slideParagraph,
  slideShape,
  slideTable,
} from '~/server/testing/inputs/make-slides';
import { makeXlsx } from '~/server/testing/inputs/make-workbook';
import { readUploaded } from '~/server/testing/inputs/read-uploaded';
import { cutPassages } from './extract/passages';
import { createReaderPool, type ReaderPool } from './pool/reader-pool';
import type { Reading } from './reading';

let pool: ReaderPool;
beforeAll(() => {
  pool = createReaderPool({ workers: 1, timeoutMs: 120_000 });
});
afterAll(() => pool.close());

const read = (name: string, bytes: Buffer): Promise<Reading> => readUploaded(pool, name, bytes);

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The text of a workbook with one number in this format. */
async function formattedBook(format: string, value: number, more: readonly ZipPart[] = []) {
  const code = format.replaceAll('"', '&quot;');
  const styles = `<styleSheet xmlns="${main}"><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`;
  const rows = [
    ['Name', 'Value'],
    ['A', { v: value, s: 1 }],
  ];
  const book = makeXlsx([{ name: 'Data', rows }], [{ name: 'xl/styles.xml', data: styles }, ...more]);
  return (await read('book.xlsx', book)).extractedText;
}

describe('an Excel workbook', () => {
  it('keeps sheets, addresses and columns, with values as formatted by the program', async () => {
    const book = makeXlsx([
      {
        name: 'Revenue & costs',
        rows: [
          ['Annual report'],
          [],
          [null, 'Quarter', 'Revenue', 'Growth', 'Closed'],
          [null, 'Q1', 1200, { v: 0.125, s: 1 }, { v: 45_000, s: 2 }],
          [null, 'Q2', { f: 'B4*2', v: 2400 }, null, { f: 'TODAY()' }],
        ],
      },
      {
        name: 'Plan',
        isHidden: true,
        rows: [
          [1, 2],
          [3, 4],
        ],
      },
      { name: 'Empty', rows: [] },
    ]);
    const reading = await read('book.xlsx', book);
    expect(reading).toEqual({
      processedType: 'xlsx',
      extractedText: `## Sheet 1: Revenue & costs

A1: Annual report

| Row | B: Quarter | C: Revenue | D: Growth | E: Closed |
| --- | --- | --- | --- | --- |
| 4 | Q1 | 1200 | 12.50% | 2023-03-15 |
| 5 | Q2 | 2400 |  | =TODAY() |

## Sheet 2: Plan (hidden)

| Row | A | B |
| --- | --- | --- |
| 1 | 1 | 2 |
| 2 | 3 | 4 |

## Sheet 3: Empty`,
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: reading.extractedText?.indexOf('## Sheet 2') },
        { page: 3, start: reading.extractedText?.indexOf('## Sheet 3') },
      ],
    });
  });

  it('of thousands of rows is split by rows, each passage with columns and sheet', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => [`Region ${index}`, index, index / 7]);
    const { extractedText = '', pages } = await read(
      'book.xlsx',
      makeXlsx([
        { name: 'Notes', rows: [['A note.']] },
        { name: 'Data', rows: [['Region', 'Revenue', 'Share'], ...rows] },
      ]),
    );
    const passages = cutPassages(extractedText, pages).filter(({ page }) => page === 2);
    expect(passages.length).toBeGreaterThan(30);
    for (const { text } of passages) expect(text).toContain('| Row | A: Region | B: Revenue | C: Share |\n| ---');
    expect(passages.flatMap(({ text }) => text.match(/Region \d+/g) ?? [])).toHaveLength(2000);
  });

  it('keeps all digits of large numbers without a format, and the rounding of smaller ones', async () => {
    const numbers = [
      391_035_123_456,
      4_006_381_333_931,
      -123_456_789_012_345,
      1_234_567_890.55,
      0.1 + 0.2,
      1 / 3,
      1e22,
    ];
    const { extractedText = '' } = await read('book.xlsx', makeXlsx([{ name: 'Data', rows: [numbers, numbers] }]));
    const row = '391035123456 | 4006381333931 | -123456789012345 | 1234567890.55 | 0.3 | 0.333333333 | 1E+22';
    expect(extractedText.split('\n').slice(-2)).toEqual([`| 1 | ${row} |`, `| 2 | ${row} |`]);
    const rounded = [[{ v: 391_035_123_456.5, s: 1 }, 1]];
    expect((await read('book.xlsx', makeXlsx([{ name: 'Data', rows: rounded }]))).extractedText).toContain(
      '39103512345650.00%',
    );
  });

  it.each([
    ['DD.MM.YYYY', 45_323.6458, '2024-02-01'],
    ['dd.mm.yyyy hh:mm', 45_323.6458, '2024-02-01 15:29'],
    ['d.m.yyyy', 45_323, '2024-02-01'],
    ['yyyy.mm.dd', 45_323, '2024-02-01'],
    ['dd.mm.yy;@', 45_323, '2024-02-01'],
    ['[$-407]d. mmmm yyyy;@', 45_323, '2024-02-01'],
    ['yyyy年m月d日', 45_323, '2024-02-01'],
    ['mm.yyyy', 45_323, '2024-02'],
    ['h:mm Uhr', 45_323.6458, '15:29'],
    ['m/d/yy h:mm', 45_323.6458, '2024-02-01 15:29'],
    ['0.00 %', 0.125, '12.50%'],
    ['0.0\\ %;[Red]-0.0\\ %', -0.125, '-12.5%'],
    ['£#,##0', 1234.5, '£1,235'],
    ['CHF #,##0.00', 1234.5, 'CHF 1,234.50'],
    ['#,##0 Mio.', 1234.5, '1,235 Mio.'],
    ['Standard', 1234.5, '1234.5'],
    ['0" "%', 0.125, '0.125'],
    ['[h]:mm Std.', 1.5, '1.5'],
  ])('shows numbers of the format %s', async (format, value, text) => {
    expect(await formattedBook(format, value)).toContain(`| 2 | A | ${text} |`);
  });

  it('shows dates of the calendar that begins in 1904', async () => {
    const workbook = `<workbook xmlns="${main}" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><workbookPr date1904="1"/><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const parts = [{ name: 'xl/workbook.xml', data: workbook }];
    expect(await formattedBook('dd.mm.yyyy', 43_861, parts)).toContain('| 2 | A | 2024-02-01 |');
  });

  it('keeps calculated zeros beside a formula whose result is an empty text', async () => {
    const rows = [
      ['Name', 'Change'],
      [
        { f: 'IF(B2=0,"","up")', v: '' },
        { f: 'B9-B8', v: 0 },
      ],
      ['Total', { f: 'SUM(B2:B2)', v: 0 }],
    ];
    const { extractedText } = await read('book.xlsx', makeXlsx([{ name: 'Data', rows }]));
    expect(extractedText).toContain('| 2 |  | 0 |\n| 3 | Total | 0 |');
  });

  it('repeats the labels of merged cells, over rows that have values and over the columns of a header', async () => {
    const rows = [
      ['Revenue by region'],
      [],
      [],
      ['Region', 'Country', 2024, null, 'Total'],
      ['Europe', 'Germany', 1, 2, 3],
      [null, 'France', 4, null, 6],
      [],
      ['Note', 'x'.repeat(201), 7],
      [null, null, 8],
    ];
    const merged = ['A1:E2', 'C4:D4', 'A5:A7', 'C6:D6', 'A8:A9', 'B8:B9'];
    const { extractedText } = await read('book.xlsx', makeXlsx([{ name: 'Data', rows, merged }]));
    expect(extractedText).toBe(`## Sheet 1: Data

A1: Revenue by region

| Row | A: Region | B: Country | C: 2024 | D: 2024 | E: Total |
| --- | --- | --- | --- | --- | --- |
| 5 | Europe | Germany | 1 | 2 | 3 |
| 6 | Europe | France | 4 |  | 6 |

| Row | A | B | C |
| --- | --- | --- | --- |
| 8 | Note | ${'x'.repeat(201)} | 7 |
| 9 | Note |  | 8 |`);
  });

  it.each([
    ['years', ['USD m', 2021, 2022, 2023], ['USD m', '2021', '2022', '2023']],
    ['years below no name', [null, 2021, 2022, 2023], ['', '2021', '2022', '2023']],
    [
      'dates and texts',
      ['USD m', { v: 45_291, s: 2 }, { v: 45_657, s: 2 }, 'Change'],
      ['USD m', '2023-12-31', '2024-12-31', 'Change'],
    ],
  ])('repeats the head of a table whose columns are named by %s', async (_what, head, names) => {
    const body = Array.from({ length: 100 }, (_, index) => [`Position ${index}`, index, 2000 + index, 1990]);
    const { extractedText = '' } = await read(
      'book.xlsx',
      makeXlsx([{ name: 'Data', rows: [head, [`Group`], ...body] }]),
    );
    const columns = names.map((name, index) => ` ${'ABCD'[index]}${name && ': '}${name} |`).join('');
    const parts = extractedText.split('\n\n').slice(1);
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.startsWith(`| Row |${columns}\n`)).toBe(true);
  });

  it.each([
    [
      [
        ['Apples', 2000],
        ['Pears', 345],
      ],
    ],
    [
      [
        ['Apples', 2000, 345],
        ['Pears', 345, 1990],
      ],
    ],
    [
      [
        ['Built', 1990, 2004],
        ['Sold', 2001, 2020],
      ],
    ],
    [
      [
        [2021, 2022, 2023],
        [10, 11, 12],
      ],
    ],
  ])('has no head if its first row could be values: %j', async (rows) => {
    const { extractedText } = await read('book.xlsx', makeXlsx([{ name: 'Data', rows }]));
    expect(extractedText).toContain(`\n| 1 | ${rows[0]?.join(' | ')} |`);
  });

  it('without calculated values reports that', async () => {
    const note = 'This document contains no text.';
    expect(await read('book.xlsx', makeXlsx([{ name: 'Empty', rows: [] }]))).toEqual({ processedType: 'xlsx', note });
  });
});

describe('a PowerPoint presentation', () => {
  it('keeps slides in order, with titles, bullets, tables, charts and notes', async () => {
    const slides = makePptx([
      {
        body:
          slideShape([slideParagraph('Results'), slideParagraph('2025')], 'title') +
          slideShape([slideParagraph('Revenue & margin rose'), slideParagraph('North most', 1)], 'body') +
          slideShape([slideParagraph('1')], 'sldNum'),
        notes: 'Pause here.',
      },
      {
        body:
          slideShape([slideParagraph('Free text.')]) +
          slideTable([
            ['Year', 'Sales'],
            ['2025', '10'],
          ]),
        chart: chartXml('Sales by year', ['2024', '2025'], { Sales: [9, 10], Costs: [4, 5] }),
        isHidden: true,
      },
    ]);
    const { pages, ...reading } = await read('deck.pptx', slides);
    expect(reading).toEqual({
      processedType: 'pptx',
      extractedText: `## Slide 1: Results 2025

- Revenue & margin rose
  - North most

Notes:

Pause here.

## Slide 2 (hidden)

Free text.

| Year | Sales |
| --- | --- |
| 2025 | 10 |

Chart: Sales by year

|  | Sales | Costs |
| --- | --- | --- |
| 2024 | 9 | 4 |
| 2025 | 10 | 5 |`,
    });
    expect(pages?.map(({ page, start }) => [page, reading.extractedText?.slice(start, start + 10)])).toEqual([
      [1, '## Slide 1'],
      [2, '## Slide 2'],
    ]);
  });

  it('keeps the cells of a table in a content placeholder as they are, also after an image', async () => {
    const body =
      '<p:pic><p:nvPicPr><p:nvPr><p:ph idx="2"/></p:nvPr></p:nvPicPr></p:pic>' +
      slideTable(
        [
          ['Year', 'Sales'],
          ['2025', '48.2'],
        ],
        '<p:ph idx="1"/>',
      ) +
      slideTable([
        ['Costs', '-3.1'],
        ['Tax', '1.5'],
      ]);
    expect((await read('deck.pptx', makePptx([{ body }]))).extractedText).toBe(`## Slide 1

| Year | Sales |
| --- | --- |
| 2025 | 48.2 |

| Costs | -3.1 |
| --- | --- |
| Tax | 1.5 |`);
  });

  it('repeats the label of merged cells, and keeps superscripts apart from figures', async () => {
    const run = (words: string, raised = '') =>
      `<a:r><a:rPr${raised && ' baseline="30000"'}/><a:t>${words}</a:t></a:r>`;
    const cell = (words: string, attributes = '') =>
      `<a:tc${attributes}><a:txBody><a:p>${words && run(words)}</a:p></a:txBody></a:tc>`;
    const row = (...cells: string[]) => `<a:tr>${cells.join('')}</a:tr>`;
    const body =
      slideShape(
        [`<a:p>${run('$94.9')}${run('1', 'raised')}${run(' billion, 10')}${run('6', 'raised')}</a:p>`],
        'body',
      ) +
      slideTable([]).replace(
        '</a:tbl>',
        `${row(cell('Region'), cell('2025', ' gridSpan="2"'), cell('', ' hMerge="1"'))}
        ${row(cell('North', ' rowSpan="2"'), cell('1'), cell('2'))}
        ${row(cell('', ' vMerge="1"'), cell('3'), cell('4'))}</a:tbl>`,
      );
    expect((await read('deck.pptx', makePptx([{ body }]))).extractedText).toBe(`## Slide 1

- $94.9 billion, 10^6

| Region | 2025 |  |
| --- | --- | --- |
| North | 1 | 2 |
| North | 3 | 4 |`);
  });
});

describe('an OpenDocument', () => {
  it('keeps superscripts apart from figures, without hidden text and pronunciations', async () => {
    const ownStyles = `<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>
      <style:style style:name="T2" style:family="text"><style:text-properties style:text-position="33% 58%"/></style:style>
      <style:style style:name="T3" style:family="text"><style:text-properties style:text-position="sub 58%"/></style:style>
      <style:style style:name="T4" style:family="text"><style:text-properties text:display="none"/></style:style>`;
    const span = (style: string, words: string) => `<text:span text:style-name="${style}">${words}</text:span>`;
    const ruby =
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>';
    const body = `<text:p>$94.9${span('T1', '1')} billion, 10${span('T2', '6')} units, CO${span('T3', '2')}${span('T4', ' secret')}, ${ruby}都</text:p>`;
    expect((await read('a.odt', makeOpenDocument('text', body, [], { ownStyles }))).extractedText).toBe(
      '$94.9 billion, 10^6 units, CO2, 東京都',
    );
  });

  it('text keeps headings, lists, tables and footnotes, without deleted text', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;
    const body = `<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h text:outline-level="2">Results</text:h>
      <text:p>Revenue<text:s text:c="3"/>rose<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Unaudited.</text:p></text:note-body></text:note> &amp; costs fell.</text:p>
      <text:list><text:list-item><text:p>North</text:p><text:list><text:list-item><text:p>Norway</text:p></text:list-item></text:list></text:list-item></text:list>
      <table:table><table:table-row>${cell('Year')}${cell('Sales', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row>
      <table:table-row>${cell('2025')}${cell('10')}${cell('11')}</table:table-row></table:table>`;
    expect(await read('report.odt', makeOpenDocument('text', body))).toEqual({
      processedType: 'odt',
      extractedText: `## Results

Revenue rose[1] & costs fell.

- North
  - Norway

| Year | Sales |  |
| --- | --- | --- |
| 2025 | 10 | 11 |

[1] Unaudited.`,
    });
  });

  it('text keeps the numbers of headings and lists, which continue after other paragraphs', async () => {
    const outline = (level: number, format: string) =>
      `<text:outline-level-style text:level="${level}" style:num-format="${format}" style:num-suffix="." text:display-levels="${level}"/>`;
    const styles = `<office:styles><text:outline-style>${outline(1, '1')}${outline(2, '1')}${outline(3, '')}</text:outline-style></office:styles>`;
    const ownStyles = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix=")" text:start-value="4"/>
      <text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>
      <text:list-style style:name="L2"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/></text:list-style>
      <style:style style:name="Plain" style:family="paragraph" style:list-style-name=""/>
      <style:style style:name="P1" style:family="paragraph" style:parent-style-name="Plain"/>`;
    const heading = (level: number, words: string, attributes = '') =>
      `<text:h text:outline-level="${level}" ${attributes}>${words}</text:h>`;
    const list = (items: string, attributes = '') => `<text:list ${attributes}>${items}</text:list>`;
    const item = (words: string, inner = '', attributes = '') =>
      `<text:list-item ${attributes}><text:p>${words}</text:p>${inner}</text:list-item>`;
    const body = [
      heading(1, 'Terms'),
      heading(2, '<text:number>9.9</text:number>Price'),
      heading(3, 'Free'),
      list(item('Cash', list(item('now') + item('later'))) + item('Shares'), 'xml:id="one" text:style-name="L1"'),
      '<text:p>Between.</text:p>',
      list(item('Bonds', '<text:p>of any kind</text:p>'), 'text:continue-numbering="true" text:style-name="L1"'),
      list(item('Bullet'), 'text:style-name="L2"'),
      list(item('Gold') + item('Silver', '', 'text:start-value="9"'), 'text:continue-list="one" text:style-name="L1"'),
      list(`<text:list-item>${list(item('mined'))}</text:list-item>`, 'text:continue-list="one" text:style-name="L1"'),
      list(item('Other'), 'text:style-name="L1"'),
      heading(2, 'Term'),
      list(`<text:list-item>${heading(2, 'In a list')}</text:list-item>`, 'text:style-name="L1"'),
      heading(1, 'Preface', 'text:is-list-header="true"'),
      heading(1, 'Thanks', 'text:style-name="P1"'),
      heading(1, 'Annex', 'text:restart-numbering="true" text:start-value="7"'),
    ];
    const document = makeOpenDocument('text', body.join(''), [], { styles, ownStyles });
    expect((await read('contract.odt', document)).extractedText).toBe(`# 1. Terms

## 1.1. Price

### Free

4) Cash
  (a) now
  (b) later
5) Shares

Between.

6) Bonds

of any kind

- Bullet
7) Gold
9) Silver
  (a) mined
4) Other

## 1.2. Term

## 4) In a list

# Preface

# Thanks

# 7. Annex`);
  });

  it('spreadsheet keeps sheets and addresses', async () => {
    const cell = (type: string, value: string, text: string) =>
      `<table:table-cell office:value-type="${type}" ${value}><text:p>${text}</text:p></table:table-cell>`;
    const body = `<table:table table:name="Sales"><table:table-row>${cell('string', '', 'Year')}${cell('string', '', 'Sales')}</table:table-row>
      <table:table-row>${cell('float', 'office:value="2025"', '2025')}${cell('float', 'office:value="10.5"', '10.5')}</table:table-row></table:table>`;
    expect(await read('sales.ods', makeOpenDocument('spreadsheet', body))).toEqual({
      processedType: 'ods',
      extractedText: '## Sheet 1: Sales\n\n| Row | A: Year | B: Sales |\n| --- | --- | --- |\n| 2 | 2025 | 10.5 |',
      pages: [{ page: 1, start: 0 }],
    });
  });

  it('presentation keeps slides with titles and notes', async () => {
    const frame = (text: string, kind = '') =>
      `<draw:frame ${kind}><draw:text-box>${text}</draw:text-box></draw:frame>`;
    const body = `<draw:page draw:name="page1">${frame('<text:p>Outlook</text:p>', 'presentation:class="title"')}
      ${frame('<text:list><text:list-item><text:p>Growth</text:p></text:list-item></text:list>')}
      <presentation:notes>${frame('<text:p>Slowly.</text:p>')}</presentation:notes></draw:page>
      <draw:page>${frame('<text:p>Thanks</text:p>')}</draw:page>`;
    expect(await read('deck.odp', makeOpenDocument('presentation', body))).toEqual({
      processedType: 'odp',
      extractedText: '## Slide 1: Outlook\n\n- Growth\n\nNotes:\n\nSlowly.\n\n## Slide 2\n\nThanks',
      pages: [
        { page: 1, start: 0 },
        { page: 2, start: 48 },
      ],
    });
  });
});
