import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { trackRecordWords as words } from '~/client/words/track-record';
import type { ReadingStep } from './read-track-record';
import { ReadingProgress } from './reading-progress';

it.each<[ReadingStep, string, string]>([
  [{ name: 'ledger', read: 0, total: 0 }, words.reading, '0'],
  [{ name: 'ledger', read: 500, total: 2000 }, words.readSoFar('500', '2,000'), '25'],
  [{ name: 'ledger', read: 2000, total: 2000 }, words.readSoFar('2,000', '2,000'), '100'],
  [{ name: 'prices' }, words.readingPrices, '100'],
  [{ name: 'figures' }, words.calculating, '100'],
])('shows the progress of %o', (step, text, percent) => {
  renderInApp(<ReadingProgress step={step} />);
  expect(screen.getByRole('status').textContent).toBe(text);
  expect(screen.getByRole('progressbar', { name: words.reading }).getAttribute('aria-valuenow')).toBe(percent);
});
