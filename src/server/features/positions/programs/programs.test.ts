/** Files in the documented formats of other programs, and their import. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFile } from '~/server/features/positions/import-file';
import { limits } from '~/shared/limits';

const folder = path.join(import.meta.dirname, '..', 'fixtures', 'programs');
const fixture = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const now = Date.UTC(2026, 9, 1);

/** Each row as a line: its number, the position, and the remark about it. */
function read(text: string) {
  const { program, problem, rows } = readFile(undefined, text, now);
  const lines = rows.map(({ row, cells, reason, note }) => {
    const { name, ticker, avgEntryPrice, purchaseDate, closeDate, closePrice } = cells;
    const entry = [name, ticker, avgEntryPrice, purchaseDate].filter(Boolean).join(' ');
    const exit = closeDate ? ` -> ${closePrice} ${closeDate}` : '';
    return reason ? `${row} left out: ${reason}` : `${row} ${entry}${exit}${note ? ` (${note})` : ''}`;
  });
  return { program, ...(problem && { problem }), lines };
}

describe('Ghostfolio', () => {
  it('exports activities as JSON', () => {
    expect(read(fixture('ghostfolio.json'))).toEqual({
      program: 'Ghostfolio',
      lines: [
        "1 left out: Fees aren't imported",
        '2 MSFT 298.58 2021-09-16T00:00:00.000Z -> 310.00 2022-11-01T00:00:00.000Z (2 of 5 shares, sold in row 5)',
        '2 MSFT 298.58 2021-09-16T00:00:00.000Z (3 of 5 shares, not sold)',
        "3 left out: Dividends aren't imported. They come with the prices.",
        '4 NVIDIA NVDA 120.35 2022-10-03T14:30:00.000Z (Price rounded from 120.345)',
        '6 left out: The row has no ticker: it was entered by hand',
        '7 left out: A cryptocurrency without a ticker',
        '8 left out: A cryptocurrency without a ticker',
        '9 left out: Priced in CHF. Only prices in US dollars can be imported.',
        '10 left out: GME: more shares sold than bought. It is a short sale, or a purchase or split is missing.',
        '11 left out: The date is in the future',
      ],
    });
  });

  it('imports a CSV whose dates may have the day first', () => {
    expect(read(fixture('ghostfolio.csv'))).toEqual({
      program: 'Ghostfolio',
      lines: [
        "2 left out: Fees aren't imported",
        '3 MSFT 298.58 2021-09-16 -> 310.00 2022-11-01 (Sold in row 6)',
        "4 left out: Dividends aren't imported. They come with the prices.",
        '5 left out: US5949181045 is an ISIN. The row has no ticker.',
      ],
    });
  });
});

describe("another program's table of trades", () => {
  it('has the month first if one of its dates shows it', () => {
    const titles = 'Date,Symbol,Type,Quantity,Price,Currency';
    const early = '03/04/2024,AAPL,BUY,10,170.10,USD';
    expect(read(`${titles}\n${early}\n03/25/2024,MSFT,BUY,5,420.00,USD`).lines).toEqual([
      '2 AAPL 170.10 2024-03-04',
      '3 MSFT 420.00 2024-03-25',
    ]);
    expect(read(`${titles}\n${early}`).lines).toEqual(['2 AAPL 170.10 2024-04-03']);
    const both = `${titles}\n${early}\n03/25/2024,MSFT,BUY,5,420.00,USD\n25/03/2024,MSFT,BUY,5,420.00,USD`;
    expect(read(both).lines[0]).toBe('2 AAPL 170.10 2024-04-03');
  });

  it('of Interactive Brokers has currencies and futures, which are left out', () => {
    const text = `Buy/Sell,TradeDate,CurrencyPrimary,Symbol,TradePrice,Quantity,IBCommission,AssetClass
BUY,20240304,USD,AAPL,170.1,10,-1,STK
SELL,20240404,USD,AAPL,175.12,-4,-1,STK
BUY,20240304,USD,EUR.USD,1.0850,1000,-2,CASH
BUY,20240304,USD,ESM4,5200,1,-1,FUT
BUY,20240304,USD,GBP.USD,1.2750,1000,-2,`;
    expect(read(text).lines).toEqual([
      '2 AAPL 170.10 2024-03-04 -> 175.12 2024-04-04 (4 of 10 shares, sold in row 3)',
      '2 AAPL 170.10 2024-03-04 (6 of 10 shares, not sold)',
      '4 left out: Neither a stock nor a fund',
      '5 left out: Neither a stock nor a fund',
      '6 left out: Neither a stock nor a fund',
    ]);
  });
});

describe('rows of a program that cannot be imported', () => {
  it('leave out the other rows of their stock if they are sales, whatever suffix the symbol has', () => {
    const symbol = { symbol: 'AAPL.US', dataSource: 'EOD_HISTORICAL_DATA', currency: 'USD', unitPrice: 100, fee: 0 };
    const activities = [
      { ...symbol, type: 'BUY', date: '2024-01-15', quantity: 10 },
      { ...symbol, type: 'SELL', date: '2024-02-15', quantity: 10, currency: 'EUR' },
    ];
    expect(read(JSON.stringify({ meta: {}, activities })).lines).toEqual([
      "1 left out: A sale or split of AAPL in this file can't be imported",
      '2 left out: Priced in EUR. Only prices in US dollars can be imported.',
    ]);
  });

  it('leave out the other rows of their stock if they are splits', () => {
    const file = `date,symbol,quantity,activityType,unitPrice,currency,fee,amount
2024-01-15,AAPL,100,BUY,400,USD,0,
2024-02-01,AAPL,,SPLIT,,USD,0,
2024-02-15,AAPL,100,SELL,110,USD,0,`;
    expect(read(file).lines).toEqual([
      "2 left out: A sale or split of AAPL in this file can't be imported",
      '3 left out: The split has no ratio',
      "4 left out: A sale or split of AAPL in this file can't be imported",
    ]);
  });
});

describe('purchases that cannot be imported', () => {
  const reason = "left out: A purchase of AAPL in this file can't be imported";
  const cases: [string, string, string][] = [
    [
      'Wealthfolio',
      'date,symbol,quantity,activityType,unitPrice,currency\n2019-01-02,AAPL,10,TRANSFER_IN,0,USD\n2021-01-04,AAPL,10,BUY,150,USD\n2022-01-04,AAPL,10,SELL,180,USD\n',
      "2 left out: Transfers aren't imported: they have no purchase price",
    ],
    [
      'Ghostfolio',
      'Date,Code,Currency,Price,Quantity,Action,Fee\n02-01-2019,AAPL,EUR,40,10,buy,0\n04-01-2021,AAPL,USD,150,10,buy,0\n04-01-2022,AAPL,USD,180,10,sell,0\n',
      '2 left out: Priced in EUR. Only prices in US dollars can be imported.',
    ],
    [
      'Yahoo Finance',
      'Symbol,Trade Date,Purchase Price,Quantity,Transaction Type\nAAPL,20190102,,10,BUY\nAAPL,20210104,150,10,BUY\nAAPL,20220104,180,10,SELL\n',
      '2 left out: The row has no purchase price',
    ],
    [
      'Portfolio Performance',
      'Date,Type,Value,Transaction Currency,Fees,Taxes,Shares,Ticker Symbol,Security Name\n2019-01-02,Delivery (Inbound),400.00,EUR,0.00,0.00,10,AAPL,Apple\n2021-01-04,Buy,1500.00,USD,0.00,0.00,10,AAPL,Apple\n2022-01-04,Sell,1800.00,USD,0.00,0.00,10,AAPL,Apple\n',
      '2 left out: Priced in EUR. Only prices in US dollars can be imported.',
    ],
  ];
  it.each(cases)('leave out the later sales of %s, which could be of their shares', (program, text, skipped) => {
    expect(read(text)).toEqual({ program, lines: [skipped, `3 ${reason}`, `4 ${reason}`] });
  });
});

describe('Wealthfolio', () => {
  it('imports a CSV with splits, which apply to later sales', () => {
    expect(read(fixture('wealthfolio-import.csv'))).toEqual({
      program: 'Wealthfolio',
      lines: [
        '2 AAPL 185.50 2024-01-15 -> 192.00 2024-02-15 (5 of 10 shares, sold in row 4)',
        '2 AAPL 185.50 2024-01-15 (5 of 10 shares, not sold)',
        "3 left out: Dividends aren't imported. They come with the prices.",
        "5 left out: Cash movements aren't imported",
        "6 left out: Transfers aren't imported: they have no purchase price",
        '7 NVDA 1150.00 2024-06-03 -> 131.88 2024-06-14 (4 of 10 shares, sold in row 9)',
        '7 NVDA 1150.00 2024-06-03 (6 of 10 shares, not sold)',
        '8 left out: A stock split. It counts when sales are matched.',
        '10 left out: Priced in CAD. Only prices in US dollars can be imported.',
        "11 left out: Options can't be imported",
      ],
    });
  });

  it('exports a CSV quoted like JSON, in which the symbol is an id', () => {
    expect(read(fixture('wealthfolio-export.csv'))).toEqual({
      program: 'Wealthfolio',
      lines: [
        '2 Microsoft MSFT 380.50 2024-01-10T00:00:00.000Z -> 410.00 2024-02-10T00:00:00.000Z (Sold in row 3)',
        '4 Bitcoin BTC-USD 40000.00 2024-01-25T00:00:00.000Z',
      ],
    });
  });

  it('exports JSON', () => {
    expect(read(fixture('wealthfolio-export.json'))).toEqual({
      program: 'Wealthfolio',
      lines: ['1 Microsoft MSFT 380.50 2024-01-10T00:00:00.000Z', "2 left out: Fees aren't imported"],
    });
  });
});

describe('Portfolio Performance', () => {
  it('exports a German CSV with decimal commas; prices exclude costs and are in the currency of the security', () => {
    expect(read(fixture('portfolio-performance-de.csv'))).toEqual({
      program: 'Portfolio Performance',
      lines: [
        '2 Apple Inc. AAPL 107.08 2021-06-07 -> 130.00 2023-01-10 (10 of 20 shares, sold in row 4)',
        '2 Apple Inc. AAPL 107.08 2021-06-07 (10 of 20 shares, not sold)',
        '3 Microsoft; Corp. MSFT 86.00 2022-06-06',
        '5 NVIDIA Corp. NVDA 500.00 2023-02-01',
        '6 left out: Priced in EUR. Only prices in US dollars can be imported.',
        '7 left out: The row has no ticker',
        '8 left out: A transfer between your portfolios',
        "9 left out: Dividends aren't imported. They come with the prices.",
      ],
    });
  });

  it('exports an English CSV', () => {
    expect(read(fixture('portfolio-performance-en.csv')).lines).toEqual([
      '2 Apple Inc. AAPL 107.08 2021-06-07 -> 130.00 2023-01-10 (Sold in row 3)',
    ]);
    const german = fixture('portfolio-performance-de.csv').split('\n');
    const english = fixture('portfolio-performance-en.csv').split('\n')[0]?.replaceAll(',', ';') ?? '';
    // An English program on a German computer.
    expect(read([english, german[1]?.replace('Kauf', 'Buy')].join('\n')).lines).toEqual([
      '2 Apple Inc. AAPL 107.08 2021-06-07',
    ]);
  });

  it('reports the export of a cash account, which has no fees', () => {
    const text =
      'Date;Type;Value;Transaction Currency;Shares;ISIN;WKN;Ticker Symbol;Security Name;Note\n2024-01-02;Buy;-10.00;USD;1;;;A;A;';
    expect(read(text).problem).toMatch(/^These are the transactions of a cash account/);
  });

  it('saves XML with nested transactions', () => {
    expect(read(fixture('portfolio-performance.xml'))).toEqual({
      program: 'Portfolio Performance',
      lines: [
        "1 left out: Cash movements aren't imported",
        '3 Microsoft & Co. MSFT 334.27 2023-09-10 -> 391.00 2024-01-15 (2 of 5 shares, sold in row 8)',
        '3 Microsoft & Co. MSFT 334.27 2023-09-10 (3 of 5 shares, not sold)',
        '4 NVIDIA NVDA 450.00 2023-10-02 (The stock has been split since: enter the price as paid, not adjusted)',
        '6 left out: Priced in EUR. Only prices in US dollars can be imported.',
      ],
    });
  });

  it('saves XML with ids instead of paths', () => {
    const text = fixture('portfolio-performance.xml')
      .replace('<client>', '<client id="1">')
      .replace('<security>', '<security id="7">')
      .replaceAll(/reference="[./]*securities\/security"/g, 'reference="7"');
    expect(read(text).lines[1]).toMatch(/^3 Microsoft & Co. MSFT 334.27/);
  });

  it.each([
    [
      'entities',
      '<!DOCTYPE client [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><client><version>66</version></client>',
      /entities/,
    ],
    ['an old version', '<client><version>28</version></client>', /old version/],
    ['no version', '<client></client>', /old version/],
    ['depth', `<client>${'<a>'.repeat(6000)}`, /nested too deeply/],
    ['another root', '<html><body/></html>', /not from Portfolio Performance/],
    ['nothing', '<client><version>66</version><securities/></client>', /contains no positions/],
  ])('is rejected with %s', (_what, text, problem) => {
    expect(read(text).problem).toMatch(problem);
  });

  it('ignores invalid references and numbers', () => {
    const text = fixture('portfolio-performance.xml')
      .replaceAll(/securities\/security\[2\]/g, 'securities/security[99999999]')
      .replace('<shares>500000000</shares>', '<shares>1e99</shares>');
    expect(read(text).lines).toEqual([
      "1 left out: Cash movements aren't imported",
      '3 left out: The row has no shares',
      '4 left out: The row has no ticker',
      '6 left out: Priced in EUR. Only prices in US dollars can be imported.',
      '8 left out: MSFT: more shares sold than bought. It is a short sale, or a purchase or split is missing.',
    ]);
  });
});

describe('Yahoo Finance', () => {
  it('exports lots, with sales in newer files', () => {
    expect(read(fixture('yahoo.csv'))).toEqual({
      program: 'Yahoo Finance',
      lines: [
        '2 RKLB 20.33 2025-03-03 -> 45.50 2025-08-01 (10 of 25 shares, sold in row 3)',
        '2 RKLB 20.33 2025-03-03 (15 of 25 shares, not sold)',
        '4 BRK-B 362.47 2024-01-05 (Price rounded from 362.4699)',
        '5 left out: Traded outside the US. Only prices in US dollars can be imported.',
        "6 left out: Cash movements aren't imported",
        '7 left out: Only watched: the row has no purchase',
        "8 left out: Short sales can't be imported",
      ],
    });
    expect(read(fixture('yahoo-older.csv')).lines).toEqual(['2 TSLA 713.94 2021-08-09']);
  });
});

describe('a file', () => {
  it("with this product's own columns is not another program's", () => {
    const { program, lines } = read('name,symbol,purchase price,trade date,date,quantity\nA,A,1,20240102,2024-01-02,1');
    expect({ program, lines }).toEqual({ program: undefined, lines: ['2 A A 1 2024-01-02'] });
  });

  it.each([
    ['a workbook', 'PK\u0003\u0004\u0000', /workbook or a zip file/],
    ['an encrypted portfolio', 'PORTFOLIO\u0001', /encrypted or binary/],
    ['another encoding', 'Datum;Typ;Wert;St\ufffdck', /not in UTF-8/],
    ['nothing', ' \n', /empty/],
    ['no known columns', 'a,b\n1,2', /must contain the headings/],
    ['broken JSON', '{"activities":[', /not valid JSON/],
    ['no activities', '{"activities":[]}', /contains no positions/],
  ])('with %s is rejected with a message', (_what, text, problem) => {
    expect(read(text).problem).toMatch(problem);
  });

  it('is not read beyond the limit of rows', () => {
    const rows = Array.from({ length: 100_000 }, () => '2024-01-02,A,YAHOO,USD,1,1,buy,0');
    const { problem, lines } = read(`Date,Code,DataSource,Currency,Price,Quantity,Action,Fee\n${rows.join('\n')}`);
    expect(problem).toBe('The file contains 100000 transactions. At most 5000 can be imported at once.');
    expect(lines).toEqual([]);
  });

  it('never crashes the reader, whatever its values are', () => {
    const odd = ['', '-', '1e400', 'NaN', '-5', '=1+1', '\u0000', '{}', '9'.repeat(400), '2024-02-30', '__proto__'];
    for (const value of odd) {
      const activities = [
        {
          type: value,
          symbol: value,
          dataSource: value,
          currency: value,
          quantity: value,
          unitPrice: value,
          date: value,
        },
        {
          type: 'BUY',
          symbol: value,
          dataSource: 'YAHOO',
          currency: 'USD',
          quantity: 1,
          unitPrice: 1,
          date: '2024-01-02',
        },
        { type: 'SELL', symbol: 'A', dataSource: 'YAHOO', currency: 'USD', quantity: value, unitPrice: 1, date: value },
        value,
        null,
        [value],
      ];
      expect(readFile(undefined, JSON.stringify({ activities }), now).rows).toHaveLength(activities.length);
    }
    expect(limits.importRows).toBe(5000);
  });
});
