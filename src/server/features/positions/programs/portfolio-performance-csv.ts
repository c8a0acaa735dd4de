/**
 * Portfolio Performance: "Export > Portfolio transactions" as CSV, in English or German. After github.com/portfolio-
 * performance/portfolio, name.abuchen.portfolio/…/datatransfer/csv/CSVExporter.java, messages_de.properties
 * (CSVColumn_*) and model/labels.properties (portfolio.*, account.*).
 *
 * Date;Type;Value;Transaction Currency;Gross Amount;Currency Gross Amount;Exchange Rate;Fees;Taxes;Shares;ISIN;WKN;
 * Ticker Symbol;Security Name;Note. Separators and numbers follow the computer's language, not that of the headings.
 * Values always have two decimals, which shows the decimal mark.
 */
import type { Table } from '~/server/features/positions/csv-table';
import { localAmount } from './amounts';
import { dateOf } from './dates';
import { type FieldRow, fieldRowsOf, hasTitles } from './field-rows';
import { effectOf, programName, tradeOf } from './portfolio-performance';
import { addRow, emptyFile, type Fields, fieldOf, type ProgramFile, unreadableFile } from './transactions';

export const isPortfolioPerformanceTable = (titles: ReadonlySet<string>): boolean =>
  hasTitles(
    titles,
    ['datum', 'date'],
    ['typ', 'type'],
    ['wert', 'value'],
    ['stück', 'shares'],
    ['tickersymbol'],
    ['wertpapiername', 'securityname'],
  );

const types = new Map(
  Object.entries({
    BUY: ['Buy', 'Kauf'],
    SELL: ['Sell', 'Verkauf'],
    DELIVERY_INBOUND: ['Delivery (Inbound)', 'Einlieferung'],
    DELIVERY_OUTBOUND: ['Delivery (Outbound)', 'Auslieferung'],
    TRANSFER_IN: ['Transfer (Inbound)', 'Umbuchung (Eingang)'],
    TRANSFER_OUT: ['Transfer (Outbound)', 'Umbuchung (Ausgang)'],
    DIVIDENDS: ['Dividend', 'Dividende'],
    INTEREST: ['Interest', 'Zinsen'],
    INTEREST_CHARGE: ['Interest Charge', 'Zinsbelastung'],
    FEES: ['Fees', 'Gebühren'],
    FEES_REFUND: ['Fees Refund', 'Gebührenerstattung'],
    TAXES: ['Taxes', 'Steuern'],
    TAX_REFUND: ['Tax Refund', 'Steuerrückerstattung'],
    DEPOSIT: ['Deposit', 'Einlage'],
    REMOVAL: ['Removal', 'Entnahme'],
  }).flatMap(([type, labels]) => labels.map((label) => [label.toLowerCase(), type] as const)),
);

export function readPortfolioPerformanceCsv(table: Table, titles: ReadonlySet<string>): ProgramFile {
  if (!hasTitles(titles, ['gebühren', 'fees']))
    return unreadableFile(
      programName,
      'These are the transactions of a cash account. Export those of the securities account from Portfolio Performance.',
    );
  const rows = fieldRowsOf(table);
  const decimalSign = decimalSignOf(rows);
  const file = emptyFile(programName);
  for (const { row, fields } of rows) addBooking(file, row, fields, decimalSign);
  return file;
}

function addBooking(file: ProgramFile, row: number, fields: Fields, decimalSign: ',' | '.'): void {
  const type = types.get(fieldOf(fields, 'typ', 'type').toLowerCase()) ?? '';
  const name = fieldOf(fields, 'wertpapiername', 'securityname');
  const ticker = fieldOf(fields, 'tickersymbol');
  const day = fieldOf(fields, 'datum', 'date');
  const amount = (...names: string[]) => localAmount(fieldOf(fields, ...names), decimalSign);
  const magnitude = (value = 0n) => (value < 0n ? -value : value);
  const gross = amount('bruttobetrag', 'grossamount');
  const grossCurrency = fieldOf(fields, 'währungbruttobetrag', 'currencygrossamount');
  const booking = {
    row,
    type,
    ticker,
    name,
    // Dates with dots come from locales that write the day first.
    date: () => dateOf(day, day.includes('.') ? 'day first' : undefined),
    shares: amount('stück', 'shares'),
    value: amount('wert', 'value'),
    currency: fieldOf(fields, 'buchungswährung', 'transactioncurrency'),
    costs: magnitude(amount('gebühren', 'fees')) + magnitude(amount('steuern', 'taxes')),
    gross: gross && grossCurrency ? { amount: magnitude(gross), currency: grossCurrency } : undefined,
  };
  addRow(file, {
    read: () => tradeOf(booking),
    row,
    shown: { name, ticker, purchaseDate: day },
    date: booking.date,
    effect: effectOf(type),
  });
}

function decimalSignOf(rows: readonly FieldRow[]): ',' | '.' {
  for (const { fields } of rows) {
    const [, sign] = /([.,])\d{2}$/.exec(fieldOf(fields, 'wert', 'value')) ?? [];
    if (sign === ',' || sign === '.') return sign;
  }
  return '.';
}
