import { formatDay } from '~/client/lib/format';
import { trackRecordWords as words } from '~/client/words/track-record';
import { isMarketBody } from '~/shared/ledger-chain';
import type { MarketBody } from '~/shared/schemas/ledger-events';
import type { LedgerBody } from '~/shared/schemas/track-record';
import { tradingDay } from '~/shared/trading-day';
import { amountText, priceText } from '../price-text';

/** What an entry is about: 'Tesla (TSLA)', or the subject of a market entry, which concerns no single position. */
export function subjectOf(body: LedgerBody | MarketBody | null): string {
  if (!body) return words.unreadable;
  if (!isMarketBody(body)) return `${body.position.name} (${body.position.ticker})`;
  if (body.kind === 'method') return words.method;
  if (body.kind === 'thesis') return words.thesis;
  if (body.kind === 'note') return words.note;
  return body.kind === 'prices' ? words.closesOf(formatDay(body.facts.day)) : body.facts.ticker;
}

function marketFigures(body: MarketBody, currencies: Currencies): string {
  const { kind, facts, reason } = body;
  const priceOf = (price: string, ticker: string) => priceText(price, currencies?.get(ticker));
  if (kind === 'renamed') return [words.renamedTo(facts.to), reason].filter(Boolean).join(', ');
  if (kind === 'delisted')
    return [words.closeAt(priceOf(facts.price, facts.ticker)), reason].filter(Boolean).join(', ');
  if (kind === 'split')
    return [
      words.splitIs(`${facts.numerator}:${facts.denominator}`, formatDay(facts.day), facts.state, facts.by),
      reason,
    ]
      .filter(Boolean)
      .join(', ');
  if (kind === 'dividend')
    return words.dividendIs(
      amountText(facts.amount, currencies?.get(facts.ticker)),
      formatDay(facts.day),
      facts.state,
      facts.by,
    );
  if (kind === 'quote')
    return [words.quoteIs(priceOf(facts.price, facts.ticker), facts.state), reason].filter(Boolean).join(', ');
  if (kind === 'thesis' || kind === 'note') return words.thesisIs(facts.version, facts.hash.slice(0, 10));
  return kind === 'prices' ? words.closingPrices(facts.count) : facts.text;
}

/** Currencies of tickers that are not quoted in USD. */
type Currencies = ReadonlyMap<string, string> | undefined;

/** The figures of an entry as text. */
export function entryFigures(body: LedgerBody | MarketBody | null, currencies?: Currencies): string {
  if (!body) return '-';
  if (isMarketBody(body)) return marketFigures(body, currencies);
  const { position, market, kind } = body;
  const currency = currencies?.get(position.ticker);
  if (kind === 'corrected') return correction(body, currency);
  return [
    kind !== 'closed' && words.entryAt(priceText(position.entryPrice, currency)),
    position.closePrice && words.closeAt(priceText(position.closePrice, currency)),
    market && words.marketAt(priceText(market.price, market.currency ?? currency)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** The corrected values and the reason. */
function correction({ old = {}, new: now = {}, reason }: LedgerBody, currency: string | undefined): string {
  const changes = Object.keys(now).map((field) =>
    words.correctedTo(
      // A field without a text is shown by its name.
      words.fields[field as keyof typeof words.fields] ?? field,
      readable(field, currency, old[field]),
      readable(field, currency, now[field]),
    ),
  );
  return [...changes, reason].filter(Boolean).join(', ');
}

function readable(field: string, currency: string | undefined, value = '-'): string {
  if (field === 'purchaseDate') {
    const date = new Date(value);
    return Number.isNaN(date.getTime()) ? value : formatDay(tradingDay(date));
  }
  return field.endsWith('Price') ? priceText(value, currency) : value;
}
