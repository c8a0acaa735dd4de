import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { CloseDifferenceNote } from './close-difference-note';

it('shows both prices, sources and the day of a difference between two providers', () => {
  const difference = {
    ticker: 'TSLA',
    day: '2026-05-01',
    close: '100.000000',
    source: 'Tiingo',
    otherClose: '101.255000',
    otherSource: 'EODHD',
    since: new Date('2026-05-02T09:30:00Z'),
  };
  renderInApp(<CloseDifferenceNote difference={difference} />);
  expect(screen.getByRole('note').textContent).toBe(
    'Two price providers disagree about the closing price on 01 May 2026: $100.00 from Tiingo, which is used here, and $101.255 from EODHD.',
  );
});

it('shows both prices in the currency of the position', () => {
  const difference = {
    ticker: 'SAP.DE',
    day: '2026-05-01',
    close: '100.000000',
    source: 'Tiingo',
    otherClose: '102.000000',
    otherSource: 'EODHD',
    since: new Date('2026-05-02T09:30:00Z'),
    currency: 'EUR',
  };
  renderInApp(<CloseDifferenceNote difference={difference} />);
  expect(screen.getByRole('note').textContent).toContain(
    '\u20ac100.00 from Tiingo, which is used here, and \u20ac102.00',
  );
});
