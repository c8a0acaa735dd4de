import { describe, expect, it } from 'vitest';
import { dayMs } from '~/shared/utc-day';
import { checkQuote, type QuoteInput, toPrice } from './check-quote';

const now = new Date('2022-08-26T15:00:00Z');
const asOf = new Date('2022-08-26T14:59:00Z');
const yesterday = { price: '300.00', asOf: new Date('2022-08-25T20:00:00Z') };
const quote = (price: number, more: object = {}) => ({ ticker: 'TSLA', price, currency: 'USD', asOf, ...more });
const check = (more: Partial<QuoteInput>) =>
  checkQuote({
    reported: quote(301),
    last: yesterday,
    currency: 'USD',
    splits: [],
    reportedSplits: [],
    knowsSplits: true,
    doubted: undefined,
    now,
    ...more,
  });

describe('a price', () => {
  it('is accepted with two decimals and the time of its trade', () => {
    expect(check({ reported: quote(301.005) })).toEqual({ take: 'new', price: '301.01', currency: 'USD', asOf });
    const first = { last: undefined, currency: undefined };
    const cent = { take: 'new', price: '0.01', currency: 'USD', asOf };
    expect(check({ ...first, reported: quote(0.01) })).toEqual(cent);
    // The first price determines the currency.
    expect(check({ ...first, reported: quote(0.01, { currency: 'EUR' }) })).toEqual({ ...cent, currency: 'EUR' });
  });

  it('that is older than the known one changes nothing', () => {
    expect(check({ reported: quote(299, { asOf: new Date('2022-08-25T19:00:00Z') }) })).toEqual({ take: 'known' });
  });

  it.each<[string, QuoteInput['reported']]>([
    ['unknown', undefined],
    ['currency', quote(300, { currency: 'GBp' })],
    ['currency', quote(300, { currency: 'EUR' })],
    ['currency', quote(300, { currency: '' })],
    ['not_a_price', quote(Number.NaN)],
    ['not_a_price', quote(Number.POSITIVE_INFINITY)],
    ['not_a_price', quote(0)],
    ['not_a_price', quote(-300)],
    ['not_a_price', quote(0.004)],
    ['not_a_price', quote(1e12)],
    ['not_a_price', quote(1e-7)],
    ['time', quote(300, { asOf: new Date(Number.NaN) })],
    ['time', quote(300, { asOf: new Date('2022-08-27T15:00:00Z') })],
  ])('is rejected with a reason: %s', (code, reported) => {
    const verdict = check({ reported });
    expect(verdict).toMatchObject({ take: 'no', code });
    expect('words' in verdict && verdict.words).toMatch(/^[A-Z].*\.$/);
  });
});

describe('a price that moved far', () => {
  it('waits for the splits, and is then accepted up to five times', () => {
    for (const price of [376, 1350, 239, 66]) {
      expect(check({ reported: quote(price), knowsSplits: false })).toEqual({ take: 'later' });
      expect(check({ reported: quote(price) })).toMatchObject({ take: 'new' });
    }
    for (const price of [374, 241]) expect(check({ reported: quote(price), knowsSplits: false }).take).toBe('new');
  });

  it('beyond five times is accepted only if it is reported again a day later', () => {
    const first = check({ reported: quote(1501) });
    expect(first).toMatchObject({ take: 'no', code: 'jump', doubted: { price: '1501.00', at: now } });
    const at = new Date(now.getTime() - 23 * 3_600_000);
    expect(check({ reported: quote(1501), doubted: { price: '1490.00', at } })).toMatchObject({
      take: 'no',
      doubted: { price: '1490.00', at },
    });
    const longAgo = new Date(now.getTime() - dayMs);
    expect(check({ reported: quote(1501), doubted: { price: '1490.00', at: longAgo } }).take).toBe('new');
    expect(check({ reported: quote(9000), doubted: { price: '1490.00', at: longAgo } })).toMatchObject({
      take: 'no',
      doubted: { price: '9000.00', at: now },
    });
    expect(check({ reported: quote(59) })).toMatchObject({ take: 'no', code: 'jump' });
  });

  it('says whether it will be accepted, or was overruled by an administrator', () => {
    const words = (doubted: QuoteInput['doubted']) => check({ reported: quote(1501), doubted });
    const outlook = 'It will be accepted if it is confirmed tomorrow.';
    const overruled = { price: '1501.00', at: new Date(now.getTime() + 29 * dayMs) };
    expect(words({ price: '1501.00', at: now })).toMatchObject({ words: expect.stringContaining(outlook) });
    expect(words({ ...overruled, price: '9000.00' })).toMatchObject({ words: expect.stringContaining(outlook) });
    expect(words(overruled)).toMatchObject({ words: expect.stringMatching(/\. An administrator overruled it\.$/) });
  });

  it('by a split is accepted', () => {
    const splits = [{ day: '2022-08-26', numerator: 20, denominator: 1 }];
    expect(check({ reported: quote(15.1), splits, knowsSplits: false })).toMatchObject({ take: 'new', price: '15.10' });
    const reverse = [{ day: '2022-08-26', numerator: 1, denominator: 20 }];
    expect(check({ reported: quote(6010), splits: reverse, knowsSplits: false })).toMatchObject({ take: 'new' });
    expect(check({ reported: quote(301), splits })).toMatchObject({ take: 'no', code: 'jump' });
  });

  it('by a future split is rejected, because its time does not match its shares', () => {
    const splits = [{ day: '2022-08-29', numerator: 3, denominator: 1 }];
    expect(check({ reported: quote(100.3), splits })).toMatchObject({ take: 'no', code: 'split_pending' });
    expect(check({ reported: quote(301), splits })).toMatchObject({ take: 'new' });
  });
});

it('rounds halves up in decimal notation', () => {
  const written: [number, string | null][] = [
    [248.475, '248.48'],
    [248.4749, '248.47'],
    [1.005, '1.01'],
    [0.005, '0.01'],
    [5, '5.00'],
    [99_999_999.99, '99999999.99'],
    [99_999_999.995, null],
  ];
  for (const [value, price] of written) expect(toPrice(value)).toBe(price);
});
