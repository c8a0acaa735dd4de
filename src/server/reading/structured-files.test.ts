import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDocx } from '~/server/testing/inputs/make-files';
import {
  makeReport,
  wordHeading,
  wordItem,
  wordLevel,
  wordList,
  wordNoted,
  wordParagraph,
  wordTable,
} from '~/server/testing/inputs/make-office';
import { makeXlsx } from '~/server/testing/inputs/make-workbook';
import { readUploaded } from '~/server/testing/inputs/read-uploaded';
import type { FileKind } from '~/shared/file-kinds';
import { kindOfType } from './detect/media-types';
import { cutPassages } from './extract/passages';
import { createReaderPool, type ReaderPool } from './pool/reader-pool';
import type { Reading } from './reading';

let pool: ReaderPool;
beforeAll(() => {
  pool = createReaderPool({ workers: 1, timeoutMs: 120_000 });
});
afterAll(() => pool.close());

const read = (name: string, content: Buffer | string): Promise<Reading> => readUploaded(pool, name, content);

const textOf = async (name: string, content: Buffer | string) => (await read(name, content)).extractedText;

describe('a Word document', () => {
  it('keeps headings, lists, tables with their columns, and footnotes', async () => {
    const report = makeReport(
      [
        wordHeading(1, 'Results'),
        wordNoted('Revenue rose.', 1),
        wordItem(0, 'North'),
        wordItem(1, 'Norway'),
        wordHeading(2, 'By quarter'),
        wordTable([
          ['Quarter', 'Revenue | net'],
          ['Q1', '1,200'],
          ['Q2', '1,300'],
        ]),
      ],
      ['Unaudited.'],
    );
    expect(await read('report.docx', report)).toEqual({
      processedType: 'docx',
      extractedText: `# Results

Revenue rose.[1]

- North
  - Norway

## By quarter

| Quarter | Revenue \\| net |
| --- | --- |
| Q1 | 1,200 |
| Q2 | 1,300 |

[1] Unaudited.`,
    });
  });

  it('keeps figures apart from footnote marks and exponents that are superscripts', async () => {
    const run = (words: string, more = '') => `<w:r>${more}<w:t xml:space="preserve">${words}</w:t></w:r>`;
    const superscript = (words: string) => run(words, '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>');
    const body = `<w:p>${run('$94.9')}${superscript('1')}${run(' billion, 10')}${superscript('6')}${run(' units')}</w:p>`;
    expect(await textOf('a.docx', makeReport([body]))).toBe('$94.9 billion, 10^6 units');
  });

  it('keeps the text of fields, formulas, words with a pronunciation, and lines', async () => {
    const run = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
    const field = (words: string) => `<w:fldSimple w:instr=" SEQ Table ">${run(words)}</w:fldSimple>`;
    const ruby = `<w:r><w:ruby><w:rubyPr><w:lid w:val="ja-JP"/></w:rubyPr><w:rt>${run('とう')}</w:rt><w:rubyBase>${run('東')}</w:rubyBase></w:ruby></w:r>`;
    const m = (words: string) => `<m:r><w:rPr/><m:t>${words}</m:t></m:r>`;
    const fraction = `<m:f><m:fPr/><m:num>${m('a')}${m('+b')}</m:num><m:den><m:sSup><m:e>${m('c')}</m:e><m:sup>${m('2')}</m:sup></m:sSup></m:den></m:f>`;
    const math = `<m:oMathPara xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:oMath>${m('x=')}${fraction}</m:oMath></m:oMathPara>`;
    const body = [
      `<w:p>${run('Table ')}${field('3')}${run(': Revenue of ')}${ruby}${run('京')}<w:bdo w:val="ltr">${run(' in 2025')}</w:bdo></w:p>`,
      `<w:p>${math}</w:p><w:p>${run('one')}<w:r><w:cr/></w:r>${run('two')}<w:r><w:footnoteReference w:id="1"/></w:r></w:p>`,
    ];
    const file = makeReport(body, ['See note.']);
    expect(await textOf('a.docx', file)).toBe(
      'Table 3: Revenue of 東京 in 2025\n\nx=(a+b)/(c^2)\n\none\ntwo[1]\n\n[1] See note.',
    );
    expect(await textOf('a.docx', makeDocx([], { body: body[0] ?? '' }))).toBe('Table 3: Revenue of 東京 in 2025');
  });

  it('has no hidden text', async () => {
    const run = (words: string, properties: string) =>
      `<w:r><w:rPr><w:b/>${properties}</w:rPr><w:t>${words}</w:t></w:r>`;
    const body = `<w:p>${run('Seen', '<w:vanish w:val="0"/>')}${run(' secret', '<w:vanish/><w:i/>')}${run(' too', '')}</w:p>`;
    expect(await textOf('a.docx', makeReport([body]))).toBe('Seen too');
  });

  const clauses = [
    wordLevel(0, 'decimal', '%1.', '<w:pStyle w:val="Heading1"/>'),
    wordLevel(1, 'decimal', '%1.%2'),
    wordLevel(2, 'lowerLetter', '(%3)'),
    wordLevel(3, 'none', ''),
  ];
  const numberedHeading =
    '<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Clause"><w:basedOn w:val="Numbered"/></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Numbered"><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr></w:style>';
  const styled = (style: string, words: string, more = '') =>
    `<w:p><w:pPr><w:pStyle w:val="${style}"/>${more}</w:pPr><w:r><w:t>${words}</w:t></w:r></w:p>`;

  it('keeps the numbers of headings and clauses, which continue after other paragraphs', async () => {
    const body = [
      wordHeading(1, 'Definitions'),
      wordHeading(1, 'Price'),
      wordItem(1, 'The price is fixed.'),
      wordItem(2, 'in cash, or'),
      wordItem(2, 'in shares.'),
      wordItem(3, 'Both, if agreed.'),
      wordParagraph('It includes taxes.'),
      wordItem(1, 'It is paid twice:'),
      wordItem(2, 'in May.'),
      styled('Clause', 'It is not refunded.'),
      '<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr></w:p>',
      styled('Clause', 'It is final.', '<w:pPrChange><w:pPr><w:pStyle w:val="Heading1"/></w:pPr></w:pPrChange>'),
      styled('Clause', 'Without a number.', '<w:numPr><w:numId w:val="0"/></w:numPr>'),
      wordHeading(1, 'Term'),
      wordTable([
        ['Start', 'End'],
        ['May', 'June'],
      ]),
      wordItem(1, 'One year.'),
    ];
    const lists = wordList(0, clauses, { 1: '' });
    const { extractedText } = await read('contract.docx', makeReport(body, [], { lists, styles: numberedHeading }));
    expect(extractedText).toBe(`# 1. Definitions

# 2. Price

  2.1 The price is fixed.
    (a) in cash, or
    (b) in shares.
      - Both, if agreed.

It includes taxes.

  2.2 It is paid twice:
    (a) in May.

2.3 It is not refunded.

2.4 It is final.

Without a number.

# 3. Term

| Start | End |
| --- | --- |
| May | June |

  3.1 One year.`);
  });

  it('counts each list as Word does: continued, restarted, and with numbers of other kinds', async () => {
    const restarted = '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride>';
    const lists =
      wordList(
        0,
        [
          wordLevel(0, 'upperRoman', 'Article %1 &amp; &quot;more&quot;'),
          wordLevel(1, 'decimal', '§ %1.%2', '<w:isLgl/>'),
        ],
        {
          1: '',
          2: '',
          3: restarted,
        },
      ) +
      wordList(4, [wordLevel(0, 'decimalZero', '%1)'), wordLevel(1, 'ordinal', '%2', '<w:lvlRestart w:val="0"/>')], {
        4: '',
      }) +
      wordList(5, [wordLevel(0, 'bullet', '%1')], { 5: '' });
    const body = [
      wordItem(0, 'one', 1),
      wordItem(1, 'legal', 1),
      wordItem(0, 'continues', 2),
      wordItem(0, 'restarts', 3),
      wordItem(0, 'once', 3),
      wordItem(0, 'other', 4),
      wordItem(1, 'first', 4),
      wordItem(0, 'next', 4),
      wordItem(1, 'second', 4),
      wordItem(0, 'bullet', 5),
      wordItem(0, 'unknown list', 6),
    ];
    const { extractedText } = await read('lists.docx', makeReport(body, [], { lists }));
    expect(extractedText?.split(/\n+/)).toEqual([
      'Article I & "more" one',
      '  § 1.1 legal',
      'Article II & "more" continues',
      'Article V & "more" restarts',
      'Article VI & "more" once',
      '01) other',
      '  1st first',
      '02) next',
      '  2nd second',
      '- bullet',
      'unknown list',
    ]);
  });
});

describe('a text file', () => {
  const german = 'Der Umsatz stieg um 4 % – „Grüße aus Köln“.';

  it.each([
    ['UTF-8', Buffer.from(german)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${german}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(german, 'utf16le')],
    ['big-endian UTF-16', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
  ])('is read in %s', async (_name, bytes) => {
    expect(await textOf('letter.txt', bytes)).toBe(german);
  });

  it('is decoded from Windows-1252 and from old Cyrillic encodings', async () => {
    const western = Buffer.from(
      'Der Umsatz stieg um 4 % \x96 \x84Gr\xfc\xdfe aus K\xf6ln\x93. Die Kosten sanken.',
      'latin1',
    );
    expect(await textOf('letter.txt', western)).toBe('Der Umsatz stieg um 4 % – „Grüße aus Köln“. Die Kosten sanken.');
    const words = 'Выручка компании выросла на четыре процента, расходы снизились. ';
    const cyrillic = Buffer.from(
      [...words.repeat(5)].map((one) => {
        const code = one.codePointAt(0) ?? 0;
        return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code;
      }),
    );
    expect(await textOf('report.txt', cyrillic)).toBe(words.repeat(5).trim());
  });

  it('of Markdown keeps its indentation, lines and tables', async () => {
    const markdown = '# Plan\r\n\r\n- one\r\n    - two\r\n\r\n\r\n\r\n| A | B |\r\n|---|---|\r\n| 1 | 2 |  \r\n';
    expect(await textOf('plan.md', markdown)).toBe('# Plan\n\n- one\n    - two\n\n| A | B |\n|---|---|\n| 1 | 2 |');
  });

  it('of JSON is formatted if it is one long line', async () => {
    expect(await textOf('a.json', '{"a": [1, 2]}')).toBe('{"a": [1, 2]}');
    const long = JSON.stringify(Array.from({ length: 500 }, (_, index) => ({ index })));
    expect(await textOf('a.json', long)).toMatch(/^\[\n \{\n {2}"index": 0\n \},\n/);
    const values = { list: [1.5, -2e3, true, null, [], {}], text: 'a, "b": {c}\\' };
    const filled = { ...values, rest: 'x'.repeat(2000) };
    expect(await textOf('a.json', JSON.stringify(filled))).toBe(JSON.stringify(filled, null, 1));
  });

  it('of JSON keeps its numbers and the order of its keys when it is formatted', async () => {
    const long = `{"id":1790000000000000001,"price":250.10,"2024":1,"2023":2, "none": [ ],"text":"${'x'.repeat(2000)}"}`;
    expect(await textOf('a.json', long)).toMatch(
      /^\{\n "id": 1790000000000000001,\n "price": 250\.10,\n "2024": 1,\n "2023": 2,\n "none": \[\],\n "text": "x+"\n\}$/,
    );
  });

  it('of JSON has letters in place of their escapes when it is formatted', async () => {
    const long = `{"Ums\\u00e4tze":"https:\\/\\/a.example\\n\\"${'x'.repeat(2000)}"}`;
    expect(await textOf('a.json', long)).toMatch(/^\{\n "Umsätze": "https:\/\/a\.example\\n\\"x+"\n\}$/);
  });
});

describe('a table in text', () => {
  const table = '| Name | Amount |\n| --- | --- |\n| Müller, A. | 1 200,50 |\n| Ng | 7 |';

  it.each([
    ['a.csv', 'Name,Amount\n"Müller, A.","1 200,50"\nNg,7\n'],
    ['a.csv', 'Name;Amount\r\n"Müller, A.";1 200,50\r\n\r\nNg;7'],
    ['a.tsv', 'Name\tAmount\nMüller, A.\t1 200,50\nNg\t7'],
  ])('named %s keeps its columns: %j', async (name, content) => {
    expect(await textOf(name, content)).toBe(table);
  });

  it('that is long is split by rows, and every passage repeats the columns', async () => {
    const rows = Array.from({ length: 400 }, (_, index) => `Region ${index},${index * 1000},${index}%`);
    const text = (await textOf('a.csv', ['Region,Revenue,Growth', ...rows].join('\n'))) ?? '';
    const passages = cutPassages(text);
    expect(passages.length).toBeGreaterThan(8);
    for (const passage of passages) {
      expect(passage.text).toMatch(
        /^\| Region \| Revenue \| Growth \|\n\| --- \| --- \| --- \|\n(?:\| Region \d+ .*\|\n?)+$/,
      );
    }
    const found = passages.flatMap((passage) => passage.text.match(/Region \d+/g) ?? []);
    expect(found).toEqual(rows.map((_, index) => `Region ${index}`));
  });

  it.each([
    ['sep=;\r\n', ''],
    ['"sep=;"\n', ''],
    ['Account statement\n\nIBAN DE02 1203;;\n', 'Account statement\n\nIBAN DE02 1203\n\n'],
    ['sep=;\nAccount statement\n', 'Account statement\n\n'],
    ['Report date;2024-01-31\n', 'Report date: 2024-01-31\n\n'],
    ['Konto:;DE02 1203\nInhaber;Ng\n\n', 'Konto: DE02 1203\n\nInhaber: Ng\n\n'],
    ['Umsätze\nKunde;Ng;\n;;\n', 'Umsätze\n\nKunde: Ng\n\n'],
  ])('has its first row as columns below %j', async (before, titles) => {
    const rows = Array.from({ length: 100 }, (_, index) => [`0${1 + (index % 9)}.02.2024`, 'Rent, May', `${index},50`]);
    const text =
      (await textOf('a.csv', before + [['Datum', 'Text', 'Betrag'], ...rows].map((row) => row.join(';')).join('\n'))) ??
      '';
    const head = '| Datum | Text | Betrag |\n| --- | --- | --- |\n';
    expect(text.startsWith(titles + head)).toBe(true);
    const parts = text.slice(titles.length).split('\n\n');
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) expect(part.startsWith(head)).toBe(true);
  });

  it('of two columns is separated from the facts above it by an empty line', async () => {
    expect(await textOf('a.csv', 'Report date,2024-01-31\n\nRegion,Revenue\nNorth,100\n')).toBe(
      'Report date: 2024-01-31\n\n| Region | Revenue |\n| --- | --- |\n| North | 100 |',
    );
  });

  it.each([
    ['Name;Revenue\nNorth;100;new\nSouth;200;old\n', '| Name | Revenue |  |'],
    ['Region;2023\nNorth;100\n\nSouth;200\n', '| Region | 2023 |'],
    [';2023;;2024\n;Q1;Q2;Q1\nNorth;1;2;3\n', '|  | 2023 |  | 2024 |'],
    ['Region;Manager\nNorth;Smith\nSouth;Miller;acting\n', '| Region | Manager |  |'],
  ])('keeps a head with fewer columns than its rows: %j', async (content, head) => {
    expect(((await textOf('a.csv', content)) ?? '').split('\n')[0]).toBe(head);
  });

  it('of one column has no titles', async () => {
    expect(await textOf('a.csv', 'Name\nAda\nJoe\n')).toBe('| Name |\n| --- |\n| Ada |\n| Joe |');
  });

  const openQuote = 'This table has quotation marks that are not closed. They were read as text.';

  it.each([
    [
      'in a row',
      ['"Widget 5in,3.00', 'Bolt,1.00', '"Nut, small",2.00'],
      ['"Widget 5in | 3.00', 'Bolt | 1.00', 'Nut, small | 2.00'],
    ],
    [
      'before no other',
      ['Bolt,1.00', '"Widget 5in,3.00', 'Nut,2.00'],
      ['Bolt | 1.00', '"Widget 5in | 3.00', 'Nut | 2.00'],
    ],
    ['at the end', ['"Nut, small",2.00', '"Bolt, l'], ['Nut, small | 2.00', '"Bolt | l']],
  ])('keeps its rows and says so where a quotation mark is not closed %s', async (_where, lines, rows) => {
    const { extractedText, note } = await read('a.csv', ['Name,Price', ...lines].join('\n'));
    expect(extractedText?.split('\n')).toEqual([
      '| Name | Price |',
      '| --- | --- |',
      ...rows.map((row) => `| ${row} |`),
    ]);
    expect(note).toBe(openQuote);
  });

  it('with many quotation marks that are not closed is read without quoted cells', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `"Pipe ${index}in,${index}\nBolt ${index},"1, 2"`);
    const { extractedText = '', note } = await read('a.csv', ['Name,Price', ...lines].join('\n'));
    expect(extractedText.match(/^\| (?:"Pipe \d+in|Bolt \d+) \|/gm)).toHaveLength(60);
    expect(note).toBe(openQuote);
  });

  it('of more columns than are read reports that', async () => {
    const wide = (columns: number) => Array.from({ length: columns }, (_, index) => index).join(',');
    expect(await read('a.csv', `${wide(512)}\n${wide(512)}`)).not.toHaveProperty('note');
    expect((await read('a.csv', `${wide(3)}\n${wide(1300)}`)).note).toBe(
      'Only the first 512 of 1,300 columns were read.',
    );
    const rows = Array.from({ length: 2 }, () => Array.from({ length: 512 }, (_, index) => index));
    const { note } = await read('a.xlsx', makeXlsx([{ name: 'Wide', rows }]));
    expect(note).toBe('Only the beginning of this document was read.');
  });

  it('that is too wide repeats the column beside each value', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `A rather long column name ${index}`);
    const text = await textOf('a.csv', [names.join(','), names.map((_, index) => index).join(',')].join('\n'));
    expect(text).toMatch(/^A rather long column name 0: 0; A rather long column name 1: 1; /);
  });
});

describe('a web page', () => {
  it('keeps visible content with its structure, and nothing hidden', async () => {
    const page = `<!doctype html><html><head><meta charset="utf-8"><title>Annual &amp; interim</title>
      <style>p { color: red }</style></head><body><h2>Key figures</h2><p>Sales <b>rose</b>
      again.<br>Costs fell.</p><ol><li>First<ul><li>Inner</li></ul></li><li>Second</li></ol>
      <script>alert(1)</script><p hidden>secret</p><div style="display: none">secret</div>
      <table><caption>In EUR</caption><tr><th>Year<th colspan="2">Sales<tr><td rowspan="2">2025<td>10<td>11<tr><td>20</table>
      <img src="https://evil.example/x.png" alt="A chart"></body></html>`;
    expect(await textOf('page.html', page)).toBe(`# Annual & interim

## Key figures

Sales rose again.
Costs fell.

1. First
  - Inner
2. Second

In EUR

| Year | Sales |  |
| --- | --- | --- |
| 2025 | 10 | 11 |
| 2025 | 20 |  |

[Image: A chart]`);
  });

  it('keeps the rows of a table that has another one in a cell, but not of a table that is only a frame', async () => {
    const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
    const inner = `<table>${row('Norway', '7')}${row('Sweden', '5')}</table>`;
    const data = `<table>${row('Region', 'Sales', 'Cost')}${row('North', inner, '4')}${row('South', '9', '3')}</table>`;
    const frame = `<table>${row('Home', 'Contact')}${row(data, 'Advertisement')}${row('Imprint')}</table>`;
    expect(await textOf('a.html', `<html><body>${frame}</body></html>`)).toBe(`Home

Contact

| Region | Sales | Cost |
| --- | --- | --- |
| North | Norway 7; Sweden 5 | 4 |
| South | 9 | 3 |

Advertisement

Imprint`);
  });

  it('has words without their pronunciation', async () => {
    const page = '<html><p><ruby>東<rp>(</rp><rt>とう</rt><rp>)</rp>京<rt>きょう</rt></ruby>都</p></html>';
    expect(await textOf('a.html', page)).toBe('東京都');
  });

  it('has no marks of headings in the cells of a table, nor of bullets that look like a minus', async () => {
    const page =
      '<html><table><tr><th><h3>Year</h3></th><th>Rates</th></tr><tr><td>2024</td><td><ul><li>4.5%</li><li>4.6%</li></ul><ol><li>x</li></ol></td></tr></table></html>';
    expect(await textOf('a.html', page)).toBe('| Year | Rates |\n| --- | --- |\n| 2024 | • 4.5% • 4.6% 1. x |');
  });

  it('numbers the items of lists as a browser does', async () => {
    const items = (...values: string[]) => values.map((value) => `<li${value}>x</li>`).join('');
    const page = `<html><p>Terms</p><ol start="0">${items('', '')}</ol><p>a</p><ol>${items('', ' value="5"', '')}</ol><p>b</p>
      <ol reversed><li>x<ul><li>y</li></ul></li>${items('', '')}</ol><p>c</p><ol reversed start="-1">${items('', '')}</ol><p>d</p>
      <ol type="a">${items('', '')}</ol><p>e</p><ol type="I" start="4">${items('', ' value="9"')}</ol><p>f</p>
      <ul>${items(' value="7"')}</ul></html>`;
    expect((await textOf('a.html', page))?.replaceAll('\n\n', '\n').split('\n')).toEqual(
      [
        'Terms',
        '0. x',
        '1. x',
        'a',
        '1. x',
        '5. x',
        '6. x',
        'b',
        '3. x',
        '  - y',
        '2. x',
        '1. x',
        'c',
        '-1. x',
        '-2. x',
      ].concat(['d', 'a. x', 'b. x', 'e', 'IV. x', 'IX. x', 'f', '- x']),
    );
  });

  it('is decoded in its declared encoding', async () => {
    const page = Buffer.from('<html><meta charset="windows-1251"><p>\xcf\xf0\xe8\xe2\xe5\xf2</p></html>', 'latin1');
    expect(await textOf('page.htm', page)).toBe('Привет');
  });
});

describe('the table of kinds', () => {
  it('has a reader for every stored type', () => {
    const kinds: (FileKind | undefined)[] = ['application/pdf', 'image/heic', 'text/plain', 'text/csv'].map(kindOfType);
    expect(kinds).toEqual(['pdf', 'image', 'txt', 'csv']);
    expect(kindOfType('application/zip')).toBeUndefined();
  });
});
