/** Figures in tables belong to the head of their column, which may give a year, a unit or a scale. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const fin = `Selected figures (in millions of US dollars, except per share data)

| | Three months ended Sept 30, | | Nine months ended Sept 30, | |
| --- | --- | --- | --- | --- |
| | 2024 | 2023 | 2024 | 2023 |
| Revenue | 410 | 380 | 1,210 | 1,105 |
| Cost of sales | (160) | (150) | (470) | (440) |
| Net income | 42.5 | (12.1) | 120 | 88 |
| Operating income | 61 | 55 | 180 | 151 |
| Diluted earnings per share | 1.31 | (0.37) | 3.70 | 2.71 |
`;
const companies = `| Company | Revenue 2023 ($bn) | Revenue 2022 ($bn) | Operating margin |
| --- | --- | --- | --- |
| Alpha Corp | 5.2 | 4.1 | 12% |
| Beta Corp | 7.3 | 6.9 | 18% |
`;
const prose =
  'Alpha Corp had revenue of $5.2 billion in 2023 and $4.1 billion in 2022. Beta Corp had revenue of $7.3 billion in 2023 and $6.9 billion in 2022.';
const de = `In Mio. Euro

| | 2024 | 2023 |
| --- | --- | --- |
| Umsatz | 1.234,5 | 1.100,2 |
| Ergebnis | -12,5 | 33,1 |
| Mitarbeiter | 12.400 | 12.100 |
`;
const head = '| Company | Revenue 2023 | Revenue 2022 |';

const check = (claim: string, source: string, of?: string) => checkClaim(claim, source, of).verdict;

type Row = [claim: string, source: string, head?: string];

describe('a figure of a table', () => {
  it.each<Row>([
    ['| Alpha Corp | $4.1bn | $5.2bn |', companies, head],
    ['| Alpha Corp | $4.1bn | $5.2bn |', prose, head],
    ['| Beta Corp | $5.2bn | $4.1bn |', prose, head],
    ['| Alpha Corp | 5.2 | 4.1 |', companies, '| Company | Revenue 2023 ($m) | Revenue 2022 ($m) |'],
    ['| Alpha Corp | 5.2 | 4.1 |', companies, '| Company | Revenue 2023 (€bn) | Revenue 2022 (€bn) |'],
    ['| Revenue 2023 | $7.3bn | $5.2bn |', prose, '| Metric | Alpha Corp | Beta Corp |'],
    ['| Revenue 2023 | $7.3bn | $5.2bn |', companies, '| Metric | Alpha Corp | Beta Corp |'],
    ['| Alpha Corp | 12% | 18% |', companies, '| Company | Operating margin | Net margin |'],
    ['| Revenue | 380 | 410 |', fin, '| $m | Q3 2024 | Q3 2023 |'],
    ['| Revenue | 380 | 410 |', fin, '| $m | 2024 | 2023 |'],
    ['Revenue was $380 million in 2024.', fin],
    ['Revenue was $410 million in 2023.', fin],
    ['Operating income was $42.5 million.', fin],
    ['Net income was $42.5 billion.', fin],
    ['Net income was $42.5.', fin],
    ['Diluted EPS was $1.31 million.', fin],
    ['Net income was $12.1 million.', fin],
    ['Der Umsatz lag 2023 bei 1.234,5 Mio. Euro.', de],
    ['| Umsatz | 1.100,2 | 1.234,5 |', de, '| Mio. € | 2024 | 2023 |'],
    ['| Alpha Corp | $5.2bn | 18% |', companies, '| Company | Revenue 2023 | Operating margin |'],
    ['In 2022, Alpha Corp made $5.2 billion in revenue.', companies],
  ])('is not found under another head or label: %s', (claim, source, of) => {
    expect(['partial', 'absent']).toContain(check(claim, source, of));
  });

  it.each<Row>([
    ['| Alpha Corp | $5.2bn | $4.1bn |', companies, head],
    ['| Alpha Corp | $4.1bn | $5.2bn |', companies, '| Company | Revenue 2022 | Revenue 2023 |'],
    ['| Alpha Corp | $5.2bn | $4.1bn |', prose, head],
    ['| Alpha Corp | 5.2 | 4.1 |', companies, '| Company | Revenue 2023 ($bn) | Revenue 2022 ($bn) |'],
    ['| Alpha Corp | 5,200 | 4,100 |', companies, '| Company | Revenue 2023 ($m) | Revenue 2022 ($m) |'],
    ['| Alpha Corp | 5.2 | 4.1 |', prose, '| Company | Revenue 2023 ($bn) | Revenue 2022 ($bn) |'],
    ['| Revenue 2023 | $5.2bn | $7.3bn |', prose, '| Metric | Alpha Corp | Beta Corp |'],
    ['| Revenue 2023 | $5.2bn | $7.3bn |', companies, '| Metric | Alpha Corp | Beta Corp |'],
    [
      'Revenue for the three months ended September 30, 2024 was $410 million.',
      fin.replace(/Sept 30/g, 'September 30'),
    ],
    ['| Revenue | 410 | 380 |', fin, '| $m | 2024 | 2023 |'],
    ['Net income was $42.5 million.', fin],
    ['Diluted EPS was $1.31.', fin],
    ['The net loss was $12.1 million.', fin],
    ['Der Umsatz lag 2024 bei 1.234,5 Mio. Euro.', de],
    ['| Umsatz | 1.234,5 | 1.100,2 |', de, '| Mio. € | 2024 | 2023 |'],
    ['Das Unternehmen hatte 2024 12.400 Mitarbeiter.', de],
    ['| Alpha Corp | $5.2bn | 12% |', companies, '| Company | Revenue 2023 | Operating margin |'],
    ['In 2023, Alpha Corp made $5.2 billion in revenue.', companies],
    ['| NVDA | $5 | -12% |', 'NVDA closed at $5, down 12%.', '| Stock | Price | Change |'],
    ['| NVDA | $5 | +12% |', 'NVDA closed at $5, up 12%.', '| Stock | Price | Change |'],
  ])('is found under its own: %s', (claim, source, of) => {
    expect(check(claim, source, of)).toMatch(/^(?:quote|figures)$/);
  });
});

const eps = `(In millions, except per share amounts)

| | 2024 | 2023 |
| --- | --- | --- |
| Net income | $96,995 | $93,736 |
| Earnings per share: | | |
| Basic | $6.11 | $6.16 |
| Diluted | $6.08 | $6.13 |
| Cash dividends declared per common share | $0.98 | $0.94 |
| Shares used in computing earnings per share: | | |
| Basic | 15,343.78 | 15,744.23 |
| Diluted | 15,408 | 15,812 |
`;
const perShare = eps.replace(/\| Earnings per share:.*\n.*\n.*\n/, '| Earnings per diluted share | $6.07 | $6.12 |\n');
const income = `| | 2024 | 2023 |
| --- | --- | --- |
| Revenue | $410 million | $380 million |
| Income from operations | $61 million | $55 million |
| Income before income taxes | $58 million | $50 million |
| Net income | $42 million | $40 million |
`;
const walmart = `| | 2024 | 2023 |
| --- | --- | --- |
| Net sales | $642 billion | $605 billion |
| Membership income | $5 billion | $5 billion |
| Total revenues | $648 billion | $611 billion |
`;
const metric = '| Metric | Value | Year |';
const company = `| Company | Metric | Value |
| --- | --- | --- |
| Alpha Corp | Revenue | $5.2 billion |
| Beta Corp | Revenue | $7.3 billion |
`;

describe('a figure of a filing, or of a table of key figures,', () => {
  it.each<[claim: string, source: string, head?: string]>([
    ['EPS was $6.08 million.', eps],
    ['Diluted EPS was $6.08 million.', eps],
    ['EPS was $6.07 million.', perShare],
    ['It declared dividends of $0.98 million.', eps],
    ['| Revenue | $5.2bn | 2023 |', 'Revenue for the year 2024 was $5.2 billion.', metric],
    ['| Net income | $5.2bn | 2024 |', 'Revenue for the year 2024 was $5.2 billion.', metric],
    [
      '| Alpha Corp | 12% | 18% |',
      'Alpha Corp had an operating margin of 12% and a net margin of 18%.',
      '| Company | Net margin | Operating margin |',
    ],
    ['Net income was $61 million.', income],
    ['Operating income was $42 million.', income],
    ['Pretax income was $42 million.', income],
    ['Pretax income was $61 million.', income],
    ['Total revenue was $642 billion.', walmart],
    ['Net sales were $648 billion.', walmart],
  ])('does not confirm %j with %j', (claim, source, of) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source, of).verdict);
  });

  it.each<[claim: string, source: string, head?: string]>([
    ['Diluted EPS was $6.08.', eps],
    ['Basic EPS was $6.11 in 2024.', eps],
    ['EPS was $6.07.', perShare],
    ['It declared dividends of $0.98.', eps],
    ['It had 15,408 million diluted shares.', eps],
    ['Net income was $96,995 million in 2024.', eps],
    ['| Revenue | $5.2bn | 2024 |', 'Revenue for the year 2024 was $5.2 billion.', metric],
    [
      '| Revenue | $5.2bn | Q3 2024 |',
      'Revenue for the quarter Q3 2024 was $5.2 billion.',
      '| Metric | Value | Quarter |',
    ],
    ['| Revenue | $5.2bn | 2024 |', 'Revenue for the period 2024 was $5.2 billion.', '| Metric | Amount | Period |'],
    ["The company's revenue at Alpha Corp was $5.2 billion.", company],
    [
      '| Revenue | 2024 | $5.2bn |',
      'The total value of revenue for the year 2024 was $5.2 billion.',
      '| Metric | Year | Amount |',
    ],
    ['Operating income was $61 million.', income],
    ['Operating profit was $61 million in 2024.', income],
    ['Pretax income was $58 million.', income],
    ['Total revenue was $648 billion.', walmart],
    ['Net sales were $642 billion.', walmart],
  ])('confirms %j with %j', (claim, source, of) => {
    expect(checkClaim(claim, source, of).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

const outlook = `| | 2024 actual | 2025 forecast |
| --- | --- | --- |
| Revenue | $4bn | $5bn |
`;
const est = (h: string) => `| | 2024 | ${h} |
| --- | --- | --- |
| Revenue | $4bn | $5bn |
`;
const expectTable = `We expect growth to continue.

| | 2024 | 2023 |
| --- | --- | --- |
| Revenue | $410 million | $380 million |
`;
const reconcile = `The following table reconciles net income to Adjusted EBITDA:

| | 2024 | 2023 |
| --- | --- | --- |
| Net income | $42 million | $40 million |
| Depreciation | $10 million | $9 million |
| Adjusted EBITDA | $70 million | $66 million |
`;
const foot = `| | 2024¹ | 2023 |
| --- | --- | --- |
| Revenue | $410 million | $380 million |
`;
const corner = `| $m | 2024 | 2023 |
| --- | --- | --- |
| Revenue | 410 | 380 |
| Stores | 250 | 240 |
| FTEs | 1,200 | 1,100 |
| Basic | 61 | 55 |
`;

describe('a figure of a table with forecasts, a caption or a scale in its corner', () => {
  it.each<[claim: string, source: string, head?: string]>([
    ['EBITDA was $70 million.', reconcile],
    ['Revenue was $410 million in 2024.', expectTable.replace('We expect growth to continue.', 'Outlook for the year')],
    [
      'Revenue was $410 million in 2024.',
      expectTable.replace('We expect growth to continue.', 'We expect the following results:'),
    ],
    ['The company expects revenue of $4 billion in 2024.', outlook],
    ['Revenue was $5 billion in 2025.', outlook],
    ['Revenue was $5 billion in 2025.', est('2025E')],
    ['Revenue was $5 billion in 2025.', est('FY25e')],
    ['Revenue was $5 billion in 2025.', est('FY2025E')],
    ['Revenue was $410 million in 2023.', foot],
    [
      'Net income was $42 million in 2024.',
      reconcile.replace('reconciles net income to Adjusted EBITDA:', 'shows our non-GAAP results.'),
    ],
    ['The company has 250 million stores in 2024.', corner],
    ['FTEs came to $1,200 in 2024.', corner],
    ['FTEs came to 1,200 million in 2024.', corner],
  ])('does not confirm %j with %j', (claim, source, of) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source, of).verdict);
  });

  it.each<[claim: string, source: string, head?: string]>([
    ['Revenue was $410 million in 2024.', expectTable],
    ['Net income was $42 million in 2024.', reconcile],
    ['Adjusted EBITDA was $70 million.', reconcile],
    ['The company expects revenue of $5 billion in 2025.', outlook],
    ['Revenue was $4 billion in 2024.', outlook],
    ['Revenue is expected to be $5 billion in 2025.', est('2025E')],
    ['Revenue was $4 billion in 2024.', est('2025E')],
    ['Revenue was $410 million in 2024.', foot],
    ['The company has 250 stores in 2024.', corner],
    ['It has 1,200 FTEs in 2024.', corner],
    ['Revenue was $410 million in 2024.', corner],
  ])('confirms %j with %j', (claim, source, of) => {
    expect(checkClaim(claim, source, of).verdict).toMatch(/^(?:quote|figures)$/);
  });
});

const parts = `Consolidated figures (in millions)

| | 2024 | 2023 |
| --- | --- | --- |
| Revenue | $410 | $380 |
| Cost of sales | 160 | 150 |

| | 2024 | 2023 |
| --- | --- | --- |
| Operating income | 61 | 55 |
`;
const parts2 = parts.replace('150 |\n\n|', '150 |\n|');
const secondHead = `| | Year ended December 31, | |
| --- | --- | --- |
| (In millions, except per share data) | 2024 | 2023 |
| Revenue | $410 | $380 |
| Operating income | 61 | 55 |
`;
const edgar = `(in millions)

| | 2024 | | 2023 | |
| --- | --- | --- | --- | --- |
| Revenue | $ | 410 | $ | 380 |
| Operating income | | 61 | | 55 |
`;

describe('a figure of a filing, whose heads span columns,', () => {
  it.each<[claim: string, source: string, head?: string]>([
    ['Revenue was $410 million in 2023.', secondHead],
    ['Operating income was €61 million in 2024.', secondHead],
    ['Operating income was $61 million in 2023.', secondHead],
    ['Revenue was $410 million in 2023.', edgar],
    ['Revenue was $380 million in 2024.', edgar],
  ])('does not confirm %j with %j', (claim, source, of) => {
    expect(['partial', 'absent']).toContain(checkClaim(claim, source, of).verdict);
  });

  it.each<[claim: string, source: string, head?: string]>([
    ['Operating income was 61 million in 2024.', parts],
    ['Operating income was 61 million in 2024.', parts2],
    ['Operating income was $61 million in 2024.', parts2],
    ['Revenue was $410 million in 2024.', secondHead],
    ['Operating income was $61 million in 2024.', secondHead],
    ['Revenue was $410 million in 2024.', edgar],
    ['Revenue was $380 million in 2023.', edgar],
  ])('confirms %j with %j', (claim, source, of) => {
    expect(checkClaim(claim, source, of).verdict).toMatch(/^(?:quote|figures)$/);
  });
});
