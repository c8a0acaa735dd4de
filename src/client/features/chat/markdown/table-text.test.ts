import { expect, it } from 'vitest';
import { toCsv } from './table-text';

it.each(['-', '+', '-4.2%', '-$350', '+€20', '-1.2 bn', '-350 USD', '-5€', '-2.1x', '-15 bps'])(
  'a CSV file contains %j as it is displayed',
  (cell) => {
    expect(toCsv([[cell]])).toBe(`${cell}\r\n`);
  },
);

it.each(['=1+1', '@SUM', '-1+cmd|A', "-1+cmd|' /C calc'!A0", '-A1', '-USD100', '+$A1', '-2-3', '--1', '-SUM(A1)'])(
  'a CSV file contains %j as text, so that no spreadsheet evaluates it',
  (cell) => {
    expect(toCsv([[cell]])).toBe(`"'${cell}"\r\n`);
  },
);
