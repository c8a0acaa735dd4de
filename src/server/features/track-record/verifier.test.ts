/** The published script for readers, compared with the code of the page: both must calculate the same figures. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { runVerifierPage, verifierPageScripts } from '~/server/testing/clients/verifier-page';
import { createTestFolder } from '~/server/testing/test-folder';
import { verifiedFigures } from '~/shared/figures/verified-figures';
import { replay } from '~/shared/ledger-replay';
import type { Figure, PeriodFigures } from '~/shared/schemas/figures';
import type { LedgerEntry, PublishedCloses } from '~/shared/schemas/track-record';
import { sha256 } from '~/shared/sha256';
import { randomLedger } from '~/shared/testing/random-ledger';
import { type LedgerEvent, ledgerOf } from '~/shared/testing/sample-ledger';
import { gatherPrices, type PriceBook } from '~/shared/track-record';
import { addDays } from '~/shared/trading-day';
import { calculateVerifiedRecord, type VerifiedRecord } from '~/shared/verified-record';

const folder = createTestFolder();

/** This many with the page's script, in one context, because starting Node.js for each would take minutes. */
const histories = Number(process.env.TRACK_RECORD_HISTORIES ?? 1000);
const byScript = 12;

const script = path.resolve('public/track-record/verify.mjs');
const runScript = (...given: string[]) =>
  promisify(execFile)(process.execPath, [script, ...given]).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }) => ({ code, said: stdout + stderr }),
  );

/** Runs the script, and the page made from it without a network; both must give the same output. */
async function run(...given: string[]) {
  const ended = await runScript(...given);
  if (!given.some((word) => word.startsWith('http'))) expect(await runVerifierPage(given)).toEqual(ended);
  return ended;
}

function csvOf(entries: readonly LedgerEntry[]): string {
  const rows = entries.map(({ seq, at, kind, body, previousHash, hash }) => [
    String(seq),
    at.toISOString(),
    kind,
    body,
    previousHash,
    hash,
  ]);
  return Papa.unparse([['seq', 'at', 'kind', 'body', 'previousHash', 'hash'], ...rows]);
}

async function verify(entries: readonly LedgerEntry[], parts?: readonly PublishedCloses[]) {
  const [ledger, prices] = [path.join(folder, 'ledger.csv'), path.join(folder, 'prices.json')];
  await writeFile(ledger, csvOf(entries));
  if (parts) await writeFile(prices, JSON.stringify(parts));
  return run(ledger, ...(parts ? [prices] : []));
}

const signed = (percent: string) => `${percent.startsWith('-') ? '' : '+'}${percent}%`;

/** The expected output of the script, derived from the page's figures. */
function expected(entries: readonly LedgerEntry[], parts: readonly PublishedCloses[]): string[] {
  const { positions } = replay(entries);
  const record = calculateVerifiedRecord(positions, gatherPrices(parts));
  const { averageGain, hitRate, bookReturn, drawdown, drawdownFrom, drawdownTo, benchmarkReturn, points } = record;
  const { bookTotalReturn, benchmarkTotalReturn } = record;
  const between = `${points[0]?.day} to ${points.at(-1)?.day}`;
  return [
    `Verified record: ${record.countedCount} of ${positions.length} positions count`,
    ...record.positions.flatMap(({ ticker, name, gainsPercent, totalGainsPercent = '', fromDay, untilDay }) => {
      if (gainsPercent === undefined) return [];
      const gains = `${signed(gainsPercent)}, with dividends ${signed(totalGainsPercent)}`;
      return [`  ${ticker} ${name}: ${gains} (${fromDay} to ${untilDay})`];
    }),
    ...(record.unpriced.length > 0
      ? [`Not counted yet (no closing prices since their entry): ${record.unpriced.join(', ')}`]
      : []),
    ...(averageGain ? [`Average gain: ${signed(averageGain)}`] : []),
    ...(hitRate ? [`Win rate: ${hitRate}% of ${record.endedCount} ended`] : []),
    ...(bookReturn ? [`Return: ${signed(bookReturn)} (${between})`] : []),
    ...(bookTotalReturn ? [`Total return: ${signed(bookTotalReturn)}`] : []),
    ...(drawdown
      ? [`Max drawdown: ${signed(drawdown)}${drawdownFrom ? ` (${drawdownFrom} to ${drawdownTo})` : ''}`]
      : []),
    ...(benchmarkReturn ? [`SPY, same period: ${signed(benchmarkReturn)}`] : []),
    ...(benchmarkTotalReturn ? [`SPY with dividends: ${signed(benchmarkTotalReturn)}`] : []),
    ...(record.countedCount > 0 ? expectedPeriods(record, gatherPrices(parts)) : []),
  ];
}

const shown = ({ value }: Figure) => (value === null ? '-' : signed(value));
const plain = ({ value }: Figure, unit = '') => (value === null ? '-' : value + unit);

function expectedPeriods(record: VerifiedRecord, prices: PriceBook): string[] {
  const { benchmarks = [prices.benchmark] } = prices;
  const byBenchmark = benchmarks.map((benchmark) => verifiedFigures(record, prices, { benchmark, benchmarks: [] }));
  const { contributions = [] } = byBenchmark[0] ?? {};
  return (byBenchmark[0]?.periods ?? []).flatMap((row, place) => {
    const { period, from, to } = row;
    if (from === null) return [`${period}: not known`];
    const risk = `volatility ${plain(row.volatilityPercent, '%')}, Sharpe ratio ${plain(row.sharpeRatio)}`;
    const returns = `return ${shown(row.returnPercent)}, annualized ${shown(row.annualizedPercent)}, buy-and-hold ${shown(row.buyAndHoldPercent)}`;
    return [
      `${period} (${from} to ${to}): ${returns}, ${risk}, max drawdown ${shown(row.maxDrawdownPercent)}`,
      ...byBenchmark.map(({ benchmark, periods }) => {
        const compared = periods[place] as PeriodFigures;
        const [change, yearly] = [compared.benchmarkReturnPercent, compared.benchmarkAnnualizedPercent];
        return `  ${benchmark}: ${shown(change)}, annualized ${shown(yearly)}, beta ${plain(compared.beta)}`;
      }),
      ...contributions.flatMap(({ ticker, name, percents }) => {
        const percent = percents[period];
        return percent === undefined ? [] : [`  ${ticker} ${name} contributed ${signed(percent)}`];
      }),
    ];
  });
}

/** The output after the lines about the chain and its latest hash. */
const figuresIn = (said: string) => said.trim().split('\n').slice(2);

const days = ['2026-01-02', '2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09'];
/** In today's shares: A was split 3 for 1, B 1 for 10. */
const parts: PublishedCloses[] = [
  {
    benchmark: 'SPY',
    days,
    closes: {
      A: ['99.00', '100.00', '120.00', '80.123456', '90.00', '96.00'],
      SPY: ['500.00', '505.00', '510.00', '490.00', '515.00', '520.00'],
    },
    splits: { A: [{ day: '2026-01-07', numerator: 3, denominator: 1 }] },
    dividends: { A: [{ day: '2026-01-08', amount: '9.00' }], SPY: [{ day: '2026-01-06', amount: '5.10' }] },
    quotes: {},
    nextCursor: 'A',
  },
  {
    benchmark: 'SPY',
    days,
    closes: {
      B: [null, '20.00', '22.00', null, '15.00', '16.00'],
      C: ['50.00', '50.00', '45.00', '30.00', null, null],
    },
    splits: { B: [{ day: '2026-01-08', numerator: 1, denominator: 10 }] },
    dividends: { B: [{ day: '2026-01-06', amount: '1.00' }] },
    quotes: { B: { price: '17.50', asOf: new Date('2026-01-09T21:00:00Z'), source: 'test' } },
    nextCursor: null,
  },
];
const events: LedgerEvent[] = [
  ['opened', 'split', { entryPrice: '300.00' }],
  ['opened', 'reverse', { ticker: 'B', entryPrice: '2.00' }],
  ['imported', 'loser', { ticker: 'C', entryPrice: '50.00' }],
  ['deleted', 'loser', { ticker: 'C' }, { market: { price: '20.00', asOf: '2026-01-08T20:00:00.000Z', source: 't' } }],
  ['opened', 'gone, "quietly"', { entryPrice: '330.00', purchaseDate: '2026-01-06T00:00:00.000Z' }],
  ['deleted', 'gone, "quietly"'],
  ['closed', 'split', { closePrice: '90.00', closeDate: '2026-01-08T15:00:00.000Z' }],
  ['opened', 'unknown', { ticker: 'NONE' }],
];
const entries = ledgerOf(...events);

describe('the verification script', { tags: 'once' }, () => {
  it("calculates the page's verified figures from closing prices alone", async () => {
    const { code, said } = await verify(entries, parts);
    expect(code).toBe(0);
    expect(figuresIn(said)).toEqual(expected(entries, parts));
    // Calculated by hand: recorded at noon on 5, 6 and 7 January, each counts from that day's closing price; 100 → 96,
    // 22 → 16, 30 is the last. A paid 9.00 on 8 January: 96 ÷ 100 × (90 + 9) ÷ 90 = 1.056. B's dividend on its first
    // day does not count.
    expect(said).toContain('A split: -4.00%, with dividends +5.60% (2026-01-05 to 2026-01-09)');
    expect(said).toContain('B reverse: -27.27%, with dividends -27.27% (2026-01-06 to 2026-01-09)');
    expect(said).toContain('C loser: +0.00%, with dividends +0.00% (2026-01-07 to 2026-01-07)');
    expect(said).toMatch(/^Return: -\d+\.\d\d% \(2026-01-05 to 2026-01-09\)$/m);
    expect(said).toContain('SPY, same period: +2.97%');
    // 520 ÷ 505 (102.97 as shown) × 515.10 ÷ 510.
    expect(said).toContain('SPY with dividends: +4.00%');
  });

  it('checks only the chain if it is given only the ledger, and lists what is missing', async () => {
    const { code, said } = await verify(entries);
    expect(code).toBe(0);
    expect(said).toContain('Hash chain verified: 8 entries.');
    expect(said).toContain('For the verified record add prices.json');
  });

  it.each([
    ['an entry price', '"300.00"', '"200.00"', 1],
    ['a close price', '"90.00"', '"99.00"', 7],
    ['the price of a deletion', '"20.00"', '"45.00"', 4],
    ['a ticker', '"ticker":"C"', '"ticker":"A"', 3],
    ['a purchase date', '2026-01-06T', '2026-01-08T', 5],
    ['what happened', '"kind":"deleted"', '"kind":"closed"', 4],
  ])('fails on %s that was changed', async (_what, was, becomes, seq) => {
    const changed = entries.map((entry) =>
      entry.seq === seq ? { ...entry, body: entry.body.replace(was, becomes) } : entry,
    );
    expect(changed).not.toEqual(entries);
    expect(await verify(changed, parts)).toEqual({
      code: 1,
      said: `BROKEN: entry ${seq} was changed: its content doesn't match its hash.\n`,
    });
  });

  it("names figures it can't recalculate without published prices, and still checks the chain", async () => {
    const facts = { day: '2026-01-08', hash: 'f'.repeat(64), count: 1 };
    const some = ledgerOf(...events, { kind: 'prices', facts } as LedgerEvent);
    const none: PublishedCloses = {
      published: false,
      benchmark: 'SPY',
      days: [],
      closes: {},
      splits: {},
      quotes: {},
      nextCursor: null,
    };
    const { code, said } = await verify(some, [none]);
    expect(code).toBe(0);
    expect(said).toContain('Hash chain verified: 9 entries.');
    expect(said).toContain('This site publishes no closing prices. Not recalculated without them:');
    expect(said).toContain('Not compared: closing prices of 1 days.');
    for (const claim of ['Verified record:', 'Return:', 'Not counted yet', 'changed since', 'Warning'])
      expect(said).not.toContain(claim);
    const [first, ...later] = some as [LedgerEntry, ...LedgerEntry[]];
    const changed = [{ ...first, body: first.body.replace('300.00', '30.00') }, ...later];
    expect(await verify(changed, [none])).toMatchObject({ code: 1, said: expect.stringMatching(/^BROKEN: entry 1 /) });
  });

  it('fails if a deletion is missing', async () => {
    const without = entries.filter(({ seq }) => seq !== 4);
    expect(await verify(without, parts)).toMatchObject({ code: 1, said: expect.stringMatching(/^BROKEN: entry 4 is/) });
  });

  it('explains unusable input, and ignores nothing silently', async () => {
    await verify(entries, parts);
    const [ledger, prices] = [path.join(folder, 'ledger.csv'), path.join(folder, 'prices.json')];
    const head = entries.at(-1)?.hash as string;
    const refusal = async (...given: string[]) => {
      const { code, said } = await run(...given);
      expect({ code, said }).toMatchObject({ code: 1, said: expect.not.stringContaining('    at ') });
      return said.trim().split('\n').at(-1);
    };
    expect(await refusal()).toMatch(/^Usage: /);
    expect(await refusal(ledger, path.join(folder, 'nothing.json'))).toMatch(/^Can't read .*nothing\.json: ENOENT/);
    expect(await refusal(ledger, ledger)).toBe('This is not a valid prices.json. Use the file as downloaded.');
    expect(await refusal(ledger, prices, '0'.repeat(64))).toMatch(/^BROKEN: the saved hash is not in/);
    expect(await refusal(ledger, prices, head.slice(0, 8))).toMatch(/^Usage: /);
    expect(await refusal('http://127.0.0.1:1', head.slice(0, 8))).toMatch(/^Usage: /);
    expect(await refusal('http://127.0.0.1:1')).toMatch(/^Can't reach http:\/\/127\.0\.0\.1:1: /);
    expect((await run(ledger, prices, head.toUpperCase())).said).toContain('The saved hash is entry 8: ');
  });

  it('calculates different figures for a different closing price, so that the page’s prices can be compared with others', async () => {
    const [first, second] = structuredClone(parts) as [PublishedCloses, PublishedCloses];
    (first.closes.A as string[])[3] = '60.00';
    const { said } = await verify(entries, [first, second]);
    expect(figuresIn(said)).not.toEqual(expected(entries, parts));
    expect(figuresIn(said)).toEqual(expected(entries, [first, second]));
  });

  it('names inconsistent entries, and leaves them out like the page', async () => {
    const odd = ledgerOf(['opened', 'x'], ['opened', 'x'], ['closed', 'y'], ['deleted', 'x'], ['deleted', 'x']);
    const { code, said } = await verify(odd, parts);
    expect(code).toBe(0);
    expect(said).toContain('Warning: entry 2 opens a position that already exists.');
    expect(said).toContain('Warning: entry 3 refers to a position that was never opened.');
    expect(said).toContain('Warning: entry 5 refers to a position that was deleted before.');
    expect(figuresIn(said).slice(3)).toEqual(expected(odd, parts));
  });

  it('calculates the figures of four years by period, compared with each benchmark', async () => {
    const weekdays = Array.from({ length: 1040 }, (_, index) =>
      addDays('2026-01-05', Math.floor(index / 5) * 7 + (index % 5)),
    );
    const course = (from: number, wave: number) =>
      weekdays.map((_, index) => (from * 1.0004 ** index * (1 + wave * Math.sin(index / 9))).toFixed(6));
    const years: PublishedCloses = {
      benchmark: 'SPY',
      benchmarks: ['SPY', 'QQQ', 'NEW'],
      days: weekdays,
      closes: {
        A: course(100, 0.1),
        B: course(20, 0.05),
        SPY: course(500, 0.02),
        QQQ: course(400, 0.08),
        NEW: weekdays.map((_, index) => (index < 900 ? null : '10.00')),
      },
      splits: {},
      quotes: {},
      nextCursor: null,
    };
    const closing = { ticker: 'B', closePrice: '20.00', closeDate: '2026-01-07T15:00:00.000Z' };
    const ledger = ledgerOf(['opened', 'one'], ['opened', 'two', { ticker: 'B' }], ['closed', 'two', closing]);
    const { code, said } = await verify(ledger, [years]);
    expect({ code, figures: figuresIn(said) }).toEqual({ code: 0, figures: expected(ledger, [years]) });
    expect(said).toMatch(
      /^3Y \(2026-12-\d\d to 2029-12-\d\d\): return [+-]\d+\.\d\d%, annualized [+-]\d+\.\d\d%, buy-and-hold [+-]\d+\.\d\d%, vol/m,
    );
    expect(said).toContain('  NEW: -, annualized -, beta -');
    expect(said).toMatch(/^ {2}QQQ: [+-]\d+\.\d\d%, annualized [+-]\d+\.\d\d%, beta -?\d/m);
  });

  const weeks = Array.from({ length: 45 }, (_, index) =>
    addDays('2026-01-05', Math.floor(index / 5) * 7 + (index % 5)),
  );
  const delisted = ledgerOf(['opened', 'lost'], { kind: 'delisted', facts: { ticker: 'A', price: '0.00' } });
  const weeksOf = (...closes: (string | null)[]): PublishedCloses => ({
    benchmark: 'SPY',
    days: weeks,
    closes: {
      A: weeks.map((_, index) => closes[index] ?? null),
      SPY: weeks.map((_, index) => String(500 + (index % 3))),
    },
    splits: {},
    quotes: {},
    nextCursor: null,
  });

  it('shows no figures that would be parts of nothing after a total loss', async () => {
    const { code, said } = await verify(delisted, [weeksOf('100.00', '90.00')]);
    expect({ code, figures: figuresIn(said) }).toEqual({
      code: 0,
      figures: expected(delisted, [weeksOf('100.00', '90.00')]),
    });
    expect(said).toContain('1M: not known');
    expect(said).toMatch(/^all .*: return -100\.00%.* volatility -, Sharpe ratio -, max drawdown -100\.00%$/m);
    expect(said).not.toContain('NaN');
  });

  it('leaves out a delisted stock whose first closing price is long after it was delisted', async () => {
    const late = weeksOf(...weeks.slice(0, 14).map(() => null), '100.00', '110.00');
    const { code, said } = await verify(delisted, [late]);
    expect({ code, figures: figuresIn(said) }).toEqual({ code: 0, figures: expected(delisted, [late]) });
    expect(said).toContain('Verified record: 0 of 1 positions count');
  });

  it('does not count a renamed stock as ended while its new ticker has no closing price', async () => {
    const renamed = ledgerOf(['opened', 'kept'], { kind: 'renamed', facts: { ticker: 'A', to: 'B' } });
    const prices = weeksOf('100.00', '110.00', '120.00');
    const { code, said } = await verify(renamed, [prices]);
    expect({ code, figures: figuresIn(said) }).toEqual({ code: 0, figures: expected(renamed, [prices]) });
    expect(said).toContain('Not counted yet (no closing prices since their entry): B');
    expect(said).not.toContain('Win rate');
  });

  it('ends a renamed stock at the price of its delisting if its new ticker never had a closing price', async () => {
    const renamed = { kind: 'renamed' as const, facts: { ticker: 'A', to: 'B' } };
    const gone = { kind: 'delisted' as const, facts: { ticker: 'B', price: '30.00' } };
    const ledger = ledgerOf(['opened', 'lost'], renamed, gone);
    const prices = weeksOf('100.00', '110.00', '120.00');
    const { code, said } = await verify(ledger, [prices]);
    expect({ code, figures: figuresIn(said) }).toEqual({ code: 0, figures: expected(ledger, [prices]) });
    expect(said).toMatch(/^all .*: return -70\.00%/m);
    const taken = weeksOf('100.00', '110.00', '120.00', '900.00', '1000.00', '40.00');
    const other = await verify(ledger, [taken]);
    expect(figuresIn(other.said)).toEqual(expected(ledger, [taken]));
    expect(other.said).toMatch(/^all .*: return -70\.00%/m);
  });

  /** Without warnings about inconsistent entries, and without the list of currencies. */
  const recordIn = (said: string) => figuresIn(said).filter((line) => !/^Warning: | is in /.test(line));

  it('agrees with the page on histories of every kind', async () => {
    for (let seed = 1; seed <= Math.min(byScript, histories); seed++) {
      const { entries: random, prices } = randomLedger(seed);
      const { code, said } = await verify(random, [prices]);
      expect({ code, figures: recordIn(said) }, `seed ${seed}`).toEqual({
        code: 0,
        figures: expected(random, [prices]),
      });
    }
  }, 600_000);

  it('agrees with the server on a thousand more, like the page that runs from a local file', async () => {
    const scripts = verifierPageScripts();
    const kinds = new Set<string>();
    for (let seed = byScript + 1; seed <= byScript + histories; seed++) {
      const { entries: random, prices } = randomLedger(seed);
      for (const { kind } of random) kinds.add(kind);
      const texts: Record<string, string> = { 'ledger.csv': csvOf(random), 'prices.json': JSON.stringify([prices]) };
      const readBytes = async (file: string) => new TextEncoder().encode(texts[file]);
      const { code, said } = await scripts.runVerifier(Object.keys(texts), readBytes);
      expect({ code, figures: recordIn(said) }, `seed ${seed}`).toEqual({
        code: 0,
        figures: expected(random, [prices]),
      });
    }
    expect([...kinds].sort()).toEqual([
      'closed',
      'corrected',
      'deleted',
      'delisted',
      'imported',
      'opened',
      'renamed',
      'seeded',
    ]);
  }, 600_000);

  it('compares the dividends that the ledger recorded with those it is given', async () => {
    const paid = (day: string, amount: string, state: 'reported' | 'withdrawn' = 'reported') => ({
      kind: 'dividend' as const,
      facts: { ticker: 'A', day, amount, splitsThrough: day, state, by: 'test' },
    });
    const [first, second] = structuredClone(parts) as [PublishedCloses, PublishedCloses];
    first.dividends = {
      A: [
        { day: '2026-01-06', amount: '1.00' },
        { day: '2026-01-08', amount: '9.00' },
      ],
    };
    const recorded = (...news: LedgerEvent[]) => verify(ledgerOf(['opened', 'a'], ...news), [first, second]);
    // 3.00 before the split of 3 for 1 on 7 January is 1.00 now; 30.00 was corrected to 9.00.
    const same = await recorded(
      paid('2026-01-06', '3.000000'),
      paid('2026-01-08', '30.000000'),
      paid('2026-01-08', '9.000000'),
    );
    expect(same.said).toContain('Dividends recorded in the ledger: 2, 0 changed since');
    const changed = await recorded(paid('2026-01-08', '24.000000'), paid('2026-01-05', '1.000000', 'withdrawn'));
    expect(changed.said).toContain('Dividends recorded in the ledger: 2, 1 changed since');
    expect(changed.said).toContain("Warning: A's dividend of 2026-01-08 is not as recorded.");
  });

  it('compares recorded exchange rates, and the currency in which a closing price was recorded', async () => {
    const text = 'A 10.000000 2026-01-06 EUR\nEURUSD=X 1.100000 2026-01-06\nSPY 505.000000 2026-01-06\n';
    const recorded = ledgerOf(['opened', 'a'], {
      kind: 'prices',
      facts: { day: '2026-01-06', count: 3, hash: sha256(text) },
    });
    const given = (currency: string, rate: string): PublishedCloses => ({
      benchmark: 'SPY',
      days: ['2026-01-06', '2026-01-07'],
      closes: { SPY: ['505.00', '505.00'] },
      rates: { 'EURUSD=X': [rate, '1.210000'] },
      foreign: { A: { currency, closes: ['10.00', '12.00'] } },
      splits: {},
      quotes: {},
      recordedDays: [{ day: '2026-01-06', text }],
      nextCursor: null,
    });
    const same = await verify(recorded, [given('EUR', '1.10')]);
    expect(same.said).toContain('Closing prices recorded in the ledger: 1 days, 0 changed since');
    expect(same.said).toContain('A is in EUR: 2 closing prices converted to USD');
    expect(same.said).toContain('A a: +32.00%, with dividends +32.00% (2026-01-06 to 2026-01-07)');
    const rate = await verify(recorded, [given('EUR', '1.00')]);
    expect(rate.said).toContain('EURUSD=X closed at 1.1 on 2026-01-06 when that was recorded, now it is 1.00.');
    const currency = await verify(recorded, [given('GBp', '1.10')]);
    expect(currency.said).toContain('A was in EUR on 2026-01-06 when that was recorded, now it is in GBp.');
  });

  it('compares the closing prices in the ledger with those it is given', async () => {
    const text = 'A 100.000000 2026-01-06\nSPY 505.000000 2026-01-06\n';
    const recorded = ledgerOf(
      ['opened', 'a'],
      { kind: 'prices', facts: { day: '2026-01-05', count: 2, hash: sha256(text) } },
      { kind: 'method', facts: { text: 'As before.' } },
      { kind: 'thesis', facts: { position: 'a', version: 1, hash: sha256('{}') } },
      { kind: 'thesis', facts: { position: 'a', version: 2, hash: sha256('{}'), evidence: sha256('[]') } },
    );
    const [first, second] = structuredClone(parts) as [PublishedCloses, PublishedCloses];
    // A was split 3 for 1 on 7 January, after that was recorded.
    (first.closes.A as string[])[1] = '33.333333';
    first.recordedDays = [{ day: '2026-01-05', text }];
    const same = await verify(recorded, [first, second]);
    expect(same.said).toContain('Closing prices recorded in the ledger: 1 days, 0 changed since');
    (first.closes.SPY as string[])[1] = '450.00';
    const changed = await verify(recorded, [first, second]);
    expect(changed.said).toContain('1 changed since');
    expect(changed.said).toContain('SPY closed at 505 on 2026-01-05 when that was recorded, now it is 450.00.');
    first.recordedDays = [{ day: '2026-01-05', text: text.replace('505', '450') }];
    const rewritten = await verify(recorded, [first, second]);
    expect(rewritten.said).toContain("Warning: the closing prices of 2026-01-05 don't match entry 2.");
  });

  it('lists closing prices that count but that the text of their recorded day lacks', async () => {
    const text = 'B 20.000000 2026-01-06\nEURUSD=X 1.100000 2026-01-06\nSPY 510.000000 2026-01-06\n';
    const later = 'A 26.000000 2026-01-08\nB 15.000000 2026-01-08\n';
    const recorded = ledgerOf(
      ['opened', 'a'],
      { kind: 'prices', facts: { day: '2026-01-06', count: 3, hash: sha256(text) } },
      { kind: 'prices', facts: { day: '2026-01-08', count: 2, hash: sha256(later) } },
      ['opened', 'b', { ticker: 'B' }],
    );
    const given: PublishedCloses = {
      benchmark: 'SPY',
      benchmarks: ['SPY', 'NEW'],
      days,
      closes: {
        A: ['100.00', '100.00', '80.00', '70.00', '26.00', '30.00'],
        B: [null, '19.00', '20.00', '21.00', '15.00', '16.00'],
        SPY: ['500.00', '505.00', '510.00', '490.00', '515.00', '520.00'],
        NEW: ['1.00', '1.00', '1.00', '1.00', '1.00', '1.00'],
      },
      rates: { 'EURUSD=X': [null, '1.10', '1.10', '1.10', '1.10', null] },
      splits: {},
      quotes: {},
      recordedDays: [
        { day: '2026-01-06', text },
        { day: '2026-01-08', text: later },
      ],
      nextCursor: null,
    };
    const { code, said } = await verify(recorded, [given]);
    expect(code).toBe(0);
    expect(said.split('\n').filter((line: string) => /recorded in the ledger|Warning/.test(line))).toEqual([
      'Closing prices recorded in the ledger: 2 days, 0 changed since, 3 added since',
      '  Warning: A closed at 80.00 on 2026-01-06, but entry 2 of that day lacks it.',
      '  Warning: SPY closed at 515.00 on 2026-01-08, but entry 3 of that day lacks it.',
      '  Warning: EURUSD=X closed at 1.10 on 2026-01-08, but entry 3 of that day lacks it.',
    ]);
  });

  it('compares the splits that it applies to recorded prices with those in the ledger', async () => {
    const text = 'A 100.000000 2026-01-06\nSPY 510.000000 2026-01-06\n';
    const day = '2026-01-07';
    const splitOf = (state: 'confirmed' | 'superseded' | 'overruled', more: object = {}) => ({
      kind: 'split' as const,
      facts: { ticker: 'A', day, numerator: 4, denominator: 1, state, by: 'closes from test', ...more },
    });
    const given = (...splits: PublishedCloses['splits'][string]): PublishedCloses => ({
      benchmark: 'SPY',
      days,
      closes: {
        A: ['25.00', '25.00', '25.00', '25.00', '24.00', '30.00'],
        SPY: ['500.00', '505.00', '510.00', '490.00', '515.00', '520.00'],
      },
      splits: { A: splits },
      quotes: {},
      recordedDays: [{ day: '2026-01-06', text }],
      nextCursor: null,
    });
    const applied = { day, numerator: 4, denominator: 1 };
    const warnings = async (news: LedgerEvent[], ...splits: PublishedCloses['splits'][string]) => {
      const prices = { kind: 'prices' as const, facts: { day: '2026-01-06', count: 2, hash: sha256(text) } };
      const { said } = await verify(ledgerOf(['opened', 'a'], prices, ...news), [given(...splits)]);
      return said.split('\n').filter((line: string) => /Splits recorded|Warning/.test(line));
    };
    const one = (changed: number) => `Splits recorded in the ledger: 1, ${changed} changed since`;
    expect(await warnings([splitOf('confirmed')], applied)).toEqual([one(0)]);
    expect(await warnings([splitOf('overruled', { by: 'an administrator' })], applied)).toEqual([one(0)]);
    const lacks = "  Warning: A's split of 2026-01-07 (4:1) is applied to recorded prices, but the ledger lacks it.";
    expect(await warnings([], applied)).toEqual(['Splits recorded in the ledger: 0, 1 changed since', lacks]);
    expect(await warnings([splitOf('confirmed'), splitOf('superseded')], applied)).toEqual([one(1), lacks]);
    expect(await warnings([splitOf('confirmed', { numerator: 2 })], applied)).toEqual([
      one(2),
      lacks,
      "  Warning: A's split of 2026-01-07 (2:1) is in the ledger, but not applied.",
    ]);
    expect((await warnings([splitOf('confirmed')])).at(-1)).toBe(
      "  Warning: A's split of 2026-01-07 (4:1) is in the ledger, but not applied.",
    );
    expect((await warnings([splitOf('confirmed', { by: 'an administrator' })]))[1]).toBe(one(0));
  });
});
