import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newAnswer } from '~/client/testing/messages';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ChatMessage } from '~/shared/schemas/messages';
import { emptyLiveState, liveReducer } from './answer-reducer';

const { id } = newAnswer();
const question = newAnswer({ id: 'question', role: 'user', content: 'Why?', metadata: {} });

/** A server that writes one answer in one or more attempts, and connections to a client that may break. */
class World {
  attempt = 0;
  text = '';
  /** The text of every attempt. */
  texts: string[] = [];
  status: 'running' | 'complete' | 'failed' = 'complete';
  wire: ConversationEvent[] = [];
  isConnected = false;
  seen: ConversationEvent[] = [];
  state = emptyLiveState;
  asked: { askedAt: number; wanted: number; rows?: ChatMessage[] } | undefined;
  servedWanted = 0;

  emit(event: ConversationEvent) {
    if (this.isConnected) this.wire.push(event);
  }
  textFrom(at: number): ConversationEvent {
    return { type: 'text', messageId: id, attempt: this.attempt, seq: at, at, text: this.text.slice(at) };
  }
  row(content = this.text): ChatMessage {
    if (this.status === 'running') return newAnswer({ content });
    return newAnswer({ content: this.text, metadata: { processing: false, status: this.status } });
  }
  start() {
    if (this.status === 'running') return;
    this.attempt += 1;
    this.text = '';
    this.texts[this.attempt] = '';
    this.status = 'running';
    this.emit({ type: 'started', userMessage: question, assistantMessage: this.row(), attempt: this.attempt });
  }
  write(words: string) {
    if (this.status !== 'running') return;
    const at = this.text.length;
    this.text += words;
    this.texts[this.attempt] = this.text;
    this.emit(this.textFrom(at));
  }
  finish(status: 'complete' | 'failed') {
    if (this.status !== 'running') return;
    this.status = status;
    this.emit({ type: 'finished', messageId: id, attempt: this.attempt, seq: 1e6, message: this.row() });
  }
  /** `keep` is the length of the text that the client's last event id stands for. */
  connect(keep: number) {
    this.wire = [];
    this.isConnected = true;
    const isRunning = this.status === 'running';
    this.emit({ type: 'ready', running: isRunning ? [{ messageId: id, attempt: this.attempt }] : [] });
    const last = this.seen.findLast((event) => event.type === 'text');
    const had = last?.type === 'text' && last.attempt === this.attempt ? last.at + last.text.length : 0;
    const from = keep > 0 ? had : 0;
    if (isRunning) this.emit(this.textFrom(from));
  }
  deliver(count: number) {
    const batch = this.wire.splice(0, count);
    this.seen.push(...batch);
    this.state = liveReducer(this.state, { type: 'events', events: batch });
  }
  /** Loses a piece of text on a connection that appears intact. */
  lose(which: number) {
    if (this.wire[which]?.type === 'text') this.wire.splice(which, 1);
  }
  repeat(which: number) {
    const event = this.seen[which % Math.max(1, this.seen.length)];
    if (event) this.state = liveReducer(this.state, { type: 'events', events: [event] });
  }
  ask() {
    this.asked ??= { askedAt: this.state.clock, wanted: this.state.rowsWanted };
  }
  read(lag: number) {
    if (!this.asked || this.asked.rows || this.attempt === 0) return;
    this.asked.rows = [question, this.row(this.text.slice(0, Math.max(0, this.text.length - lag)))];
  }
  receive() {
    if (!this.asked?.rows) return;
    this.state = liveReducer(this.state, { type: 'rows', rows: this.asked.rows, askedAt: this.asked.askedAt });
    this.servedWanted = this.asked.wanted;
    this.asked = undefined;
  }
  settle(lag = 0) {
    this.read(lag);
    this.receive();
    this.deliver(1e6);
    for (let older = lag; this.state.rowsWanted > this.servedWanted; older = Math.max(0, older - 1)) {
      this.ask();
      this.read(older);
      this.receive();
    }
  }
}

type Step = (world: World) => void;
const write = fc.string({ minLength: 1, maxLength: 4 }).map(
  (words): Step =>
    (world) =>
      world.write(words),
);
const deliver = fc.integer({ min: 1, max: 4 }).map(
  (count): Step =>
    (world) =>
      world.deliver(count),
);
const repeat = fc.nat(40).map(
  (which): Step =>
    (world) =>
      world.repeat(which),
);
const rows = [
  fc.constant<Step>((world) => world.ask()),
  fc.nat(6).map(
    (lag): Step =>
      (world) =>
        world.read(lag),
  ),
  fc.constant<Step>((world) => world.receive()),
];
const lives = [
  fc.constant<Step>((world) => world.start()),
  fc.constantFrom('complete', 'failed').map(
    (end): Step =>
      (world) =>
        world.finish(end),
  ),
];
const connect = fc.nat(1).map(
  (keep): Step =>
    (world) =>
      world.connect(keep),
);
const lose = fc.nat(3).map(
  (which): Step =>
    (world) =>
      world.lose(which),
);

const answerOf = (world: World) => world.state.known.get(id)?.view;
const isExact = (world: World) => {
  expect(answerOf(world)?.content).toBe(world.text);
  expect(answerOf(world)?.metadata.processing === true).toBe(world.status === 'running');
};
/** The shown text is always a prefix of text that was written. */
const isTrue = (world: World) => {
  const content = answerOf(world)?.content ?? '';
  expect(world.texts.some((written) => written?.startsWith(content))).toBe(true);
};

describe('a client that reads a conversation', () => {
  it('ends with the exact text, despite duplicates, replays, disconnects and reloads', () => {
    const steps = fc.array(fc.oneof(write, write, deliver, deliver, repeat, ...rows, ...lives, connect, lose), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(steps, fc.nat(1), fc.nat(9), (taken, keep, lag) => {
        const world = new World();
        world.start();
        for (const take of taken) {
          take(world);
          isTrue(world);
        }
        world.connect(keep);
        world.settle(lag);
        isExact(world);
        world.write('the end');
        world.finish('complete');
        world.settle(lag);
        isExact(world);
      }),
      { numRuns: 2000 },
    );
  });

  it('needs no reload while the connection is intact, however often an event is repeated', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(write, write, deliver, repeat, ...lives), { maxLength: 60 }), (taken) => {
        const world = new World();
        world.connect(0);
        world.start();
        for (const take of taken) {
          take(world);
          isTrue(world);
        }
        world.deliver(1e6);
        isExact(world);
      }),
      { numRuns: 1000 },
    );
  });

  it('closes a gap with stale rows, without a new connection', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(write, write, write, deliver, lose, ...rows), { maxLength: 60 }),
        fc.nat(9),
        (taken, lag) => {
          const world = new World();
          world.connect(0);
          world.start();
          for (const take of taken) {
            take(world);
            isTrue(world);
          }
          world.deliver(1e6);
          world.write('more');
          world.settle(lag);
          isExact(world);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
