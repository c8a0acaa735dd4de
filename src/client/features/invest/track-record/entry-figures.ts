import { formatAmount, formatCount, formatDay, formatUsd } from '~/client/lib/format';
import { trackRecordWords as words } from '~/client/words/track-record';
import { isMarketBody } from '~/shared/ledger-chain';
import type { MarketBody } from '~/shared/schemas/ledger-events';
import type { LedgerBody } from '~/shared/schemas/track-record';

/** What an entry that is not about one position is about. */
export function subjectOf(body: MarketBody): string {
  if (body.kind === 'method') return words.method;
  if (body.kind === 'thesis') return words.thesis;
  return body.kind === 'prices' ? words.closesOf(formatDay(body.facts.day)) : body.facts.ticker;
}

function marketFigures(body: MarketBody): string {
  const { kind, facts, reason } = body;
  if (kind === 'renamed') return [words.renamedTo(facts.to), reason].filter(Boolean).join(', ');
  if (kind === 'delisted') return [words.closeAt(formatUsd(facts.price)), reason].filter(Boolean).join(', ');
  if (kind === 'split')
    return [
      words.splitIs(`${facts.numerator}:${facts.denominator}`, formatDay(facts.day), facts.state, facts.by),
      reason,
    ]
      .filter(Boolean)
      .join(', ');
  if (kind === 'dividend')
    return words.dividendIs(formatAmount(facts.amount), formatDay(facts.day), facts.state, facts.by);
  if (kind === 'quote') return [words.quoteIs(formatUsd(facts.price), facts.state), reason].filter(Boolean).join(', ');
  if (kind === 'thesis') return words.thesisIs(facts.version, facts.hash.slice(0, 10));
  return kind === 'prices' ? words.closingPrices(formatCount(facts.count)) : facts.text;
}

/** What an entry says in figures. */
export function entryFigures(body: LedgerBody | MarketBody | null): string {
  if (!body) return '-';
  if (isMarketBody(body)) return marketFigures(body);
  const { position, market, kind } = body;
  if (kind === 'corrected') return correction(body);
  return [
    kind !== 'closed' && words.entryAt(formatUsd(position.entryPrice)),
    position.closePrice && words.closeAt(formatUsd(position.closePrice)),
    market && words.marketAt(formatUsd(market.price)),
  ]
    .filter(Boolean)
    .join(', ');
}

/** What was corrected, and why. */
function correction({ old = {}, new: now = {}, reason }: LedgerBody): string {
  const changes = Object.keys(now).map((field) =>
    words.correctedTo(
      words.fields[field as keyof typeof words.fields] ?? field,
      readable(field, old[field]),
      readable(field, now[field]),
    ),
  );
  return [...changes, reason].filter(Boolean).join(', ');
}

function readable(field: string, value = '-'): string {
  if (field === 'purchaseDate') return formatDay(value.slice(0, 10));
  return field.endsWith('Price') ? formatUsd(value) : value;
}
