/** Calendars at URLs, with the two requests of their protocol: POST /digest and GET /timestamp/{commitment in hex}. */
import { type PublicFetchOptions, publicFetch } from '~/server/lib/public-fetch';
import { PublicFetchError } from '~/server/lib/public-fetch-error';
import { type Attestation, firstBlock, nodesOf, type Proof, readProof, writeProof } from './proof-format';
import { CalendarError, type Calendars } from './types';

const timeoutMs = 20_000;
/** Maximum size of a response, as in the reference implementation. */
const maxBytes = 10_000;
const accept = 'application/vnd.opentimestamps.v1';

interface CalendarSettings {
  addresses: readonly string[];
  /** Hosts with ports that may have private addresses. */
  allowPrivate: readonly string[];
}

export function createCalendars({ addresses, allowPrivate }: CalendarSettings): Calendars {
  const byName = new Map(addresses.map((address) => [nameOf(address), address]));
  const ask = (url: string, signal: AbortSignal, more: Partial<PublicFetchOptions> = {}) =>
    fetchFrom(url, { maxBytes, timeoutMs, signal, redirects: 0, allowPrivate, headers: { accept }, ...more });
  return {
    names: [...byName.keys()],
    async submit(name, hash, signal) {
      const address = byName.get(name);
      if (!address) throw new CalendarError('This calendar is not in the settings.');
      const { body } = await ask(under(address, 'digest'), signal, {
        body: Buffer.from(hash, 'hex'),
        headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
      });
      return writeProof(readProof(body, hash));
    },
    async upgrade(hash, bytes, signal) {
      const proof = readProof(bytes, hash);
      const failures: unknown[] = [];
      for (const { node, promise } of promisesOf(proof)) {
        try {
          const url = under(promise.uri, `timestamp/${node.message.toString('hex')}`);
          const { status, body } = await ask(url, signal, { statuses: [200, 404] });
          if (status === 200) complete(node, promise, readProof(body, node.message));
        } catch (error) {
          if (!(error instanceof CalendarError)) throw error;
          failures.push(error);
        }
      }
      const block = firstBlock(proof);
      if (block !== null) return { proof: writeProof(proof), block };
      if (failures.length > 0) throw failures[0];
      return null;
    },
  };
}

type Promised = Extract<Attestation, { kind: 'pending' }>;

/** Limits the requests to a calendar, whatever its proof contains. */
const maxPromises = 5;

function promisesOf(proof: Proof): { node: Proof; promise: Promised }[] {
  const all = nodesOf(proof).flatMap((node) =>
    node.attestations.flatMap((promise) => (promise.kind === 'pending' ? [{ node, promise }] : [])),
  );
  return all.slice(0, maxPromises);
}

/** Replaces a promise with the calendar's response, once that leads to a block. */
function complete(node: Proof, promise: Promised, found: Proof): void {
  if (firstBlock(found) === null) return;
  node.attestations = [...node.attestations.filter((one) => one !== promise), ...found.attestations];
  node.steps.push(...found.steps);
}

function nameOf(address: string): string {
  const { host, pathname } = new URL(address);
  return host + pathname.replace(/\/+$/, '');
}

const under = (address: string, path: string) => `${address.replace(/\/+$/, '')}/${path}`;

async function fetchFrom(url: string, options: PublicFetchOptions) {
  try {
    return await publicFetch(url, options);
  } catch (error) {
    // The process is stopping, which is not the calendar's fault.
    options.signal?.throwIfAborted();
    throw new CalendarError(error instanceof PublicFetchError ? wordsFor(error) : "The calendar can't be reached.", {
      cause: error,
    });
  }
}

function wordsFor({ reason, status }: PublicFetchError): string {
  if (reason === 'status') return `The calendar returned HTTP ${status}.`;
  if (reason === 'redirects') return 'The calendar redirects elsewhere.';
  if (reason === 'timed_out') return `No response within ${timeoutMs / 1000} s.`;
  if (reason === 'too_large') return 'The response is too large.';
  if (reason === 'address') return 'The address of the calendar is not public.';
  return "The calendar can't be reached.";
}
