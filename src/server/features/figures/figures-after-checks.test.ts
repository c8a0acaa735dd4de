import { expect, it } from 'vitest';
import type { Citation, Verdict } from '~/shared/schemas/citations';
import { figuresAfterChecks, finalMetadata } from './figures-after-checks';

const checked = (verdict: Verdict): Citation => ({
  source: 'site',
  url: 'https://example.com',
  check: { verdict, checkedAt: '2026-01-05T00:00:00.000Z' },
});
const place = (start: number) => ({ start, end: start + 2, text: '5%' });
const figures = {
  citedFigures: [
    { ...place(10), sources: [0] },
    { ...place(20), sources: [0, 1] },
  ],
  confirmedFigures: [
    { start: 10, end: 12, source: 'Prices' },
    { start: 40, end: 42, source: 'Prices' },
  ],
  unconfirmedFigures: [place(15)],
  hasUnconfirmedFigures: true,
};

it('figures are pending while one of their sources is read', () => {
  expect(figuresAfterChecks(figures, [checked('pending'), checked('absent')])).toEqual({
    ...figures,
    isAboutInvestments: true,
  });
});

it('figures that a source contains are confirmed and removed from the list', () => {
  expect(figuresAfterChecks({ citedFigures: figures.citedFigures }, [checked('figures'), checked('absent')])).toEqual(
    {},
  );
});

it('figures that no source contains become unconfirmed, in text order, even among filled-in figures', () => {
  const { citedFigures: _, ...rest } = figures;
  expect(figuresAfterChecks(figures, [checked('absent'), checked('quote')])).toEqual({
    ...rest,
    confirmedFigures: [{ start: 40, end: 42, source: 'Prices' }],
    unconfirmedFigures: [place(10), place(15)],
    isAboutInvestments: true,
  });
  const none = figuresAfterChecks({ citedFigures: figures.citedFigures }, [checked('unreadable'), checked('differs')]);
  expect(none).toEqual({
    unconfirmedFigures: [place(10), place(20)],
    hasUnconfirmedFigures: true,
    isAboutInvestments: true,
  });
});

it('figures of a copy that is never updated are not pending, and its other metadata stays', () => {
  const citations = [checked('pending'), checked('quote')];
  const { citedFigures, unconfirmedFigures } = figures;
  expect(finalMetadata({ model: 'm', citations, citedFigures, unconfirmedFigures })).toEqual({
    ...{ model: 'm', citations, hasUnconfirmedFigures: true, isAboutInvestments: true },
    unconfirmedFigures: [place(10), place(15)],
  });
  expect(finalMetadata({ status: 'stopped' })).toEqual({ status: 'stopped' });
});
