import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { shownFigures } from '~/client/testing/shown-figures';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { TrackRecord, ValuedPosition } from '~/shared/track-record';
import type { VerifiedPosition } from '~/shared/verified-positions';
import type { VerifiedRecord } from '~/shared/verified-record';
import { StatedFigures } from './stated-figures';
import { VerifiedFigures } from './verified-figures';

const stated: TrackRecord = {
  positions: Array.from({ length: 5 }, () => ({}) as ValuedPosition),
  openCount: 2,
  closedCount: 1,
  deletedCount: 1,
  sampleCount: 1,
  lateCount: 0,
  mostDaysLate: 0,
  endedCount: 2,
  averageGain: '12.50',
  hitRate: '50.00',
  bookReturn: '10.00',
  benchmarkReturn: '4.00',
  drawdown: '-7.30',
  drawdownFrom: '2026-02-02',
  drawdownTo: '2026-03-02',
  benchmark: 'SPY',
  method: '',
  points: [],
  leftOut: [],
};

describe('the stated figures', () => {
  function show(changes: Partial<TrackRecord> = {}, returnWithoutDeleted?: string) {
    renderInApp(<StatedFigures record={{ ...stated, ...changes }} returnWithoutDeleted={returnWithoutDeleted} />);
    return shownFigures(words.stated);
  }

  it('are shown beside the benchmark, with the days of the max drawdown', () => {
    const figures = show();
    expect(figures[words.bookReturn]).toBe('+10.00%');
    expect(figures[words.benchmarkReturn('SPY')]).toBe('+4.00%');
    expect(figures[words.hitRate]).toBe(`50.00%${words.hitRateNote('2')}`);
    expect(figures[words.drawdown]).toContain(words.drawdownDays('02 Feb 2026', '02 Mar 2026'));
    expect(figures[words.averageGain]).toBe(`+12.50%${words.averageNote}`);
  });

  it('count positions without samples', () => {
    expect(show()[words.positions]).toBe(`4${words.positionCounts('2', '1', '1')}`);
  });

  it('show dashes for unknown values, never 0', () => {
    const { averageGain: _1, hitRate: _2, bookReturn: _3, benchmarkReturn: _4, drawdown: _5, ...unknown } = stated;
    renderInApp(<StatedFigures record={unknown} returnWithoutDeleted={undefined} />);
    const figures = shownFigures(words.stated);
    for (const name of [words.bookReturn, words.benchmarkReturn('SPY'), words.hitRate, words.averageGain])
      expect(figures[name]?.[0], name).toBe('-');
    expect(figures[words.bookReturn]).not.toContain('0');
  });

  it('include the return without deleted positions', () => {
    expect(show({}, '15.00')[words.bookReturn]).toContain(words.withoutDeleted('+15.00%'));
  });

  it('show the return with dividends if it differs', () => {
    const figures = show({ bookTotalReturn: '11.20', benchmarkTotalReturn: '4.00' });
    expect(figures[words.bookReturn]).toContain(words.withDividends('+11.20%'));
    expect(figures[words.benchmarkReturn('SPY')]).not.toContain('dividends');
  });

  it("say that they can't be verified, and mention no late entries if there are none", () => {
    show();
    expect(screen.getByText(words.statedNote)).toBeDefined();
  });

  it('show how many positions were recorded late, and how late', () => {
    show({ lateCount: 3, mostDaysLate: 1500 });
    expect(screen.getByText(/Includes 3 positions recorded up to 1,500 days after their stated date\./)).toBeDefined();
  });

  it('use the singular for one late position', () => {
    show({ lateCount: 1, mostDaysLate: 1 });
    expect(screen.getByText(/Includes 1 position recorded 1 day after its stated date\./)).toBeDefined();
  });
});

describe('the verified figures', () => {
  const waiting = { state: 'waiting' } as VerifiedPosition;
  const counted = { state: 'counted' } as VerifiedPosition;
  const verified: VerifiedRecord = {
    positions: [counted, counted, waiting],
    countedCount: 2,
    endedCount: 1,
    hitRate: '100.00',
    averageGain: '8.00',
    bookReturn: '6.00',
    benchmarkReturn: '-1.50',
    benchmark: 'SPY',
    method: '',
    points: [
      { day: '2026-01-05', book: '100.00' },
      { day: '2026-03-02', book: '106.00' },
    ],
    unpriced: [],
  };
  function show(changes: Partial<VerifiedRecord> = {}) {
    renderInApp(<VerifiedFigures record={{ ...verified, ...changes }} />);
    return shownFigures(words.verified);
  }

  it('show the days that they cover', () => {
    const figures = show();
    expect(figures[words.bookReturn]).toBe(`+6.00%${words.since('05 Jan 2026', '02 Mar 2026')}`);
    expect(figures[words.benchmarkReturn('SPY')]).toBe('−1.50%');
    expect(figures[words.hitRate]).toBe(`100.00%${words.ended('1')}`);
  });

  it('show when they start, before the first closing price', () => {
    expect(show({ points: [] })[words.bookReturn]).toContain(words.notYet);
  });

  it('show how many positions wait for a closing price', () => {
    expect(show()[words.countedPositions]).toBe(`2${words.waiting('1')}`);
  });

  it('mention no waiting positions if there are none', () => {
    expect(show({ positions: [counted, counted] })[words.countedPositions]).toBe('2');
  });

  it('show the return with dividends if it differs', () => {
    expect(show({ bookTotalReturn: '6.40' })[words.bookReturn]).toContain(words.withDividends('+6.40%'));
  });
});
