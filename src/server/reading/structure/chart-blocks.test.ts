import { describe, expect, it } from 'vitest';
import { chartBlocks } from './chart-blocks';

const points = (values: readonly (string | number)[], first = 0) =>
  values.map((value, index) => `<c:pt idx="${first + index}"><c:v>${value}</c:v></c:pt>`).join('');
const series = (name: string, inner: string) =>
  `<c:ser><c:tx><c:strRef><c:strCache>${points([name])}</c:strCache></c:strRef></c:tx>${inner}</c:ser>`;
const numbers = (element: string, values: readonly number[], format = 'General') =>
  `<c:${element}><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points(values)}</c:numCache></c:numRef></c:${element}>`;
const chart = (kind: string, inner: string, more = '') =>
  `<c:chartSpace xmlns:c="x" xmlns:a="y">${more}<c:chart><c:plotArea><c:${kind}>${inner}</c:${kind}></c:plotArea></c:chart></c:chartSpace>`;

/** The lines of the table, without the one below its head. */
const rowsOf = (xml: string) =>
  chartBlocks(xml)[1]
    ?.text.split('\n')
    .filter((line) => !line.includes('---'));

describe('the labels of a chart', () => {
  it('of several levels contain each of them', () => {
    const levels = `<c:lvl>${points(['Q3', 'Q4', 'Q1', 'Q2'])}</c:lvl><c:lvl>${points(['2023'])}${points(['2024'], 2)}</c:lvl><c:lvl>${points(['R&amp;D'])}</c:lvl>`;
    const categories = `<c:cat><c:multiLvlStrRef><c:multiLvlStrCache><c:ptCount val="4"/>${levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat>`;
    expect(rowsOf(chart('barChart', series('Cost', categories + numbers('val', [1, 2, 3, 4]))))).toEqual([
      '|  | Cost |',
      '| R&D 2023 Q3 | 1 |',
      '| R&D 2023 Q4 | 2 |',
      '| R&D 2024 Q1 | 3 |',
      '| R&D 2024 Q2 | 4 |',
    ]);
  });

  it('of a scatter chart are the x values of each series', () => {
    const one = series('Small', numbers('xVal', [1, 2]) + numbers('yVal', [10, 20]));
    const other = series('Large', numbers('xVal', [100, 200, 300]) + numbers('yVal', [11, 21, 31]));
    expect(rowsOf(chart('scatterChart', one + other))).toEqual([
      '| X of Small | Small | X of Large | Large |',
      '| 1 | 10 | 100 | 11 |',
      '| 2 | 20 | 200 | 21 |',
      '|  |  | 300 | 31 |',
    ]);
  });

  it('of a scatter chart are one column if the series share them', () => {
    const one = series('Price', numbers('xVal', [1.5, 2.5]) + numbers('yVal', [10, 20]));
    const other = series('Cost', numbers('xVal', [1.5, 2.5]) + numbers('yVal', [11, 21]));
    expect(rowsOf(chart('scatterChart', one + other))).toEqual([
      '|  | Price | Cost |',
      '| 1.5 | 10 | 11 |',
      '| 2.5 | 20 | 21 |',
    ]);
  });

  it.each([
    ['m/d/yyyy', '', '2023-01-01', '2023-02-01'],
    ['[$-409]mmm\\-yy;@', '', 'Jan-23', 'Feb-23'],
    ['yyyy', '<c:date1904 val="1"/>', '2027', '2027'],
    ['General', '', '44927', '44958'],
    ['#,##0', '', '44927', '44958'],
  ])('on a date axis are dates, for the format %s', (format, more, first, second) => {
    const dates = series('Sales', numbers('cat', [44_927, 44_958], format) + numbers('val', [9, 8], 'm/d/yyyy'));
    expect(rowsOf(chart('lineChart', dates, more))).toEqual(['|  | Sales |', `| ${first} | 9 |`, `| ${second} | 8 |`]);
  });

  it('may have formats of their own', () => {
    const cache = `<c:formatCode>General</c:formatCode><c:pt idx="0" formatCode="yyyy\\-mm"><c:v>44927</c:v></c:pt><c:pt idx="1"><c:v>12</c:v></c:pt><c:pt idx="2" formatCode="d &quot;"><c:v>3</c:v></c:pt>`;
    const dates = series(
      'Sales',
      `<c:cat><c:numRef><c:numCache>${cache}</c:numCache></c:numRef></c:cat>${numbers('val', [1, 2, 3])}`,
    );
    expect(rowsOf(chart('lineChart', dates))).toEqual(['|  | Sales |', '| 2023-01 | 1 |', '| 12 | 2 |', '| 3 | 3 |']);
  });
});
