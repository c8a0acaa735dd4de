/**
 * Whether the ledger is whole: each entry's text gives its hash, holds the hash of the entry before, and says the same
 * as its columns. Entries are taken part by part, so that a reader can check while the rest is still coming.
 *
 * A chain shows that one entry was changed, left out or put in. It cannot show that all of it was written anew, or that
 * its end was cut off: for that somebody has to have noted an earlier `head`, and look whether it is still there.
 */
import { type MarketBody, marketKinds } from './schemas/ledger-events';
import type { LedgerBody, LedgerEntry, LedgerHead } from './schemas/track-record';
import { sha256 } from './sha256';

export const firstPreviousHash = '0'.repeat(64);

export interface ChainBreak {
  /** The first entry that is not as the one before it says. */
  seq: number;
  words: string;
}

export interface ChainState {
  count: number;
  head: LedgerHead | null;
  /** Null while everything is in order. */
  brokenAt: ChainBreak | null;
  /** The last entry of each day in UTC, oldest first: short enough to be noted somewhere else. */
  dailyHeads: { day: string; seq: number; hash: string }[];
}

export interface ChainCheck {
  /** The next entries, in their order. */
  add(entries: readonly LedgerEntry[]): void;
  readonly state: ChainState;
  /** Whether an entry with this hash has been seen: a head that somebody noted earlier. */
  has(hash: string): boolean;
}

export function createChainCheck(): ChainCheck {
  const state: ChainState = { count: 0, head: null, brokenAt: null, dailyHeads: [] };
  const hashes = new Set<string>();
  let previousHash = firstPreviousHash;
  return {
    state,
    has: (hash) => hashes.has(hash.trim().toLowerCase()),
    add(entries) {
      for (const entry of entries) {
        const expected = (state.head?.seq ?? 0) + 1;
        const words = faultOf(entry, expected, previousHash) ?? backdating(entry, state.head);
        if (words !== null) state.brokenAt ??= { seq: entry.seq, words };
        const { seq, at, hash } = entry;
        previousHash = hash;
        hashes.add(hash);
        state.count++;
        state.head = { seq, at, hash };
        const day = at.toISOString().slice(0, 10);
        if (state.dailyHeads.at(-1)?.day === day) state.dailyHeads.pop();
        state.dailyHeads.push({ day, seq, hash });
      }
    },
  };
}

/** Checks a whole ledger at once. */
export function checkChain(entries: readonly LedgerEntry[]): ChainState {
  const check = createChainCheck();
  check.add(entries);
  return check.state;
}

function faultOf(entry: LedgerEntry, expected: number, previousHash: string): string | null {
  const { seq } = entry;
  if (seq > expected) {
    const gap = seq - expected === 1 ? `Entry ${expected} is missing` : `Entries ${expected} to ${seq - 1} are missing`;
    return `${gap}: after ${expected - 1} comes ${seq}.`;
  }
  if (seq < expected) return `Entry ${seq} is out of order: it comes after entry ${expected - 1}.`;
  if (sha256(entry.body) !== entry.hash) return `Entry ${seq} was changed: its content doesn't match its hash.`;
  if (entry.previousHash !== previousHash)
    return seq === 1
      ? 'Entry 1 refers to an entry before it.'
      : `Entry ${seq} contains another hash of entry ${seq - 1}: entry ${seq - 1} was rewritten.`;
  const body = bodyOf(entry);
  if (!body) return `Entry ${seq} was changed: its content is not valid.`;
  const isSame =
    body.seq === seq &&
    body.kind === entry.kind &&
    body.previousHash === entry.previousHash &&
    body.at === entry.at.toISOString();
  return isSame ? null : `Entry ${seq} was changed: its columns don't match its content.`;
}

/**
 * The server's clock never goes back from one entry to the next. Otherwise an entry could be appended with a time of years
 * ago: all hashes kept outside would still match, and it would count from that time on.
 */
function backdating({ seq, at }: LedgerEntry, before: LedgerHead | null): string | null {
  if (before === null || at.getTime() >= before.at.getTime()) return null;
  return `Entry ${seq} was backdated: its time is before that of entry ${before.seq}.`;
}

/** What an entry says; null when it cannot be read. */
export function bodyOf(entry: Pick<LedgerEntry, 'body'>): LedgerBody | MarketBody | null {
  try {
    const body = JSON.parse(entry.body) as LedgerBody | MarketBody | null;
    if (!body) return null;
    if (!isMarketBody(body)) return typeof body.position?.id === 'string' ? body : null;
    return typeof body.facts === 'object' && body.facts !== null ? body : null;
  } catch {
    return null;
  }
}

/** About the market or the method, and not about one position. */
export const isMarketBody = (body: LedgerBody | MarketBody): body is MarketBody =>
  marketKinds.some((kind) => kind === body.kind);
