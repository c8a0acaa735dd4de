import { expect, it } from 'vitest';
import type { ResearchChange } from '~/shared/schemas/research-schedules';
import { matchTheses, type OpenThesis } from './match-theses';

const evidence = (passage: string | null) => ({
  messageId: 'm',
  snapshotId: 's',
  readAt: new Date(0),
  title: 'Page',
  url: 'https://example.com',
  passage,
});
const change = (passage: string, more: Partial<ResearchChange> = {}): ResearchChange => ({
  kind: 'new',
  title: 'Page',
  url: 'https://example.com',
  before: null,
  after: evidence(passage),
  caveats: [],
  ...more,
});
const tesla: OpenThesis = {
  positionId: 'tesla',
  name: 'Tesla, Inc.',
  ticker: 'TSLA',
  wrongIf: 'Storage revenue shrinks in two quarters in a row. Margins of cars fall below 10%',
};
const fact = 'Storage revenue of Tesla fell by 12% in the third quarter.';
const matched = (changes: ResearchChange[], ...theses: OpenThesis[]) =>
  matchTheses(changes, theses.length > 0 ? theses : [tesla]).map(
    ({ positionId, passage }) => `${positionId}: ${passage}`,
  );

it('matches a new or changed fact that names the company and shares half of the words of a clause', () => {
  expect(matched([change(fact)])).toEqual([`tesla: ${fact}`]);
  const changed = 'Tesla reports margins of 9.8% for its cars.';
  expect(matched([change(changed, { kind: 'changed', before: evidence('Tesla reports margins of 12%.') })])).toEqual([
    `tesla: ${changed}`,
  ]);
});

it('finds the company in the title of the page, or its ticker', () => {
  const unnamed = 'Storage revenue fell by 12% in the third quarter.';
  expect(matched([change(unnamed)])).toEqual([]);
  expect(matched([change(unnamed, { title: 'TESLA results' })])).toHaveLength(1);
  expect(matched([change(`TSLA: ${unnamed}`)])).toHaveLength(1);
});

it('ignores other companies, other subjects and removed text', () => {
  expect(matched([change('Storage revenue of Fluence fell by 12% in the third quarter.')])).toEqual([]);
  expect(matched([change('Tesla opened a plant in Mexico.')])).toEqual([]);
  expect(matched([change('Revenue of Tesla rose.')])).toEqual([]);
  expect(matched([change(fact, { kind: 'gone' })])).toEqual([]);
  expect(matched([change('', { after: evidence(null) })])).toEqual([]);
});

it('does not mistake words for names or tickers', () => {
  const apple = { ...tesla, positionId: 'apple', name: 'Apple', ticker: 'AAPL', wrongIf: 'Harvest shrinks' };
  expect(matched([change('The apple harvest shrinks this year.')], apple)).toEqual([]);
  expect(matched([change('Apple says that its harvest shrinks.')], apple)).toHaveLength(1);
  const gartner = { ...tesla, positionId: 'it', name: 'Gartner', ticker: 'IT', wrongIf: 'Spending shrinks' };
  expect(matched([change('IT spending shrinks.')], gartner)).toEqual([]);
  expect(matched([change('Spending shrinks (NYSE: IT).')], gartner)).toHaveLength(1);
});

it('chooses the passage that shares most, once for each thesis', () => {
  const best = 'Storage revenue of Tesla shrinks for two quarters in a row.';
  expect(matched([change(fact), change(best)])).toEqual([`tesla: ${best}`]);
});

it('ignores a thesis without words that identify its subject', () => {
  expect(matched([change(fact)], { ...tesla, wrongIf: 'It is not so. Tesla' })).toEqual([]);
});
