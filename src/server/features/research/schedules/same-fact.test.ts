/**
 * Which sentences of two versions are the same fact, with examples in the style of news, annual reports and statistics
 * offices.
 */
import { describe, expect, it } from 'vitest';
import { researchReport } from '~/server/testing/inputs/research-reports';
import { compareReports, type Report } from './compare-evidence';

/** Each page is cited for those of the passages that it contains. */
const report = (messageId: string, pages: Record<string, string>, cited = Object.values(pages)): Report => {
  const passages = Object.entries(pages).map(([url, text]) => [url, cited.filter((passage) => text.includes(passage))]);
  return researchReport(messageId, pages, Object.fromEntries(passages));
};
const page = 'https://bank.example/rates';
const other = 'https://news.example/article';
const sort = (before: Report, after: Report) =>
  compareReports(before, after)
    .map(({ kind, caveats }) => [kind, ...caveats].join(' '))
    .sort();
const onOnePage = (was: string, now: string) => sort(report('old', { [page]: was }), report('new', { [page]: now }));
const onAnotherPage = (was: string, now: string) =>
  sort(report('old', { [page]: was }), report('new', { [page]: 'Nothing is published here.', [other]: now }, [now]));

describe('a fact on one page', () => {
  it.each([
    ['The deposit rate was left at 2.25% in June.', 'The council lowered the deposit rate to 2.00% in June.'],
    ['Net sales were €4.2 billion, driven by strong demand.', 'Net sales reached €4.4 billion, helped by lower costs.'],
    ['Deposit facility: 2.25%', 'Deposit facility: 2.00%'],
    ['The company employs 5,210 people worldwide.', 'Worldwide, the company now employs 48,900 people.'],
    ['Inflation was 2.1%.', 'Inflation is 2.3%.'],
    ['Die Inflationsrate im Euroraum betrug 2,1 %.', 'Die Inflationsrate im Euroraum stieg auf 2,4 %.'],
    ['Orders in Germany rose by 5%.', 'Orders in Germany fell by 5%.'],
    ['The merger has been approved by the regulator.', 'The merger has not been approved by the regulator.'],
    ['The next meeting of the council is on 5 June 2026.', 'The next meeting of the council is on 18 June 2026.'],
  ])('is changed: %s → %s', (was, now) => {
    expect(onOnePage(was, now)).toEqual(['changed']);
  });

  it("is changed with a caveat if the figures can't be compared", () => {
    expect(onOnePage('Revenue of the group was €4.2 billion.', 'Revenue of the group was $4.6 billion.')).toEqual([
      'changed unit',
    ]);
    expect(onOnePage('Group revenue in 2024 was €4.2 billion.', 'Group revenue in 2025 was €4.6 billion.')).toEqual([
      'changed date',
    ]);
  });

  it.each([
    ['The deposit facility rate stands at 2.00%.', 'The rate on the deposit facility remains at 2.00%.'],
    ['The company has sales of $4.2 billion.', 'Sales of the company amount to $4,200 million.'],
    [
      'Turnover of the group in Asia and Africa was €310 million.',
      'Revenue of the group in Asia and Africa was €310 million.',
    ],
  ])('is not news in other words: %s → %s', (was, now) => {
    expect(onOnePage(was, now)).toEqual([]);
  });

  it('is paired with the sentence of the same date before one of another date', () => {
    const was = 'Group revenue in 2024 was €4.2 billion.';
    const now = 'Group revenue in 2024 was €4.1 billion.\n\nGroup revenue in 2025 was €4.6 billion.';
    const changes = compareReports(report('old', { [page]: was }), report('new', { [page]: now }, now.split('\n\n')));
    expect(changes.map(({ kind, after }) => [kind, after.passage])).toEqual([
      ['changed', 'Group revenue in 2024 was €4.1 billion.'],
      ['new', 'Group revenue in 2025 was €4.6 billion.'],
    ]);
  });
});

describe('two facts are not paired', () => {
  it.each([
    ['The company has sales of $4.2 billion.', 'The company has costs of $3.1 billion.'],
    [
      'The interest rate on the deposit facility of the European Central Bank is 2.25%.',
      'The interest rate on the marginal lending facility of the European Central Bank is 2.65%.',
    ],
    [
      'Revenue of the cloud segment in Germany and France was €2.1 billion.',
      'Revenue of the hardware segment in Germany and France was €1.4 billion.',
    ],
    [
      'Sales of the cloud and hardware units were €4 billion.',
      'Costs of the cloud and hardware units were €3 billion.',
    ],
    ['The operating margin of the group was 12%.', 'The operating margin of the group was €12 million.'],
    ['Tesla delivered 443,956 vehicles in the quarter.', 'BYD delivered 426,039 vehicles in the quarter.'],
  ])('%s / %s', (was, now) => {
    expect(onOnePage(was, now)).toEqual(['gone', 'new']);
  });

  it('not even with the same figure, if the page uses both names', () => {
    const was = 'The rate on the deposit facility of the bank is 2.00%.\n\nThe lending rate is published monthly.';
    const now = 'The rate on the lending facility of the bank is 2.00%.\n\nThe deposit rate is published monthly.';
    const [oldFact = '', newFact = ''] = [was, now].map((text) => text.split('\n\n')[0]);
    expect(sort(report('old', { [page]: was }, [oldFact]), report('new', { [page]: now }, [newFact]))).toEqual([
      'gone',
      'new',
    ]);
  });
});

describe('a fact on another page', () => {
  it('is not news if it is the same', () => {
    const fact = 'The deposit facility rate of the ECB is 2.00%.';
    expect(onAnotherPage(fact, fact)).toEqual([]);
    expect(onAnotherPage(fact, 'The ECB left the rate of its deposit facility at 2.00%.')).toEqual([]);
  });

  it('is changed if both name the same subject, with both pages', () => {
    const was = 'The deposit facility rate of the ECB is 2.25%.';
    const now = 'The ECB lowered the rate of its deposit facility to 2.00%.';
    expect(onAnotherPage(was, now)).toEqual(['changed']);
    const [change] = compareReports(report('old', { [page]: was }), report('new', { [other]: now }));
    expect(change).toMatchObject({ kind: 'changed', before: { url: page }, after: { url: other } });
  });

  it('is another fact if nothing shows that the subject is the same', () => {
    expect(onAnotherPage('The deposit rate of the bank is 2.25%.', 'The deposit rate of the bank is 3.00%.')).toEqual([
      'gone',
      'new',
    ]);
    expect(
      onAnotherPage('Revenue of Siemens in 2024 was €75.9 billion.', 'Revenue of Siemens in 2025 was €78.9 billion.'),
    ).toEqual(['gone', 'new']);
  });

  it('is listed once if two pages contain it', () => {
    const [was, now] = ['The ECB deposit rate is 2.25%.', 'The ECB deposit rate is 2.00%.'];
    const [before, after] = [
      report('old', { [page]: was, [other]: was }),
      report('new', { [page]: now, [other]: now }),
    ];
    expect(sort(before, after)).toEqual(['changed']);
    expect(sort(report('old', { [page]: 'Rates' }, []), report('new', { [page]: now, [other]: now }))).toEqual(['new']);
  });
});
