import { describe, expect, it } from 'vitest';
import { addDays } from '~/shared/trading-day';
import { type CheckedSplit, checkSplits, movedDecisions, type SplitInput } from './check-splits';

const day = '2026-11-18';
const split = (on: string, numerator = 4, denominator = 1) => ({ day: on, numerator, denominator });
const confirmed = (on: string, evidence: CheckedSplit['evidence'] = 'closes', numerator = 4): CheckedSplit => ({
  ...split(on, numerator),
  state: 'confirmed',
  evidence,
});
/** Ten days up to the day before `lastDay`; prices `before` and `after` the split of 18 November. */
const closesOf = (before: number, after: number) =>
  Array.from({ length: 10 }, (_, index) => addDays('2026-11-11', index)).map((on) => ({
    day: on,
    close: on < day ? before : after,
  }));
const storedOf = (before: number, after = before, through = '2026-11-17') =>
  closesOf(before, after).map((close) => ({ ...close, through }));

const check = (input: Partial<SplitInput>) =>
  checkSplits({
    reported: [],
    known: [],
    closes: closesOf(100, 100),
    stored: [],
    lastDay: '2026-11-20',
    ...input,
  });

describe('a reported split', () => {
  it('counts if stored closing prices from before it are lower by its ratio now', () => {
    const stored = storedOf(400);
    expect(check({ reported: [split(day)], stored })).toEqual([confirmed(day)]);
    const reverse = split(day, 1, 10);
    expect(check({ reported: [reverse], stored: storedOf(10) })).toEqual([
      { ...reverse, state: 'confirmed', evidence: 'closes' },
    ]);
    const spinOff = split(day, 1007, 1000);
    expect(check({ reported: [spinOff], stored: storedOf(100.7) })).toMatchObject([{ state: 'confirmed' }]);
  });

  it('does not count while those closing prices are unchanged', () => {
    for (const reported of [split(day, 10), split(day, 1, 10), split(day, 1007, 1000)])
      expect(check({ reported: [reported], stored: storedOf(100) })).toEqual([
        { ...reported, state: 'reported', evidence: null },
      ]);
  });

  it('counts if the market moved by it, adjusted or not', () => {
    expect(check({ reported: [split(day)], closes: closesOf(400, 101) })).toEqual([confirmed(day)]);
  });

  it('counts if it is old and nothing contradicts it, and waits while it is new', () => {
    expect(check({ reported: [split(day)], lastDay: '2026-11-21' })).toEqual([confirmed(day, 'history')]);
    expect(check({ reported: [split(day)] })).toMatchObject([{ state: 'reported' }]);
    expect(check({ reported: [split('2026-12-24')] })).toMatchObject([{ state: 'reported' }]);
  });

  it('that was moved to another day is one split, and stays confirmed', () => {
    expect(check({ reported: [split('2026-11-19')], known: [confirmed(day)] })).toEqual([
      confirmed('2026-11-19'),
      { ...confirmed(day), state: 'superseded' },
    ]);
  });

  it('that is reported on two days is one split', () => {
    const both = [split(day), split('2026-11-19')];
    expect(check({ reported: both, stored: storedOf(400) })).toHaveLength(1);
    expect(check({ reported: both, known: [confirmed(day)] })).toEqual([confirmed(day)]);
    expect(check({ reported: [split('2026-11-11'), split('2026-11-18')] })).toHaveLength(2);
    expect(check({ reported: [split(day), split('2026-11-19', 3)] })).toHaveLength(2);
  });
});

describe('a split that is no longer reported', () => {
  const reported: CheckedSplit = { ...split(day), state: 'reported', evidence: null };

  it('is superseded if only the report supported it', () => {
    expect(check({ known: [reported] })).toMatchObject([{ state: 'superseded' }]);
    expect(check({ known: [confirmed(day, 'history')] })).toMatchObject([{ state: 'superseded' }]);
  });

  it('stays while the closing prices that confirmed it are unchanged, and is removed when they change back', () => {
    const stored = storedOf(100, 100, '2026-11-19');
    expect(check({ known: [confirmed(day)], stored })).toEqual([confirmed(day)]);
    expect(check({ known: [confirmed(day)], stored, closes: closesOf(400, 400) })).toMatchObject([
      { state: 'superseded' },
    ]);
  });

  it('stays if it was not requested, or nothing from before it was returned', () => {
    expect(check({ known: [confirmed('2020-08-31', 'history')] })).toMatchObject([{ state: 'confirmed' }]);
    expect(check({ known: [reported], closes: [] })).toMatchObject([{ state: 'reported' }]);
    const closes = closesOf(100, 100).filter((close) => close.day >= day);
    expect(check({ known: [confirmed(day, 'history')], closes })).toMatchObject([{ state: 'confirmed' }]);
  });

  it('counts again once it is reported again', () => {
    const superseded: CheckedSplit = { ...split(day), state: 'superseded', evidence: 'closes' };
    expect(check({ reported: [split(day)], known: [superseded], stored: storedOf(400) })).toEqual([confirmed(day)]);
  });
});

it('a decision moves to the new day of a split only if it confirmed the split', () => {
  const moved = (isConfirmed: boolean) =>
    movedDecisions([
      { ...split(day), state: 'superseded', evidence: null, isConfirmed },
      { ...split(addDays(day, 1)), state: 'reported', evidence: null },
    ]);
  expect(moved(true)).toEqual([{ from: day, to: addDays(day, 1) }]);
  expect(moved(false)).toEqual([]);
});
