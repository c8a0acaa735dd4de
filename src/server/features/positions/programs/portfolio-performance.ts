/**
 * Interprets transactions of Portfolio Performance from any of its file formats. Deliveries are purchases and sales
 * without a cash account; transfers between the user's own portfolios change nothing.
 */
import { centsOf, unit } from './amounts';
import { assertDollars, NotImported, type Trade, tickerOf } from './transactions';

export const programName = 'Portfolio Performance';

const kinds = new Map<string, Trade['kind']>([
  ['BUY', 'buy'],
  ['DELIVERY_INBOUND', 'buy'],
  ['SELL', 'sell'],
  ['DELIVERY_OUTBOUND', 'sell'],
]);

const reasons = new Map([
  ['TRANSFER_IN', 'A transfer between your portfolios'],
  ['TRANSFER_OUT', 'A transfer between your portfolios'],
  ['DIVIDENDS', "Dividends aren't imported. They come with the prices."],
  ['INTEREST', "Interest isn't imported"],
  ['INTEREST_CHARGE', "Interest isn't imported"],
  ['FEES', "Fees aren't imported"],
  ['FEES_REFUND', "Fees aren't imported"],
  ['TAXES', "Taxes aren't imported"],
  ['TAX_REFUND', "Taxes aren't imported"],
  ['DEPOSIT', "Cash movements aren't imported"],
  ['REMOVAL', "Cash movements aren't imported"],
]);

export interface Booking {
  row: number;
  /** Portfolio Performance's name of the type, such as BUY. */
  type: string;
  ticker: string;
  name: string;
  date: () => string;
  /** In hundred-millionths, like the money. */
  shares: bigint | undefined;
  /** Including fees and taxes for a purchase, excluding them for a sale. */
  value: bigint | undefined;
  currency: string;
  /** Fees and taxes in `currency`. */
  costs: bigint;
  /** The value without costs in the currency of the security, if that is different. */
  gross?: { amount: bigint; currency: string } | undefined;
}

/** What a transaction of this type does to the number of shares. */
export function effectOf(type: string): 'adds' | 'removes' | undefined {
  const kind = kinds.get(type);
  return kind && (kind === 'sell' ? 'removes' : 'adds');
}

export function tradeOf({ row, type, ticker, name, date, shares, value, currency, costs, gross }: Booking): Trade {
  const kind = kinds.get(type);
  if (!kind) throw new NotImported(reasons.get(type) ?? "This kind of transaction can't be imported");
  const symbol = tickerOf(ticker);
  assertDollars(gross?.currency ?? currency);
  if (!shares || shares < 0n) throw new NotImported('The row has no shares');
  if (value === undefined) throw new NotImported('The row has no value');
  const paid = value < 0n ? -value : value;
  const amount = gross?.amount ?? (kind === 'buy' ? paid - costs : paid + costs);
  const money = { ...centsOf((amount * unit) / shares), currency: 'USD' };
  return { row, kind, ticker: symbol, name, shares, ...money, date: date() };
}
