import { describe, expect, it } from 'vitest';
import { dayMs, utcDay } from '~/shared/utc-day';
import { checkHistory } from './check-history';

const days = (first: string, closes: readonly number[]) =>
  closes.map((close, index) => ({
    day: utcDay(new Date(Date.parse(`${first}T00:00:00Z`) + index * dayMs)),
    close,
  }));
const history = (closes: readonly number[], more: object = {}) => ({
  currency: 'USD',
  closes: days('2022-08-23', closes),
  splits: [],
  ...more,
});
/** Judged long after the days in question. */
const checkUntilNow = (reported: Parameters<typeof checkHistory>[0]) => checkHistory(reported, '2026-11-20');
const split = (day: string, numerator: number, denominator = 1) => ({ day, numerator, denominator });

describe('closing prices', () => {
  it('lose the noise of their binary fractions', () => {
    for (const [reported, kept] of [
      [296.07000732421875, '296.070000'],
      [0.0382, '0.038200'],
      [12_345.67, '12345.670000'],
      [123_456.78, '123456.78'],
    ] as const)
      expect(checkUntilNow(history([reported])).closes[0]?.close).toBe(kept);
  });

  it('that are invalid, or an outlier of a single day, are dropped', () => {
    const { closes } = checkUntilNow(history([300, Number.NaN, -1, 0, 1e12, 301, 3010, 302, 30.2, 303]));
    expect(closes.map(({ close }) => Number(close))).toEqual([300, 301, 302, 303]);
    // A real collapse keeps its lower prices.
    expect(checkUntilNow(history([300, 301, 20, 21])).closes).toHaveLength(4);
  });

  it.each([
    ['two are dropped if the price returns', [300, 301, 3.01, 3.02, 302], [300, 301, 302]],
    ['two that are too high are dropped', [300, 301, 30_100, 30_200, 302], [300, 301, 302]],
    ['two in opposite directions are dropped', [300, 301, 30_100, 3.02, 302], [300, 301, 302]],
    ['a collapse is kept', [300, 301, 20, 21, 22], [300, 301, 20, 21, 22]],
    ['a collapse with a partial recovery is kept', [300, 301, 3, 3.1, 20, 21], [300, 301, 3, 3.1, 20, 21]],
    ['a rise in two steps is kept', [1, 1, 6, 7, 40, 41], [1, 1, 6, 7, 40, 41]],
    ['three in a row are kept', [300, 301, 3.01, 3.02, 3.03, 302], [300, 301, 3.01, 3.02, 3.03, 302]],
  ])('of consecutive outliers: %s', (_name, reported, kept) => {
    const { closes } = checkUntilNow(history(reported));
    expect(closes.map(({ close }) => Number(close))).toEqual(kept);
  });

  it('of a day that is not over yet are left out', () => {
    expect(checkHistory(history([300, 301, 302]), '2022-08-24').closes.map(({ day }) => day)).toEqual([
      '2022-08-23',
      '2022-08-24',
    ]);
  });

  it('in a different currency from earlier ones are rejected', () => {
    const inPence = history([300], { currency: 'GBp' });
    const { closes, problem } = checkHistory(inPence, '2026-11-20', { ticker: 'VOD.L', currency: 'USD' });
    expect(closes).toEqual([]);
    expect(problem).toMatchObject({ code: 'history_currency' });
    expect(checkHistory(inPence, '2026-11-20', { ticker: 'VOD.L' })).toMatchObject({ currency: 'GBp', closes: [{}] });
  });
});

describe('splits', () => {
  it('are accepted with closing prices that include them', () => {
    const reported = history([297.1, 296.5, 296.07, 288], { splits: [split('2022-08-25', 3)] });
    expect(checkUntilNow(reported)).toMatchObject({ splits: reported.splits, closes: [{}, {}, {}, {}] });
    expect(checkUntilNow(reported).problem).toBeUndefined();
    const reverse = history([4, 4.1, 4.2, 4], { splits: [split('2022-08-25', 1, 20)] });
    expect(checkUntilNow(reverse).closes).toHaveLength(4);
  });

  it('are accepted without closing prices that do not include them yet', () => {
    for (const [closes, splits, code] of [
      [[891, 889, 296, 288], [split('2022-08-25', 3)], 'history_unadjusted'],
      [[0.2, 0.21, 4.2, 4], [split('2022-08-25', 1, 20)], 'history_unadjusted'],
      [[891, 889], [split('2022-08-25', 3)], 'history_split_pending'],
      [[100, 101], [split('2022-08-25', 21, 20)], 'history_split_pending'],
    ] as const) {
      const checked = checkUntilNow(history(closes, { splits }));
      expect(checked).toMatchObject({ closes: [], splits, problem: { code } });
    }
  });

  it('of a day that is not over yet wait until it is, although closing prices include them', () => {
    const reported = history([90, 89, 88, 87], { splits: [split('2022-08-26', 10)] });
    expect(checkHistory(reported, '2022-08-25')).toMatchObject({
      closes: [],
      rawCloses: reported.closes.slice(0, 3),
      splits: reported.splits,
      problem: { code: 'history_split_pending' },
    });
    expect(checkHistory(reported, '2022-08-26')).toMatchObject({ closes: [{}, {}, {}, {}], splits: reported.splits });
  });

  it('that are implausible are dropped', () => {
    const splits = [split('2022-08-24', 1, 1), split('2022-08-25', 5000), split('2022-08-26', 1, 5000)];
    expect(checkUntilNow(history([1, 2, 3, 4], { splits })).splits).toEqual([]);
  });
});

describe('a closing price that moved like a split without one', () => {
  const fallen = { ...history([400, 401, 100, 101]), splits: [] };

  it('is held back for three days, with all later ones', () => {
    expect(checkHistory(fallen, '2022-08-26')).toMatchObject({
      closes: [{ day: '2022-08-23' }, { day: '2022-08-24' }],
      problem: { code: 'history_jump', words: expect.stringContaining('2022-08-25 moved like a 4:1 split') },
    });
    expect(checkHistory(fallen, '2022-08-29').closes).toHaveLength(4);
  });

  it('is accepted if it does not match a usual split ratio', () => {
    expect(checkHistory(history([400, 401, 160, 161]), '2022-08-26').closes).toHaveLength(4);
  });
});

describe('a closing price far from the one before', () => {
  it('is held back until the next one shows whether it is an outlier', () => {
    const wrong = checkHistory(history([250, 251, 2.5]), '2022-08-25');
    expect(wrong).toMatchObject({
      closes: [{ day: '2022-08-23' }, { day: '2022-08-24' }],
      problem: {
        code: 'history_jump',
        words: expect.stringContaining('2022-08-25 is more than 5 times higher or lower'),
      },
    });
    const known = checkHistory(history([250, 251, 2.5, 252]), '2022-08-26');
    expect(known.problem).toBeUndefined();
    expect(known.closes.map(({ day }) => day)).toEqual(['2022-08-23', '2022-08-24', '2022-08-26']);
    expect(known.outliers).toEqual([{ day: '2022-08-25', close: 2.5 }]);
  });

  it('is accepted after three days', () => {
    expect(checkHistory(history([250, 251, 2.5, 2.4]), '2022-08-27')).toMatchObject({ closes: [{}, {}] });
    expect(checkHistory(history([250, 251, 2.5, 2.4]), '2022-08-28').closes).toHaveLength(4);
  });
});
