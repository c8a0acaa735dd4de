import { describe, expect, it } from 'vitest';
import {
  formatCount,
  formatDate,
  formatDateTime,
  formatDay,
  formatFileSize,
  formatPercent,
  formatTime,
  formatUsd,
  isLoss,
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
  ])('says %d bytes as %s', (bytes, words) => {
    expect(formatFileSize(bytes)).toBe(words);
  });
});

describe('dates', () => {
  const evening = new Date(2026, 10, 20, 21, 5);

  it('shows the day as month, day, year', () => {
    expect(formatDate(evening)).toBe('Nov 20, 2026');
  });

  it('shows the time with ordinary spaces', () => {
    expect(formatTime(evening)).toBe('9:05 PM');
  });

  it('joins both with "at"', () => {
    expect(formatDateTime(evening)).toBe('Nov 20, 2026 at 9:05 PM');
  });
});

describe('figures of the book', () => {
  it('shows days as two digits, month and year, the same day for every reader', () => {
    expect(formatDay(new Date('2024-03-05T00:00:00.000Z'))).toBe('05 Mar 2024');
    expect(formatDay(new Date('2024-09-30T23:59:59.999Z'))).toBe('30 Sep 2024');
  });

  it.each([
    ['180.25', '$180.25'],
    ['99999999.99', '$99999999.99'],
    [null, '-'],
    [undefined, '-'],
    ['', '-'],
  ])('shows the price %s as %s', (price, words) => {
    expect(formatUsd(price)).toBe(words);
  });

  it.each([
    ['10.96', '+10.96%'],
    ['-3.20', '-3.20%'],
    ['0.00', '+0.00%'],
    ['-0.00', '+0.00%'],
    [undefined, '-'],
  ])('shows the gain %s as %s', (percent, words) => {
    expect(formatPercent(percent)).toBe(words);
  });

  it('tells losses from gains as they are shown', () => {
    expect(['-0.01', '-0.00', '0.00', '12.00'].map(isLoss)).toEqual([true, false, false, false]);
  });
});

it('groups the digits of counts', () => {
  expect(formatCount(20_000)).toBe('20,000');
});

describe('plainFileName', () => {
  it('reads as it is written', () => {
    expect(plainFileName('invoice\u202efdp.exe')).toBe('invoicefdp.exe');
    expect(plainFileName('Zusammenfassung – دليل.pdf')).toBe('Zusammenfassung – دليل.pdf');
    expect(plainFileName('\u200b')).toBe('file');
  });
});
