/** The search index of the ledger's entries. */
import { bodyOf, isMarketBody } from '~/shared/ledger-chain';
import type { LedgerEntry } from '~/shared/schemas/track-record';

/** Arrays in the order of the entries. */
export interface LedgerIndex {
  /** Null for an entry that concerns no stock, or all of them. */
  tickers: (string | null)[];
  /** In lower case. */
  texts: string[];
}

export interface LedgerFilter {
  kind?: string | undefined;
  ticker?: string | undefined;
  search?: string | undefined;
}

export function ledgerIndex(entries: readonly LedgerEntry[]): LedgerIndex {
  const index: LedgerIndex = { tickers: [], texts: [] };
  const tickerOf = new Map<string, string>();
  for (const entry of entries) {
    const body = bodyOf(entry);
    const words = [`${entry.seq}`, entry.at.toISOString(), entry.hash];
    let ticker: string | null = null;
    if (body && isMarketBody(body)) {
      if (body.kind === 'thesis' || body.kind === 'note') ticker = tickerOf.get(body.facts.position) ?? null;
      else if ('ticker' in body.facts) ticker = body.facts.ticker;
      words.push(...Object.values(body.facts).map(String), body.actor, body.reason ?? '');
    } else if (body) {
      const { position, actor, reason = '', priceSource, old = {}, new: now = {}, market } = body;
      ({ ticker } = position);
      tickerOf.set(position.id, ticker);
      words.push(ticker, position.name, position.entryPrice, position.closePrice ?? '', position.purchaseDate);
      words.push(actor, reason, priceSource, market?.price ?? '', ...Object.values(old), ...Object.values(now));
    }
    index.tickers.push(ticker);
    index.texts.push(words.join(' ').toLowerCase());
  }
  return index;
}

/**
 * Newest first. Finds entries that contain each word of a search. A number alone finds the entry with that number; if
 * there is none, and no # before the number, it is a word such as a year.
 */
export function findEntries(
  entries: readonly LedgerEntry[],
  { tickers, texts }: LedgerIndex,
  { kind, ticker, search = '' }: LedgerFilter,
): LedgerEntry[] {
  const searchWords = search.toLowerCase().split(/\s+/).filter(Boolean);
  const [, sign, digits] = /^\s*(#\s*)?(\d{1,9})\s*$/.exec(search) ?? [];
  const isNumber = sign !== undefined || Number(digits) <= entries.length;
  const fits = ({ seq, kind: itsKind }: LedgerEntry, place: number) =>
    (!kind || itsKind === kind) &&
    (!ticker || tickers[place] === ticker) &&
    (isNumber ? seq === Number(digits) : searchWords.every((word) => texts[place]?.includes(word)));
  return entries.filter(fits).reverse();
}
