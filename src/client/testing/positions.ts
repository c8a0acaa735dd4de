import type { Position } from '~/shared/schemas/positions';

/** An open position in Tesla. */
export function openPosition(changes: Partial<Position> = {}): Position {
  return {
    id: 'a1b2c3d4-0000-4000-8000-000000000001',
    userId: 'a1b2c3d4-0000-4000-8000-0000000000ff',
    name: 'Tesla',
    ticker: 'TSLA',
    avgEntryPrice: '180.25',
    purchaseDate: new Date('2023-05-15T00:00:00Z'),
    status: 'open',
    closeDate: null,
    closePrice: null,
    createdAt: new Date('2023-05-15T15:00:00Z'),
    latestPrice: '241.50',
    gainsPercent: '33.98',
    ...changes,
  };
}

export const closedPosition = (changes: Partial<Position> = {}): Position =>
  openPosition({
    status: 'closed',
    closeDate: new Date('2024-06-03T15:00:00Z'),
    closePrice: '200.00',
    gainsPercent: '10.96',
    latestPrice: undefined,
    ...changes,
  });
