import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChatMessage, ConversationEvent } from '~/shared/schemas/messages';
import { emptyLiveState, type LiveAction, type LiveState, liveReducer } from './answer-reducer';

const id = 'answer';

function message(over: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id,
    conversationId: 'conversation',
    role: 'assistant',
    content: '',
    attachments: [],
    metadata: { processing: true },
    createdAt: new Date(1000),
    ...over,
  };
}

const question = message({ id: 'question', role: 'user', content: 'Why?', metadata: {} });
const text = (at: number, words: string, attempt = 1): ConversationEvent => ({
  type: 'text',
  messageId: id,
  attempt,
  seq: at,
  at,
  text: words,
});
const started = (attempt = 1): ConversationEvent => ({
  type: 'started',
  userMessage: question,
  assistantMessage: message(),
  attempt,
});
const finished = (content: string, attempt = 1): ConversationEvent => ({
  type: 'finished',
  messageId: id,
  attempt,
  seq: 99,
  message: message({ content, metadata: { processing: false, status: 'complete' } }),
});

const applied = (state: LiveState, ...actions: LiveAction[]) => actions.reduce(liveReducer, state);
const events = (...list: ConversationEvent[]): LiveAction => ({ type: 'events', events: list });
const view = (state: LiveState) => state.known.get(id)?.view;

describe('liveReducer', () => {
  it('grows an answer by its pieces', () => {
    const state = applied(emptyLiveState, events(started(), text(0, 'Growth '), text(7, 'slowed.')));
    expect(view(state)).toMatchObject({ content: 'Growth slowed.', metadata: { processing: true } });
  });

  it('does not lose text to a repetition', () => {
    const state = applied(
      emptyLiveState,
      events(started(), text(0, 'Growth '), text(7, 'slowed.'), text(0, 'Growth ')),
    );
    expect(view(state)?.content).toBe('Growth slowed.');
  });

  it('asks for the rows when text is missing, and joins what came after the gap', () => {
    const gap = applied(emptyLiveState, events(started(), text(0, 'Growth '), text(14, ' Rates rose.')));
    expect(gap.rowsWanted).toBe(1);
    expect(view(gap)?.content).toBe('Growth ');
    const healed = applied(gap, {
      type: 'rows',
      askedAt: gap.clock,
      rows: [question, message({ content: 'Growth slowed. R' })],
    });
    expect(view(healed)?.content).toBe('Growth slowed. Rates rose.');
  });

  it('begins anew with a higher attempt and ignores the one before', () => {
    const state = applied(
      emptyLiveState,
      events(
        started(),
        text(0, 'First'),
        finished('First'),
        text(0, 'Sec', 2),
        text(0, 'First again'),
        text(3, 'ond', 2),
      ),
    );
    expect(view(state)).toMatchObject({ content: 'Second', metadata: { processing: true } });
    expect(view(state)?.metadata.status).toBeUndefined();
  });

  it('does not let a row read earlier undo a finished answer', () => {
    const running = applied(emptyLiveState, events(started(), text(0, 'All')));
    const done = applied(running, events(finished('All of it')));
    const late = applied(done, { type: 'rows', askedAt: running.clock, rows: [message({ content: 'Al' })] });
    expect(view(late)).toMatchObject({ content: 'All of it', metadata: { status: 'complete' } });
  });

  it('believes a row read later that says the answer ended while nobody listened', () => {
    const running = applied(emptyLiveState, events(started(), text(0, 'All')));
    const row = message({ content: 'All of it', metadata: { status: 'interrupted' } });
    const state = applied(running, { type: 'rows', askedAt: running.clock, rows: [row] });
    expect(view(state)).toBe(row);
    expect(view(applied(state, events(text(3, ' of'))))).toBe(row);
  });

  it('shows the checkpoint of a row until the live text has caught up', () => {
    const rows = applied(emptyLiveState, { type: 'rows', askedAt: 0, rows: [message({ content: 'Half of' })] });
    expect(view(rows)?.content).toBe('Half of');
    const joined = applied(
      rows,
      events({ type: 'ready', running: [{ messageId: id, attempt: 3 }] }, text(0, 'Half', 3)),
    );
    expect(view(joined)?.content).toBe('Half of');
    expect(view(applied(joined, events(text(4, ' of the answer', 3))))?.content).toBe('Half of the answer');
  });

  it('empties a failed answer when it is retried', () => {
    const row = message({
      content: 'Part',
      metadata: { status: 'failed', error: { code: 'cut_off', message: 'Cut' } },
    });
    const failed = applied(emptyLiveState, { type: 'rows', askedAt: 0, rows: [row] });
    const retried = applied(failed, { type: 'retried', message: message(), attempt: 2 });
    expect(view(retried)).toMatchObject({ content: '', metadata: { processing: true } });
    expect(view(retried)?.metadata.error).toBeUndefined();
  });

  it('keeps the object of a message that did not change', () => {
    const state = applied(emptyLiveState, events(started(), text(0, 'One')));
    const next = applied(state, events(text(0, 'One'), text(3, ' two')));
    expect(next.known.get('question')?.view).toBe(state.known.get('question')?.view);
  });

  it('keeps the newest activities and citations', () => {
    const activity = { kind: 'web_search', label: 'rates', state: 'running' } as const;
    const progress = (seq: number, state: 'running' | 'done'): ConversationEvent => ({
      type: 'progress',
      messageId: id,
      attempt: 1,
      seq,
      activities: [{ ...activity, state }],
      citations: [],
    });
    const state = applied(emptyLiveState, events(started(), progress(2, 'done'), progress(1, 'running')));
    expect(view(state)?.metadata.activities?.[0]?.state).toBe('done');
  });
});

/** A server that writes one answer in one or more attempts, and the wires to a reader that may break. */
class World {
  attempt = 0;
  text = '';
  /** Every text there ever was, by attempt. */
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
  row(content = this.text): ChatMessage {
    if (this.status === 'running') return message({ content });
    return message({ content: this.text, metadata: { processing: false, status: this.status } });
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
    this.emit({ ...text(at, words, this.attempt), seq: at } as ConversationEvent);
  }
  finish(status: 'complete' | 'failed') {
    if (this.status !== 'running') return;
    this.status = status;
    this.emit({ type: 'finished', messageId: id, attempt: this.attempt, seq: 1e6, message: this.row() });
  }
  /** `keep` is how much of the text the reader's last event id stood for. */
  connect(keep: number) {
    this.wire = [];
    this.isConnected = true;
    const isRunning = this.status === 'running';
    this.emit({ type: 'ready', running: isRunning ? [{ messageId: id, attempt: this.attempt }] : [] });
    const last = this.seen.findLast((event) => event.type === 'text');
    const had = last?.type === 'text' && last.attempt === this.attempt ? last.at + last.text.length : 0;
    const from = keep > 0 ? had : 0;
    if (isRunning) this.emit(text(from, this.text.slice(from), this.attempt));
  }
  deliver(count: number) {
    const batch = this.wire.splice(0, count);
    this.seen.push(...batch);
    this.state = liveReducer(this.state, events(...batch));
  }
  /** A piece of text that never arrives, on a connection that seems well. */
  lose(which: number) {
    if (this.wire[which]?.type === 'text') this.wire.splice(which, 1);
  }
  repeat(which: number) {
    const event = this.seen[which % Math.max(1, this.seen.length)];
    if (event) this.state = liveReducer(this.state, events(event));
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

const isExact = (world: World) => {
  expect(view(world.state)?.content).toBe(world.text);
  expect(view(world.state)?.metadata.processing === true).toBe(world.status === 'running');
};
/** Whatever is shown at any moment has been written, from its first character on. */
const isTrue = (world: World) => {
  const content = view(world.state)?.content ?? '';
  expect(world.texts.some((written) => written?.startsWith(content))).toBe(true);
};

describe('a reader of a conversation', () => {
  it('ends with the exact text, whatever is doubled, replayed, cut off or read again in between', () => {
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

  it('needs no row when the connection holds, however often an event is repeated', () => {
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

  it('closes a gap from rows that lag behind, without a new connection', () => {
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
