import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeReport, wordHeading, wordItem, wordNoted, wordTable } from '~/server/testing/inputs/make-office';
import { makeXlsx } from '~/server/testing/inputs/make-workbook';
import { readUploaded } from '~/server/testing/inputs/read-uploaded';
import type { FileKind } from '~/shared/file-kinds';
import { kindOfType } from './detect/media-types';
import { cutPassages } from './extract/passages';
import { createReaderPool, type ReaderPool } from './pool/reader-pool';
import type { Reading } from './reading';

let pool: ReaderPool;
beforeAll(() => {
  pool = createReaderPool({ workers: 1, timeoutMs: 60_000 });
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

  it('of more columns than are read says so', async () => {
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
