/** Import and export, tested with a folder of good files and one of bad ones. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import Papa from 'papaparse';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { limits } from '~/shared/limits';
import { escapeFormula, unescapeFormula } from './formula-safe';

let server: TestServer;
let admin: TestUser;
let member: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await signUp(server.deps, { isAdmin: true });
  member = await signUp(server.deps);
});
afterAll(() => server.close());
beforeEach(() => server.deps.db.investmentPosition.deleteMany());

const folder = path.join(import.meta.dirname, 'fixtures');
const formatOf = (name: string) => (name.endsWith('.json') ? ('json' as const) : ('csv' as const));
const read = (name: string) => ({ format: formatOf(name), text: readFileSync(path.join(folder, name), 'utf8') });
const importFile = (name: string, dryRun = false) => admin.call.positions.import({ ...read(name), dryRun });
const importText = (text: string, format: 'csv' | 'json' = 'csv') => admin.call.positions.import({ format, text });
const stored = async () => {
  const rows = await server.deps.db.investmentPosition.findMany({
    orderBy: [{ purchaseDate: 'asc' }, { ticker: 'asc' }],
  });
  return rows.map(({ name, ticker, avgEntryPrice, purchaseDate, status, closeDate, closePrice }) =>
    [
      name,
      ticker,
      avgEntryPrice.toFixed(2),
      purchaseDate.toISOString().replace('T00:00:00.000Z', ''),
      ...(status === 'closed' ? [closeDate?.toISOString().replace('T00:00:00.000Z', ''), closePrice?.toFixed(2)] : []),
    ].join(' | '),
  );
};

const tesla = 'Tesla | TSLA | 180.25 | 2023-05-15';
const alphabet = 'Alphabet | GOOGL | 104.80 | 2023-04-03';
const good: Record<string, string[]> = {
  'plain.csv': [alphabet, tesla],
  'whole.csv': [tesla, 'NVIDIA | NVDA | 109.02 | 2024-08-12 | 2025-01-06T20:15:30.123Z | 149.43'],
  'headings-as-on-the-page.csv': [tesla],
  'semicolons.csv': [tesla],
  'tabs.csv': [tesla],
  'byte-order-mark.csv': ['Société Générale | GLE.PA | 25.10 | 2023-05-15'],
  'quoted.csv': ['Berkshire Hathaway, "B"\nshares | BRK.B | 310.00 | 2023-05-15'],
  'blank-lines.csv': [alphabet, tesla],
  'formula-safe.csv': ['@SUM(A1) | -X | 1.00 | 2023-05-15', '=1+1 | ^GSPC | 4100.00 | 2023-05-15'],
  'old-mac-lines.csv': [tesla],
  // It was already that day in Tokyo, and still the day before in New York.
  'closed-as-the-day-began.csv': [`${tesla} | 2023-05-15T02:00:00.000Z | 177.46`],
  'closed-without-status.csv': [`${tesla} | 2024-05-15 | 177.46`],
  'two-alike.csv': [tesla, tesla],
  'bounds.csv': ['Cheap | A | 0.01 | 1901-01-01', 'Dear | B | 99999999.99 | 2023-05-15'],
  'list.json': [tesla],
  'object.json': ['Tesla | TSLA | 180.25 | 2023-05-15T17:30:00.000Z | 2024-01-02 | 248.42'],
};

/** The expected error of each wrong row, by its number, or of the whole file. */
const bad: Record<string, Record<number, string> | string> = {
  'european-decimals.csv': {
    2: 'Entry price must be a valid decimal: write it with a point, 180.25 instead of 180,25',
  },
  'comma-splits-price.csv': {
    2: 'The row has 5 values for 4 headings. A price with a comma needs a point instead: 180.25.',
  },
  'thousands.csv': {
    2: 'Entry price must be a valid decimal: write it without thousands separators, 1234.50 instead of 1,234.50',
  },
  'ambiguous-date.csv': { 2: 'Purchase date could mean two days: write it as 2024-01-31' },
  'no-such-day.csv': { 2: 'Purchase date is not a date: write it as 2024-01-31' },
  'future.csv': { 2: 'Purchase date cannot be in the future' },
  'negative.csv': { 2: 'Entry price must be a valid decimal' },
  'three-decimals.csv': { 2: 'Entry price must be a valid decimal' },
  'over-the-limit.csv': { 2: 'Entry price must be a valid decimal' },
  'empty-cells.csv': {
    2: 'Name is required',
    3: 'Ticker is required',
    4: 'Entry price must be a valid decimal',
    5: 'Purchase date is required',
  },
  'odd-ticker.csv': { 2: 'Ticker can contain letters, digits, dots and dashes' },
  'closed-without-price.csv': { 2: 'Close price must be a valid decimal', 3: 'Close date is required' },
  'open-with-closing.csv': { 2: "An open position can't have a close date or close price" },
  'closed-before-bought.csv': { 2: 'Close date is before the purchase date' },
  'unknown-status.csv': { 2: 'Status must be open or closed' },
  'one-bad-row.csv': { 3: 'Entry price must be a valid decimal' },
  'missing-column.csv': 'The column avgEntryPrice is missing.',
  'no-headings.csv':
    'The first row must contain the headings: name, ticker, avgEntryPrice, purchaseDate, status, closeDate, closePrice, thesis, currency, weight. Only the last six may be missing.',
  'column-twice.csv': 'The columns “Date” and “Purchase Date” mean the same thing. Remove one of them.',
  'open-quote.csv': 'Row 2 has an unclosed quotation mark.',
  'only-headings.csv': 'The file contains no positions.',
  'empty.csv': 'The file is empty.',
  'latin-1.csv': 'The file is not in UTF-8. Save it as “CSV UTF-8” and try again.',
  'broken.json': 'The file is not valid JSON.',
  'no-list.json': 'The file must contain a list of positions, or an object with “positions”.',
  'odd-rows.json': {
    1: 'A position must be an object with name, ticker, avgEntryPrice, purchaseDate.',
    2: 'A position must be an object with name, ticker, avgEntryPrice, purchaseDate.',
    3: 'A position must be an object with name, ticker, avgEntryPrice, purchaseDate.',
    4: 'name must be a text.',
    5: 'Entry price must be a valid decimal',
  },
};

describe('a good file', { tags: 'thorough' }, () => {
  it('is expected for each file in the folder, and for no other', () => {
    expect(readdirSync(path.join(folder, 'good')).sort()).toEqual(Object.keys(good).sort());
    expect(readdirSync(path.join(folder, 'bad')).sort()).toEqual(Object.keys(bad).sort());
  });

  it.each(Object.entries(good))('%s is previewed, then stored', async (name, expected) => {
    const preview = await importFile(`good/${name}`, true);
    expect(preview).toMatchObject({ readyCount: expected.length, errorCount: 0, imported: 0 });
    expect(await stored()).toEqual([]);
    const result = await importFile(`good/${name}`);
    expect(result).toEqual({ ...preview, imported: expected.length });
    expect(await stored()).toEqual(expected);
  });

  it('skips positions that the portfolio already has, and names them', async () => {
    await importFile('good/plain.csv');
    const again = await importFile('good/plain.csv');
    expect(again).toMatchObject({ readyCount: 0, duplicateCount: 2, imported: 0 });
    expect(again.rows.map(({ state, message }) => [state, message])).toEqual([
      ['duplicate', 'This purchase is already in the portfolio'],
      ['duplicate', 'This purchase is already in the portfolio'],
    ]);
    // Two equal ones in the file and one in the portfolio: one more is added, with a note about the repetition.
    const more = await importFile('good/two-alike.csv');
    expect(more).toMatchObject({ readyCount: 1, duplicateCount: 1, imported: 1 });
    expect((await importFile('good/two-alike.csv')).imported).toBe(0);
    await server.deps.db.investmentPosition.deleteMany();
    const twice = await importFile('good/two-alike.csv', true);
    expect(twice.rows.map(({ message }) => message)).toEqual([undefined, 'The same purchase as in row 2']);
  });

  it('reports columns named like built-in object properties as unknown', async () => {
    const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    const text = `name,ticker,avgEntryPrice,purchaseDate,${names.join()}\nTesla,TSLA,180.25,2023-05-15,a,b,c,d`;
    const { ignoredColumns, imported } = await importText(text);
    expect({ ignoredColumns, imported }).toEqual({ ignoredColumns: names, imported: 1 });
  });

  it('reports which of its columns are unknown', async () => {
    const { ignoredColumns, rows } = await importFile('good/headings-as-on-the-page.csv', true);
    expect(ignoredColumns).toEqual(['Latest Price', 'Gains %']);
    expect(rows).toEqual([
      {
        row: 2,
        state: 'ready',
        name: 'Tesla',
        ticker: 'TSLA',
        avgEntryPrice: '180.25',
        purchaseDate: '2023-05-15',
        status: 'open',
      },
    ]);
    expect((await importFile('good/blank-lines.csv', true)).rows.map(({ row }) => row)).toEqual([5, 8]);
  });

  it('sent by two users concurrently is stored once', async () => {
    const results = await Promise.all([importFile('good/plain.csv'), importFile('good/plain.csv')]);
    expect(results.map(({ imported }) => imported).sort()).toEqual([0, 2]);
    expect(await stored()).toEqual(good['plain.csv']);
  });

  it('is recorded in the ledger for each position, and once in the audit log', async () => {
    const { db } = server.deps;
    const before = { ledger: await db.ledgerEvent.count(), audit: await db.auditEvent.count() };
    await importFile('good/whole.csv');
    const news = await db.ledgerEvent.findMany({ skip: before.ledger, orderBy: { seq: 'asc' } });
    expect(news.map(({ kind, body }) => [kind, JSON.parse(body).position.closePrice ?? null])).toEqual([
      ['imported', null],
      ['imported', '149.43'],
    ]);
    expect(JSON.parse(news[0]?.body ?? '')).toMatchObject({ priceSource: 'imported from a CSV file' });
    const [event] = await db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(event).toMatchObject({
      kind: 'positions-imported',
      actorId: admin.user.id,
      details: { count: 2, format: 'csv' },
    });
    await importFile('bad/one-bad-row.csv');
    await importFile('good/plain.csv', true);
    expect(await db.ledgerEvent.count()).toBe(before.ledger + 2);
    expect(await db.auditEvent.count()).toBe(before.audit + 1);
  });
});

describe('a bad file', () => {
  it.each(Object.entries(bad))('%s is rejected with a message, and nothing is stored', async (name, expected) => {
    for (const dryRun of [true, false]) {
      const { rows, errorCount, problem, imported } = await importFile(`bad/${name}`, dryRun);
      expect(imported).toBe(0);
      if (typeof expected === 'string') expect({ problem, rows }).toEqual({ problem: expected, rows: [] });
      else {
        const wrong = rows.filter(({ state }) => state === 'error');
        expect(Object.fromEntries(wrong.map(({ row, message }) => [row, message]))).toEqual(expected);
        expect(errorCount).toBe(Object.keys(expected).length);
      }
    }
    expect(await stored()).toEqual([]);
  });

  it('keeps the content of a wrong row, to show it to the user', async () => {
    const { rows } = await importFile('bad/one-bad-row.csv', true);
    expect(rows).toMatchObject([{ state: 'ready' }, { state: 'error', name: 'Alphabet', avgEntryPrice: 'much' }]);
  });

  it('can be too long', async () => {
    const line = (n: number) => `T,T${n},1.00,2024-01-02`;
    const csv = (count: number) =>
      ['name,ticker,avgEntryPrice,purchaseDate', ...Array.from({ length: count }, (_, n) => line(n))].join('\n');
    expect(await importText(csv(limits.importRows + 1))).toMatchObject({
      problem: 'The file contains 5001 positions. At most 5000 can be imported at once.',
      imported: 0,
    });
    expect(await importText(csv(limits.importRows))).toMatchObject({ imported: limits.importRows });
    await expect(importText('x'.repeat(limits.importCharacters + 1))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it("can't do harm with its content", async () => {
    for (const text of [
      '\u0000',
      '{"__proto__":{"positions":[]}}',
      '[{"__proto__":{"name":"x"}}]',
      'a"b,c',
      '"',
      ',,,',
      '['.repeat(5000),
    ])
      for (const format of ['csv', 'json'] as const) expect((await importText(text, format)).imported).toBe(0);
    const nul = await importText('name,ticker,avgEntryPrice,purchaseDate\nA\u0000B,T,1.00,2024-01-02');
    expect(nul.rows[0]?.message).toBe('The text contains invalid characters');
  });
});

describe('an exported portfolio', () => {
  it.each(['csv', 'json'] as const)(
    'as %s is imported to the same portfolio, whose export has the same bytes',
    async (format) => {
      for (const name of ['whole.csv', 'formula-safe.csv', 'quoted.csv', 'two-alike.csv', 'object.json', 'bounds.csv'])
        await importFile(`good/${name}`);
      const before = await stored();
      const file = await member.call.positions.export({ format });
      expect(file.fileName).toMatch(new RegExp(`^qinvest-positions-\\d{4}-\\d\\d-\\d\\d\\.${format}$`));
      await server.deps.db.investmentPosition.deleteMany();
      expect(await importText(file.text, format)).toMatchObject({ imported: before.length, errorCount: 0 });
      expect(await stored()).toEqual(before);
      expect((await member.call.positions.export({ format })).text).toBe(file.text);
      expect((await importText(file.text, format)).duplicateCount).toBe(before.length);
    },
  );

  it('contains no cell that a spreadsheet would execute', async () => {
    await importFile('good/formula-safe.csv');
    const { text } = await member.call.positions.export({ format: 'csv' });
    const cells = Papa.parse<string[]>(text.slice(1)).data.flat();
    expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
    expect(cells).toContain("'=1+1");
  });

  it('restores every text that was escaped for spreadsheets', () => {
    fc.assert(fc.property(fc.string(), (text) => unescapeFormula(escapeFormula(text)) === text));
    const dangerous = fc.stringMatching(/^'{0,3}[=+@\t\r-].{0,5}$/);
    fc.assert(fc.property(dangerous, (text) => unescapeFormula(escapeFormula(text)) === text));
    fc.assert(fc.property(dangerous, (text) => !/^[=+\-@\t\r]/.test(escapeFormula(text))));
  });

  it('is recorded in the audit log', async () => {
    await member.call.positions.export({ format: 'json' });
    const [event] = await server.deps.db.auditEvent.findMany({ orderBy: { id: 'desc' }, take: 1 });
    expect(event).toMatchObject({ kind: 'positions-exported', actorId: member.user.id });
  });
});

it('a file contains the currency of each ticker, and is rejected in a different one', async () => {
  const { db } = server.deps;
  const day = new Date('2026-01-05');
  const row = { ticker: 'SAP.DE', day, close: '200', splitsThrough: day, currency: 'EUR' };
  await db.foreignClose.create({ data: { ...row, source: 'test' } });
  await db.stockPriceCache.create({ data: { ticker: 'IBM', latestPrice: '200' } });
  const text =
    'name,ticker,avgEntryPrice,purchaseDate,currency\nSAP,SAP.DE,150,2026-01-05,EUR\nIBM,IBM,150,2026-01-05,\n';
  expect((await importText(text)).imported).toBe(2);
  for (const format of ['csv', 'json'] as const) {
    const file = await member.call.positions.export({ format });
    expect(file.text.match(/EUR|USD/g)?.sort()).toEqual(['EUR', 'USD']);
    await db.investmentPosition.deleteMany();
    expect(await importText(file.text, format)).toMatchObject({ imported: 2, ignoredColumns: [] });
    expect((await member.call.positions.export({ format })).text).toBe(file.text);
  }
  const wrong = await importText(text.replace('EUR', 'USD').replace('150,2026-01-05,\n', '150,2026-01-05,euro\n'));
  expect(wrong.rows.map(({ message }) => message)).toEqual([
    'SAP.DE is quoted in EUR, not in USD. Convert its prices, or correct the currency.',
    'Currency must be a code such as USD, EUR or GBp',
  ]);
  const dollars = await importText('name,ticker,avgEntryPrice,purchaseDate,currency\nIBM,IBM,1,2026-01-05,EUR\n');
  expect(dollars.rows[0]?.message).toContain('IBM is quoted in USD, not in EUR');
});

it('the currency of a ticker without prices is looked up, and a note says if it could not be', async () => {
  const { deps } = server;
  const connected = deps.prices;
  const asked: string[][] = [];
  deps.prices = {
    ...connected,
    request: () => {},
    requestHistory: () => {},
    refreshStale: async (tickers) => {
      asked.push([...tickers]);
      await deps.db.stockPriceCache.create({ data: { ticker: 'ASML.AS', latestPrice: '700', currency: 'EUR' } });
    },
  };
  try {
    const text = [
      'name,ticker,avgEntryPrice,purchaseDate,currency',
      'ASML,ASML.AS,700,2026-01-05,USD',
      'Shell,SHEL.L,25,2026-01-05,GBP',
      'Shell,SHEL.L,2500,2026-01-05,GBp',
      'New,NEW,10,2026-01-05,USD',
    ].join('\n');
    const { rows } = await importText(text, 'csv');
    expect(asked).toEqual([['ASML.AS', 'SHEL.L']]);
    expect(rows.map(({ state, message }) => [state, message])).toEqual([
      ['error', 'ASML.AS is quoted in EUR, not in USD. Convert its prices, or correct the currency.'],
      ['error', 'SHEL.L is probably quoted in GBp (pence), not in GBP. Convert its prices, or correct the currency.'],
      ['ready', 'No price of SHEL.L is known yet, so GBp could not be checked'],
      ['ready', undefined],
    ]);
  } finally {
    deps.prices = connected;
  }
});

it('a file leaves the currency of a ticker without prices empty, and can be imported again', async () => {
  await importText('name,ticker,avgEntryPrice,purchaseDate\nShell,SHEL.DE,25,2026-01-05\n');
  for (const format of ['csv', 'json'] as const) {
    const { text } = await member.call.positions.export({ format });
    expect(text).toContain('SHEL.DE');
    expect(text).not.toContain('USD');
    await server.deps.db.investmentPosition.deleteMany();
    expect(await importText(text, format)).toMatchObject({ imported: 1, errorCount: 0 });
  }
});

it('a file with a replacement character in a name can be imported again', async () => {
  await importText('\ufeffname,ticker,avgEntryPrice,purchaseDate\nNestl\ufffd,NESN.SW,90,2026-01-05\n');
  const before = await stored();
  expect(before[0]).toContain('Nestl\ufffd');
  for (const format of ['csv', 'json'] as const) {
    const { text } = await member.call.positions.export({ format });
    await server.deps.db.investmentPosition.deleteMany();
    await importText(text, format);
    expect(await stored()).toEqual(before);
  }
});

it('positions can be imported by administrators and exported by all users', async () => {
  await expect(member.call.positions.import(read('good/plain.csv'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await stored()).toEqual([]);
  expect((await member.call.positions.export({ format: 'csv' })).text).toMatch(/^\ufeffname,ticker,/);
});
