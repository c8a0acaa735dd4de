/** Text items positioned as in company filings: a label, right-aligned figures, separate signs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PdfItem } from './pdf-lines';
import { textOfItems } from './pdf-page-text';

/** Text that starts or ends at a horizontal position. */
type Piece = [text: string, place: { left: number } | { right: number }];

const letter = 4;
const height = 8;

function item(str: string, left: number, y: number, hasEOL = false): PdfItem {
  return { str, width: str.length * letter, height, hasEOL, transform: [height, 0, 0, height, left, y] };
}

/** Lines from the top of the page, 11 apart. */
function page(...lines: Piece[][]): PdfItem[] {
  return lines.flatMap((pieces, index) =>
    pieces.map(([str, place], piece) =>
      item(
        str,
        'left' in place ? place.left : place.right - str.length * letter,
        700 - index * 11,
        piece === pieces.length - 1,
      ),
    ),
  );
}

const at = (left: number) => ({ left });
const to = (right: number) => ({ right });
const figures = (label: string, ...values: string[]): Piece[] => [
  [label, at(20)],
  ...values.map((value, index): Piece => [value, to(360 + index * 100)]),
];

const written = (...lines: Piece[][]) => textOfItems(page(...lines)).trim();
const plain = (lines: readonly Piece[][]) => lines.map((line) => line.map(([text]) => text).join('')).join('\n');

describe('a superscript', () => {
  /** Pieces follow each other; those that begin with "^" are superscripts. */
  const line = (...pieces: string[]) => {
    let left = 20;
    return pieces.map((piece, index): PdfItem => {
      const isRaised = piece.startsWith('^');
      const size = isRaised ? height * 0.6 : height;
      const str = isRaised ? piece.slice(1) : piece;
      const width = (str.length * letter * size) / height;
      const y = isRaised ? 703 : 700;
      left += width;
      const transform = [size, 0, 0, size, left - width, y];
      return { str, width, height: size, hasEOL: index === pieces.length - 1, transform };
    });
  };

  it.each([
    [['Revenue was $94.9', '^1', ' billion, up 7%', '^2,3', '.'], 'Revenue was $94.9 billion, up 7%.'],
    [['About 10', '^6', ' units of 5 m', '^2'], 'About 10^6 units of 5 m^2'],
    [['A share fell 6', '^3', '/8 on the 4', '^th', ' of May'], 'A share fell 6 3/8 on the 4th of May'],
    [['Net sales', '^1', ' rose', '^(2)'], 'Net sales1 rose(2)'],
  ])('does not become a digit of the figure before it: %j', (pieces, text) => {
    expect(textOfItems(line(...pieces)).trim()).toBe(text);
  });

  it('is neither a smaller figure that follows, nor the first text of a line', () => {
    const [first, second] = line('12', '^5');
    const apart = { ...second, transform: [4.8, 0, 0, 4.8, 60, 703] } as PdfItem;
    expect(textOfItems([first as PdfItem, item(' ', 40, 700), apart]).trim()).toBe('12 5');
    expect(textOfItems(line('^1', ' Unaudited.')).trim()).toBe('1 Unaudited.');
  });

  it('is not part of the figure in a table', () => {
    const row = (y: number, label: string, ...cells: [value: string, mark: string][]) =>
      [item(label, 20, y)].concat(
        cells.flatMap(([value, mark], index) => {
          const left = 300 + index * 100 - value.length * letter;
          const end = { str: mark, width: 2.4, height: 4.8, hasEOL: index === cells.length - 1 };
          return [item(value, left, y), { ...end, transform: [4.8, 0, 0, 4.8, 300 + index * 100, y + 3] }];
        }),
      );
    const table = [
      ...page([
        ['Year', at(20)],
        ['2024', to(300)],
        ['2023', to(400)],
      ]),
      ...row(689, 'Revenue', ['1,234', '1'], ['1,100', '']),
      ...row(678, 'Costs', ['900', ''], ['800', '2']),
      ...row(667, 'Profit', ['334', ''], ['300', '']),
    ];
    expect(textOfItems(table).trim()).toBe(
      '| Year | 2024 | 2023 |\n| --- | --- | --- |\n| Revenue | 1,234 | 1,100 |\n| Costs | 900 | 800 |\n| Profit | 334 | 300 |',
    );
  });
});

describe('a table of figures', () => {
  it('has signs behind figures, and spaces between thousands, as in Europe', () => {
    expect(
      written(
        figures('', '2024', '2023', 'Anteil'),
        figures('Umsatz', '1.234 €', '1.100 €', '12 %'),
        figures('Kosten', '1 900,50 €', '1 800 €', '8 %'),
        figures('Ergebnis', '334 €', '-300 €', '4 %'),
        figures('In Franken', "1'234.50", '1’100', '5 %'),
      ),
    ).toBe(
      `|  | 2024 | 2023 | Anteil |
| --- | --- | --- | --- |
| Umsatz | 1.234 € | 1.100 € | 12% |
| Kosten | 1 900,50 € | 1 800 € | 8% |
| Ergebnis | 334 € | -300 € | 4% |
| In Franken | 1'234.50 | 1’100 | 5% |`,
    );
  });

  it('has its columns, with signs joined to their figures, and headers of several lines', () => {
    expect(
      written(
        [['Consolidated Statements of Income', at(180)]],
        [['Year Ended May 31,', to(474)]],
        [['(In millions)', at(20)], ...['2018', '2017', '2016'].map((year, i): Piece => [year, to(352 + i * 100)])],
        [
          ['Revenues', at(20)],
          ['$', at(316)],
          ['36,397', to(360)],
          ['$', at(416)],
          ['34,350', to(460)],
          ['$', at(516)],
          ['32,376', to(560)],
        ],
        figures('Cost of sales', '20,441', '19,038', '17,405'),
        [['Other items', at(20)]],
        [['  Interest, less what is', at(30)]],
        figures('received', '(54)', '—', '19'),
        figures('Gross margin', '43.8', '44.6', '46.2'),
      ),
    ).toBe(
      [
        'Consolidated Statements of Income',
        '',
        '| (In millions) | Year Ended May 31, 2018 | Year Ended May 31, 2017 | Year Ended May 31, 2016 |',
        '| --- | --- | --- | --- |',
        '| Revenues | $36,397 | $34,350 | $32,376 |',
        '| Cost of sales | 20,441 | 19,038 | 17,405 |',
        '| Other items |  |  |  |',
        '| Interest, less what is received | (54) | — | 19 |',
        '| Gross margin | 43.8 | 44.6 | 46.2 |',
      ].join('\n'),
    );
  });

  it('repeats a header over several columns in each of them', () => {
    const text = written(
      [
        ['Three Months Ended', to(446)],
        ['Six Months Ended', to(642)],
      ],
      [
        ['2024', to(356)],
        ['2023', to(456)],
        ['2024', to(556)],
        ['2023', to(656)],
      ],
      figures('Revenue', '$ 693', '$ 760', '$ 1,359', '$ 1,513'),
      figures('Gross profit', '24.2 %', '23.4 %', '24.0 %', '23.9 %'),
      figures('Restructuring', '(1)', '-', '2', '-'),
    );
    expect(text).toContain(
      '| Three Months Ended 2024 | Three Months Ended 2023 | Six Months Ended 2024 | Six Months Ended 2023 |',
    );
    expect(text).toContain('| Revenue | $693 | $760 | $1,359 | $1,513 |');
  });

  it('continues with its headers after a line over the whole width', () => {
    const text = written(
      [
        ['(In thousands)', at(20)],
        ['2024', to(352)],
        ['2023', to(452)],
      ],
      figures('Assets', '12,345', '11,234'),
      figures('Liabilities', '5,345', '5,234'),
      figures('Equity', '7,000', '6,000'),
      [['Preferred stock, of which there are many shares that nobody has bought so far in either year', at(20)]],
      figures('Common stock', '9', '9'),
    );
    expect(text.match(/\| \(In thousands\) \| 2024 \| 2023 \|/g)).toHaveLength(2);
    expect(text).toMatch(/\| Common stock \| 9 \| 9 \|$/);
  });
});

describe('stays text:', () => {
  const sentence = (words: string): Piece[] => [[words, at(20)]];
  it.each<[string, Piece[][]]>([
    [
      'prose with figures',
      Array.from({ length: 5 }, () => sentence('Revenue grew by 12% to 4,200 in 2024, costs by 3%.')),
    ],
    [
      'a list',
      Array.from({ length: 5 }, (_, index) => [
        [`${index + 1}.`, at(20)],
        ['We rely on 12 suppliers in 2024', at(40)],
      ]),
    ],
    [
      'a table of contents',
      [
        [
          ['Item', at(20)],
          ['Page', to(460)],
        ],
        ...[3, 8, 14, 20].map((number, index): Piece[] => [
          [`${index + 1}`, at(20)],
          ['Risk factors and more', at(60)],
          [`${number}`, to(460)],
        ]),
      ],
    ],
    [
      'two columns of text',
      Array.from({ length: 6 }, (): Piece[] => [
        ['The company sold 12 units in 2024 and', at(20)],
        ['the auditors found 3 errors in all of', at(320)],
      ]),
    ],
    [
      'figures whose columns have no names',
      [figures('Assets', '12,345', '11,234'), figures('Debt', '5,345', '5,234'), figures('Equity', '7,000', '6,000')],
    ],
    [
      'two rows',
      [
        [
          ['2024', to(352)],
          ['2023', to(452)],
        ],
        figures('Assets', '12', '11'),
        figures('Debt', '5', '4'),
      ],
    ],
  ])('%s', (_name, lines) => {
    expect(written(...lines)).toBe(plain(lines));
  });

  it('rotated text', () => {
    const lines = [
      [
        ['2024', to(352)],
        ['2023', to(452)],
      ],
      ...['A', 'B', 'C'].map((name) => figures(`Row ${name}`, '1', '2')),
    ];
    const turned = page(...(lines as Piece[][])).map((piece) => ({ ...piece, transform: [0, 8, -8, 0, 20, 20] }));
    expect(textOfItems(turned)).not.toContain('|');
  });
});

it('loses no word of any page', () => {
  const words = fc.constantFrom(
    'Assets',
    'net of tax',
    '2024',
    '2023',
    '1,234',
    '(56)',
    '$',
    '%',
    '—',
    'NM',
    '(a)',
    ' ',
    '',
  );
  const piece = fc.record({ str: words, left: fc.integer({ min: 0, max: 6 }), hasEOL: fc.boolean() });
  const wordsIn = (text: string) => text.match(/[\p{L}\p{N}$%(),—]/gu)?.sort() ?? [];
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 5 }), { maxLength: 14 }), (lines) => {
      const items = lines.flatMap((line, index) =>
        [...line]
          .sort((a, b) => a.left - b.left)
          .map(({ str, left, hasEOL }, place) =>
            item(str, left * 90, 700 - index * 11, hasEOL || place === line.length - 1),
          ),
      );
      const [before, after] = [wordsIn(items.map(({ str }) => str).join(' ')), wordsIn(textOfItems(items))];
      // Heads are repeated, so there may be more words.
      let at = 0;
      for (const sign of after) if (sign === before[at]) at += 1;
      expect(at).toBe(before.length);
    }),
    { numRuns: 300 },
  );
});
