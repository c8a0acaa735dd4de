/** Directions of figures whose clause, brackets and row name several. */
import { describe, expect, it } from 'vitest';
import { checkClaim } from './check-claim';

const source = `Nvidia (up 40% this year) rose 2% on Friday. The S&P 500 fell 2% on Monday.

Deliveries fell 5%, while revenue rose to $28.1 billion. Operating income fell 3% to $12 million.`;

describe('a figure beside another direction', () => {
  it.each([
    'Nvidia (up 40% this year) rose 2% on Friday.',
    '| Tesla | Deliveries fell 5% | Revenue $28.1bn |',
    'Revenue rose to $28.1bn (operating income $12m).',
  ])('is found with its own: %s', (claim) => {
    expect(checkClaim(claim, source.replace('Deliveries', 'Tesla deliveries')).verdict).toMatch(/^(?:quote|figures)$/);
  });

  it.each(['Nvidia (up 40% this year) fell 2% on Friday.', 'Nvidia fell 5% (the S&P 500 rose 2% on Monday).'])(
    'is not found with the opposite: %s',
    (claim) => {
      expect(['partial', 'absent']).toContain(checkClaim(claim, source).verdict);
    },
  );
});
