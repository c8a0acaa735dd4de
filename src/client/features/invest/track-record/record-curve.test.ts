import { expect, it } from 'vitest';
import { calculateTrackRecord, gatherPrices } from '~/shared/track-record';
import { calculateVerifiedRecord } from '~/shared/verified-record';
import { recordCurve } from './record-curve';

it('starts a benchmark at 100 if its prices start later than the record, and writes levels with commas for thousands', () => {
  const prices = gatherPrices([]);
  const points = [
    { day: '2026-01-05', book: '100.00' },
    { day: '2026-01-06', book: '80.00', benchmark: '80.00' },
    { day: '2026-01-07', book: '90.00', benchmark: '84.00' },
  ];
  const stated = { ...calculateTrackRecord([], prices), points };
  const { series, formatValue } = recordCurve(calculateVerifiedRecord([], prices), stated);
  expect(series.at(-1)?.values).toEqual([undefined, 100, 105]);
  expect(formatValue(1234.561)).toBe('1,234.56 (+1,134.56%)');
});
