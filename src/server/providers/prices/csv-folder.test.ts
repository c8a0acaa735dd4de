import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { describePriceContract } from './contract-suite';
import { createCsvFolder } from './csv-folder';

const folder = createTestFolder();
beforeAll(async () => {
  await write('closes.csv', goodCloses);
  await write('splits.csv', 'ticker,day,numerator,denominator\nA,2024-01-04,4,1\n');
});

const goodCloses = 'ticker,day,close\nA,2024-01-03,400\nA,2024-01-02,396.5\na,2024-01-04,101\nB,2024-01-02,0.0791\n';
const write = (name: string, text: string) => writeFile(path.join(folder, name), text);

describePriceContract('CSV by hand', () => ({
  provider: createCsvFolder(folder),
  known: ['A', 'B'],
  fromDay: '2024-01-01',
}));

describe('prices from CSV files', () => {
  it('takes closing prices as traded and adjusts them for the splits', async () => {
    const provider = createCsvFolder(folder);
    expect((await provider.quotes(['A', 'B', 'C'])).get('A')).toMatchObject({
      price: 101,
      asOf: new Date('2024-01-04T21:00:00Z'),
    });
    const { closes, splits } = await provider.history('A', '2024-01-03');
    expect(closes).toEqual([
      { day: '2024-01-03', close: 100 },
      { day: '2024-01-04', close: 101 },
    ]);
    expect(splits).toEqual([{ day: '2024-01-04', numerator: 4, denominator: 1 }]);
  });

  it('ignores a split that is entered ahead of its day', async () => {
    await write('splits.csv', 'ticker,day,numerator,denominator\nA,2024-01-04,4,1\nA,2999-01-04,2,1\n');
    const { closes, splits } = await createCsvFolder(folder).history('A', '2024-01-04');
    expect(closes).toEqual([{ day: '2024-01-04', close: 101 }]);
    expect(splits).toEqual([{ day: '2024-01-04', numerator: 4, denominator: 1 }]);
    await write('splits.csv', 'ticker,day,numerator,denominator\nA,2024-01-04,4,1\n');
  });

  it('dates a price at the close of New York, an hour earlier in summer', async () => {
    await write('closes.csv', 'ticker,day,close\nA,2024-07-02,101\n');
    const quotes = await createCsvFolder(folder).quotes(['A']);
    expect(quotes.get('A')?.asOf).toEqual(new Date('2024-07-02T20:00:00Z'));
    await write('closes.csv', goodCloses);
  });

  it('has adjusted dividends only if their file exists', async () => {
    const provider = createCsvFolder(folder);
    expect(await provider.history('A', '2024-01-01')).not.toHaveProperty('dividends');
    await write('dividends.csv', 'ticker,day,amount\nA,2024-01-03,2\nA,2024-01-04,0.24\n');
    expect((await provider.history('A', '2024-01-01')).dividends).toEqual([
      { day: '2024-01-03', amount: 0.5 },
      { day: '2024-01-04', amount: 0.24 },
    ]);
    expect((await provider.history('B', '2024-01-01')).dividends).toEqual([]);
    await write('dividends.csv', 'ticker,day,amount\nA,2024-01-03,-2\n');
    await expect(provider.history('A', '2024-01-01')).rejects.toMatchObject({
      message: 'dividends.csv has an invalid amount in row 2.',
    });
    await rm(path.join(folder, 'dividends.csv'));
  });

  it('reads currencies from a column, and exchange rates as closing prices of pairs', async () => {
    const provider = createCsvFolder(folder);
    const rates = 'EURUSD=X,2024-01-02,1.0956,\nUSDJPY=X,2024-01-02,142.09,\n';
    await write('closes.csv', `ticker,day,close,currency\nE,2024-01-02,25.1,EUR\nL,2024-01-02,250,GBp\n${rates}`);
    expect((await provider.quotes(['E'])).get('E')).toMatchObject({ price: 25.1, currency: 'EUR' });
    const currencies = ['E', 'L', 'EURUSD=X', 'USDJPY=X'].map(
      async (ticker) => (await provider.history(ticker, '2024-01-01')).currency,
    );
    expect(await Promise.all(currencies)).toEqual(['EUR', 'GBp', 'USD', 'JPY']);
    for (const [row, words] of [
      ['E,2024-01-03,25,USD', 'closes.csv has another currency in row 3.'],
      ['E,2024-01-03,25,euro', 'closes.csv has an invalid currency in row 3.'],
    ] as const) {
      await write('closes.csv', `ticker,day,close,currency\nE,2024-01-02,25.1,EUR\n${row}\n`);
      await expect(provider.history('E', '2024-01-01')).rejects.toMatchObject({ message: words });
    }
    await write('closes.csv', goodCloses);
  });

  it('reads changed files again', async () => {
    const provider = createCsvFolder(folder);
    await provider.quotes(['A']);
    await write('closes.csv', `${goodCloses}A,2024-01-05,105.25\n`);
    expect((await provider.quotes(['A'])).get('A')?.price).toBe(105.25);
    await write('closes.csv', goodCloses);
  });

  it.each([
    ['a negative price', 'A,2024-01-02,-1'],
    ['no price', 'A,2024-01-02,'],
    ['a price that is not a number', 'A,2024-01-02,NaN'],
    ['an exponent', 'A,2024-01-02,1e9'],
    ['a day that does not exist', 'A,2024-02-30,1'],
    ['a day in another format', 'A,02/01/2024,1'],
    ['a formula', '=cmd(),2024-01-02,1'],
    ['an open quotation mark', '"A,2024-01-02,1'],
    ['a missing column', 'A,2024-01-02'],
    ['two prices of one day', 'A,2024-01-02,1\nA,2024-01-02,2'],
    ['the name of an object property', '__proto__,2024-01-02,1'],
  ])('uses no row of a file with %s', async (_what, rows) => {
    await write('closes.csv', `ticker,day,close\nB,2024-01-02,5\n${rows}\n`);
    const failure = await createCsvFolder(folder)
      .quotes(['B'])
      .catch((error: unknown) => error);
    await write('closes.csv', goodCloses);
    expect(failure).toMatchObject({ name: 'PriceError', code: 'bad_answer' });
    expect((failure as Error).message).toMatch(/^closes\.csv (has an invalid|has two rows)/);
  });

  it('reports the missing file', async () => {
    const failure = await createCsvFolder(path.join(folder, 'nothing'))
      .quotes(['A'])
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'unavailable', message: 'PRICE_CSV_FOLDER has no closes.csv.' });
  });
});
