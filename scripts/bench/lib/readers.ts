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
  /** The received pieces of text, with their time. Text that a later attempt repeats is included only once. */
  pieces: { at: number; text: string }[];
  /** How often another process marked the answer as interrupted and its own process then continued it. */
  closedEarly: number;
}

export interface Reader {
  ask(question: string): Promise<Seen>;
  close(): void;
}

export const agentOf = () => new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, noDelay: true });

/** A reader that uses several readers in turn, because one user would exceed the rate limit. */
export function inTurn(readers: Reader[]): Reader {
  let asked = 0;
  return {
    ask: (question) => (readers[asked++ % readers.length] as Reader).ask(question),
    close() {
      for (const reader of readers) reader.close();
    },
  };
}

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
    else if (received?.type === 'text') log.add(received.text, received.at, received.attempt);
    else if (received?.type === 'finished') log.endAttempt(received);
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

/** How long a process may need to notice that its answer was marked as interrupted. */
const takenBackMs = 30_000;

const nothing = (): Seen => ({ askedAt: nowMs(), firstTextAt: 0, text: '', pieces: [], closedEarly: 0 });

/** Records one answer at a time. Like a page, it follows the newest attempt. */
class Log {
  private seen = nothing();
  private attempt = 1;
  /** The text of earlier attempts. */
  private earlier = '';
  private limit: NodeJS.Timeout | undefined;
  private resolve: (seen: Seen) => void = () => {};
  private reject: (error: unknown) => void = () => {};

  begin(): Promise<Seen> {
    this.seen = nothing();
    this.attempt = 1;
    this.earlier = '';
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  /** `from` is the text's offset in the answer, if the sender reports it. */
  add(text: string, from = this.seen.text.length, attempt = this.attempt): void {
    if (attempt < this.attempt) return;
    this.follow(attempt);
    const { seen, earlier } = this;
    const at = nowMs();
    if (seen.firstTextAt === 0) seen.firstTextAt = at;
    if (from > seen.text.length) this.fail(new Error('A piece of the answer is missing.'));
    const before = seen.text.length;
    seen.text += text.slice(before - from);
    if (!seen.text.startsWith(earlier) && !earlier.startsWith(seen.text))
      this.fail(new Error('Another attempt has another text.'));
    const news = seen.text.slice(Math.max(before, earlier.length));
    if (news !== '') seen.pieces.push({ at, text: news });
  }

  /** The answer as stored in the database. */
  endAttempt({ attempt, content, status }: { attempt: number; content: string; status: string }): void {
    if (attempt < this.attempt) return;
    this.follow(attempt);
    if (status === 'interrupted') {
      // Its process may be too busy to send heartbeats. Then another attempt follows.
      this.seen.closedEarly += 1;
      this.limit ??= setTimeout(() => this.fail(new Error('The answer stayed interrupted.')), takenBackMs);
    } else this.end(content);
  }

  end(stored = this.seen.text): void {
    if (stored !== this.seen.text) this.fail(new Error('What was stored is not what was streamed.'));
    else this.settle(() => this.resolve(this.seen));
  }

  fail = (error: unknown): void => this.settle(() => this.reject(error));

  private settle(how: () => void): void {
    clearTimeout(this.limit);
    this.limit = undefined;
    how();
  }

  /** Another attempt sends the whole text again. */
  private follow(attempt: number): void {
    if (attempt === this.attempt) return;
    this.attempt = attempt;
    if (this.seen.text.length > this.earlier.length) this.earlier = this.seen.text;
    this.seen.text = '';
  }
}
