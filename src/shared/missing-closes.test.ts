import fc from 'fast-check';
import { expect, it } from 'vitest';
import { missingClosesMessage, readMissingCloses } from './missing-closes';
import { addDays } from './trading-day';

const missing = fc
  .record({
    ticker: fc.constantFrom('TSLA', 'BRK-B', 'GLE.PA', '^GSPC', 'ES=F'),
    days: fc.integer({ min: 1, max: 3000 }),
    from: fc.nat(5000),
  })
  .map(({ ticker, days, from }) => {
    const first = addDays('2010-01-04', from);
    return { ticker, days, first, last: days === 1 ? first : addDays(first, days) };
  });

it('names ten tickers and the number of others, and can be read again', () => {
  fc.assert(
    fc.property(fc.array(missing, { minLength: 1, maxLength: 13 }), (all) => {
      expect(readMissingCloses(missingClosesMessage(all))).toEqual({
        named: all.slice(0, 10),
        more: Math.max(0, all.length - 10),
      });
    }),
  );
});

it('is one sentence for programs', () => {
  expect(
    missingClosesMessage([
      { ticker: 'TSLA', days: 5, first: '2026-01-05', last: '2026-01-09' },
      { ticker: 'KO', days: 1, first: '2026-01-05', last: '2026-01-05' },
    ]),
  ).toBe(
    'Closing prices are missing: TSLA on 5 days (first 2026-01-05, last 2026-01-09); KO on 2026-01-05. Choose other dates or tickers.',
  );
});

it.each([
  'Closing prices of TSLA are missing',
  'Closing prices are missing: something else. Choose other dates or tickers.',
  'Closing prices are missing: TSLA on 5 days (first 2026-01-05, last 2026-01-09).',
  '',
])('leaves another message as it is: %s', (message) => expect(readMissingCloses(message)).toBeUndefined());
