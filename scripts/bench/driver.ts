/**
 * The readers of the load, each with one question, in a separate process, so that they use no CPU time of the measured
 * one. Uses JSON over plain sockets, because a full client would be the bottleneck.
 */
import { createHash } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Person } from './lib/people';
import { agentOf, pipeReader, productReader, type Reader, relaySocketReader, type Seen } from './lib/readers';
import { type Spread, spread } from './lib/stats';
import { openSocket, readFrame, watch } from './lib/wire';

export type Question =
  | { do: 'connect'; way: 'pipe' | 'socket'; url: string; readers: number }
  /** Readers are spread over the servers in `url`. They ask at `askUrl`, if that is another server. */
  | { do: 'connect'; way: 'product'; url: string | string[]; askUrl?: string; people: Person[] }
  /** Sockets that watch their conversation and receive no events. */
  | { do: 'idle'; url: string; people: Person[] }
  /** All ask, spread evenly over `overMs` milliseconds; 0 means at the same moment. */
  | { do: 'ask'; overMs: number }
  | { do: 'leave' };

export interface Load {
  asked: number;
  /** Number of complete answers: received byte for byte, and stored the same. */
  identical: number;
  /**
   * How often an answer was marked as interrupted although its process was alive, and the process then continued it.
   */
  closedEarly: number;
  tokens: number;
  wallMs: number;
  firstTokenMs: Spread;
  /** From sending a token at the endpoint to receiving it. */
  delayMs: Spread;
  /** The first error message. */
  failure?: string;
}

let agent = agentOf();
let readers: Reader[] = [];
const idle: WebSocket[] = [];

process.on('message', (question: Question) => {
  act(question).then(
    (answer) => process.send?.(answer),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({});

async function act(question: Question): Promise<object> {
  switch (question.do) {
    case 'connect':
      readers = await connect(question);
      return {};
    case 'idle':
      await inGroups(question.people, async (person) => {
        const socket = await openSocket(question.url, person.cookie);
        await new Promise<void>((resolve) => {
          socket.on('message', (frame: Buffer) => {
            if (readFrame(socket, String(frame))?.type === 'ready') resolve();
          });
          watch(socket, 1, person.conversationId);
        });
        idle.push(socket);
      });
      return {};
    case 'ask':
      return load(question.overMs);
    case 'leave':
      for (const reader of readers) reader.close();
      for (const socket of idle.splice(0)) socket.terminate();
      // The next readers use new connections.
      agent.destroy();
      agent = agentOf();
      return {};
  }
}

async function connect(question: Extract<Question, { do: 'connect' }>): Promise<Reader[]> {
  if (question.way === 'product') {
    const urls = [question.url].flat();
    const places = question.people.map((person, index) => ({ person, url: urls[index % urls.length] as string }));
    return inGroups(places, ({ person, url }) => productReader(url, person, agent, question.askUrl));
  }
  const { url } = question;
  const one = async () => (question.way === 'pipe' ? pipeReader(url, agent) : relaySocketReader(url));
  return inGroups(Array.from({ length: question.readers }), one);
}

/** Connects 20 at a time. Connecting is not measured. */
async function inGroups<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 20)
    results.push(...(await Promise.all(items.slice(at, at + 20).map(work))));
  return results;
}

async function load(overMs: number): Promise<Load> {
  const started = performance.now();
  const outcomes = await Promise.allSettled(
    readers.map(async (reader, index) => {
      const wait = (overMs * index) / readers.length;
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
      return reader.ask(`Question ${index}: where will rates be in a year?`);
    }),
  );
  const wallMs = performance.now() - started;
  const seen = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  const delays = seen.flatMap(delaysOf);
  return {
    asked: readers.length,
    identical: seen.filter(isWhole).length,
    closedEarly: seen.reduce((sum, one) => sum + one.closedEarly, 0),
    tokens: delays.length + seen.length,
    wallMs,
    firstTokenMs: spread(seen.map(({ askedAt, firstTextAt }) => firstTextAt - askedAt)),
    delayMs: spread(delays),
    ...(failed && { failure: String(failed.reason) }),
  };
}

/** The endpoint's last token is the SHA-256 of all previous ones. */
function isWhole({ text }: Seen): boolean {
  const end = text.lastIndexOf('sha ');
  return end > 0 && createHash('sha256').update(text.slice(0, end)).digest('hex') === text.slice(end + 4);
}

/**
 * Excludes the last token, which carries no time. A token split between pieces counts once its time has arrived in
 * full.
 */
function delaysOf({ pieces }: Seen): number[] {
  const delays: number[] = [];
  let rest = '';
  for (const { at, text } of pieces) {
    const stamps = [...(rest + text).matchAll(/t(\d+) /g)];
    for (const [, stamp] of stamps) delays.push(at - Number(stamp) / 1000);
    const last = stamps.at(-1);
    rest = (rest + text).slice(last ? last.index + last[0].length : 0);
  }
  return delays;
}
