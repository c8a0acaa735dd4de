/**
 * Checks the ledger's integrity: each entry's text must match its hash, contain the previous entry's hash, and agree
 * with the columns. Entries can be added in parts, so that checking starts while the rest is loading.
 *
 * The chain shows entries that were changed, removed or inserted. It can't show that the whole ledger was rewritten or
 * its end cut off. For that, compare with a `head` that was saved outside this server.
 */

import { type MarketBody, marketKinds } from './schemas/ledger-events';
import type { LedgerBody, LedgerEntry, LedgerHead } from './schemas/track-record';
import { sha256 } from './sha256';
import { utcDay } from './utc-day';

export const firstPreviousHash = '0'.repeat(64);

export interface ChainBreak {
  /** The first entry that does not continue the chain. */
  seq: number;
  words: string;
}

export interface ChainState {
  count: number;
  head: LedgerHead | null;
  /** Null while the chain is valid. */
  brokenAt: ChainBreak | null;
  /** The last entry of each UTC day, oldest first: short enough to be saved elsewhere. */
  dailyHeads: { day: string; seq: number; hash: string }[];
}

export interface ChainCheck {
  /** Adds the next entries, in order. */
  add(entries: readonly LedgerEntry[]): void;
  readonly state: ChainState;
  /** Whether an entry with this hash was added, such as a previously saved head. */
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
        const day = utcDay(at);
        if (state.dailyHeads.at(-1)?.day === day) state.dailyHeads.pop();
        state.dailyHeads.push({ day, seq, hash });
      }
    },
  };
}

/** Checks a complete ledger. */
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
 * Finds entries that are older than the one before. Otherwise a backdated entry could be appended: all hashes saved
 * outside would still match, and it would count from its claimed time.
 */
function backdating({ seq, at }: LedgerEntry, before: LedgerHead | null): string | null {
  if (before === null || at.getTime() >= before.at.getTime()) return null;
  return `Entry ${seq} was backdated: its time is before that of entry ${before.seq}.`;
}

/** The parsed content of an entry, or null if it is invalid. */
export function bodyOf(entry: Pick<LedgerEntry, 'body'>): LedgerBody | MarketBody | null {
  try {
    // Our server writes these shapes; the checks below reject other JSON.
    const body = JSON.parse(entry.body) as LedgerBody | MarketBody | null;
    if (!body) return null;
    if (!isMarketBody(body)) return typeof body.position?.id === 'string' ? body : null;
    return typeof body.facts === 'object' && body.facts !== null ? body : null;
  } catch {
    return null;
  }
}

/** Whether an entry is about the market or the method instead of a position. */
export const isMarketBody = (body: LedgerBody | MarketBody): body is MarketBody =>
  marketKinds.some((kind) => kind === body.kind);
