import { describe, expect, it, vi } from 'vitest';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatDecimal,
  formatFileSize,
  formatMoment,
  formatPercent,
  formatShortDate,
  formatSum,
  formatTick,
  formatTime,
  isLoss,
  ownDay,
  plainFileName,
} from './format';

describe('formatFileSize', () => {
  it.each([
    [0, '0 Bytes'],
    [-1, '0 Bytes'],
    [Number.NaN, '0 Bytes'],
    [1, '1 Bytes'],
    [1023, '1023 Bytes'],
    [1024, '1 KB'],
    [1536, '1.5 KB'],
    [1234, '1.21 KB'],
    [10_485_760, '10 MB'],
    [1_048_575, '1 MB'],
    [3 * 1024 ** 3, '3 GB'],
    [5000 * 1024 ** 3, '5000 GB'],
  ])('formats %d bytes as %s', (bytes, words) => {
    expect(formatFileSize(bytes)).toBe(words);
  });
});

describe('dates', () => {
  const evening = new Date(2026, 10, 20, 21, 5);

  it('formats the day as month, day, year', () => {
    expect(formatDate(evening)).toBe('Nov 20, 2026');
  });

  it('omits the current year', () => {
    expect(formatShortDate(evening, new Date(2026, 0, 1))).toBe('Nov 20');
    expect(formatShortDate(evening, new Date(2027, 0, 1))).toBe('Nov 20, 2026');
  });

  it('formats the time with ordinary spaces', () => {
    expect(formatTime(evening)).toBe('9:05 PM');
  });

  it('joins date and time with "at"', () => {
    expect(formatDateTime(evening)).toBe('Nov 20, 2026 at 9:05 PM');
  });
});

describe('figures of the portfolio', () => {
  it('formats days as two digits, month and year, independent of the time zone', () => {
    for (const place of ['America/Los_Angeles', 'UTC', 'Pacific/Auckland']) {
      vi.stubEnv('TZ', place);
      expect(formatDay('2024-03-05')).toBe('05 Mar 2024');
      expect(formatDay('2024-09-30')).toBe('30 Sep 2024');
    }
  });

  it('returns the local calendar day', () => {
    const moment = new Date('2026-11-21T04:00:00.000Z');
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(ownDay(moment)).toBe('2026-11-20');
    vi.stubEnv('TZ', 'Pacific/Auckland');
    expect(ownDay(moment)).toBe('2026-11-21');
  });

  it('omits the day if it is today', () => {
    const now = new Date(2026, 10, 21, 12, 0);
    expect(formatMoment(new Date(2026, 10, 21, 9, 5), now)).toBe('9:05 AM');
    expect(formatMoment(new Date(2026, 10, 20, 21, 5), now)).toBe('20 Nov 2026, 9:05 PM');
  });

  it('labels an axis with the largest unit that starts', () => {
    expect(['2024-01-01', '2024-03-01', '2024-03-08'].map((day) => formatTick(new Date(day)))).toEqual([
      '2024',
      'Mar',
      '08 Mar',
    ]);
  });

  it.each([
    ['10.96', '+10.96%'],
    ['-3.20', '\u22123.20%'],
    ['999.99', '+999.99%'],
    ['1234567.8912', '+1,234,567.8912%'],
    ['-1234.50', '\u22121,234.50%'],
    ['0.00', '+0.00%'],
    ['-0.00', '+0.00%'],
    [undefined, '-'],
  ])('formats the gain %s as %s', (percent, words) => {
    expect(formatPercent(percent)).toBe(words);
  });

  it.each([
    ['-0.27', '', '\u22120.27'],
    ['-9.40', '%', '\u22129.40%'],
    ['0.00', '%', '0.00%'],
    ['-0.00', '', '0.00'],
    ['1234.50', '%', '1,234.50%'],
    [null, '%', '-'],
  ] as const)('shows the figure %s, in "%s", as %s', (decimal, unit, words) => {
    expect(formatDecimal(decimal, unit)).toBe(words);
  });

  it('distinguishes losses from gains by their rounded figures', () => {
    expect(['-0.01', '-0.00', '0.00', '12.00'].map(isLoss)).toEqual([true, false, false, false]);
  });
});

it('groups the digits of counts', () => {
  expect(formatCount(20_000)).toBe('20,000');
});

describe('plainFileName', () => {
  it('shows characters in their order in the name', () => {
    expect(plainFileName('invoice\u202efdp.exe')).toBe('invoicefdp.exe');
    expect(plainFileName('Zusammenfassung – دليل.pdf')).toBe('Zusammenfassung – دليل.pdf');
    expect(plainFileName('\u200b')).toBe('file');
  });
});

describe('formatSum', () => {
  it.each([
    ['0.00', '$0.00'],
    ['999.99', '$999.99'],
    ['1000.00', '$1,000.00'],
    ['17341.22', '$17,341.22'],
    ['123456789.10', '$123,456,789.10'],
    ['1234.123456', '$1,234.123456'],
  ])('groups the thousands of %s', (sum, words) => {
    expect(formatSum(sum)).toBe(words);
  });
});
