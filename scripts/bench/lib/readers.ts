/** Readers of answers, one kind per transport. Each asks one question and returns what it received. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { WebSocket } from 'ws';
import type { Person } from './people';
import { nowMs } from './stats';
import { ask, openSocket, readFrame, send, watch } from './wire';

export interface Seen {
  askedAt: number;
  firstTextAt: number;
  text: string;
  /** The received pieces of text, with their time. */
  pieces: { at: number; text: string }[];
}

export interface Reader {
  ask(question: string): Promise<Seen>;
  close(): void;
}

export const agentOf = () => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, noDelay: true });

/** A reader of the product: asks over HTTP and reads from the WebSocket that watches its conversation. */
export async function productReader(url: string, person: Person, agent: Agent, askUrl = url): Promise<Reader> {
  const socket = await openSocket(url, person.cookie);
  const log = new Log();
  let ready = () => {};
  const isReady = new Promise<void>((resolve) => {
    ready = resolve;
  });
  socket.on('message', (frame: Buffer) => {
    const received = readFrame(socket, String(frame));
    if (received?.type === 'ready') ready();
    else if (received?.type === 'text') log.add(received.text, received.at);
    else if (received?.type === 'finished') log.end(received.content);
  });
  watch(socket, 1, person.conversationId);
  await isReady;
  return {
    ask(content) {
      const seen = log.begin();
      const { cookie, conversationId } = person;
      ask(askUrl, { agent, cookie, conversationId, clientRequestId: randomUUID(), content }).catch(log.fail);
      return seen;
    },
    close: () => socket.terminate(),
  };
}

/** A reader of the relay's pipe, which parses the endpoint's own events. */
export function pipeReader(url: string, agent: Agent): Reader {
  return {
    ask(question) {
      const log = new Log();
      const seen = log.begin();
      send('POST', `${url}/pipe`, { agent, body: JSON.stringify({ question }) }).then((response) => {
        response.setEncoding('utf8');
        response.on('data', (piece: string) => {
          let text = '';
          for (const [, delta] of piece.matchAll(/"delta":"([^"]*)"/g)) text += delta;
          if (text) log.add(text);
        });
        response.once('end', () => log.end());
      }, log.fail);
      return seen;
    },
    close() {},
  };
}

export async function relaySocketReader(url: string): Promise<Reader> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  const log = new Log();
  socket.on('message', (frame: Buffer) => {
    const { text, end } = JSON.parse(String(frame));
    if (end) log.end();
    else log.add(text);
  });
  return {
    ask(question) {
      const seen = log.begin();
      socket.send(JSON.stringify({ question }));
      return seen;
    },
    close: () => socket.terminate(),
  };
}

/** Records one answer at a time. */
class Log {
  private seen: Seen = { askedAt: 0, firstTextAt: 0, text: '', pieces: [] };
  private resolve: (seen: Seen) => void = () => {};
  private reject: (error: unknown) => void = () => {};

  begin(): Promise<Seen> {
    this.seen = { askedAt: nowMs(), firstTextAt: 0, text: '', pieces: [] };
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** `from` is the text's offset in the answer, if the sender reports it. */
  add(text: string, from = this.seen.text.length): void {
    const { seen } = this;
    const at = nowMs();
    if (seen.text === '') seen.firstTextAt = at;
    if (from > seen.text.length) this.fail(new Error('A piece of the answer is missing.'));
    const news = text.slice(seen.text.length - from);
    seen.text += news;
    seen.pieces.push({ at, text: news });
  }

  /** `stored` is the answer as stored in the database. */
  end(stored = this.seen.text): void {
    if (stored !== this.seen.text) this.fail(new Error('What was stored is not what was streamed.'));
    else this.resolve(this.seen);
  }

  fail = (error: unknown): void => this.reject(error);
}
