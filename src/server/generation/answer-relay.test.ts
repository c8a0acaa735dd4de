import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Bus, createInProcessBus } from '~/server/realtime/bus';
import type { ProcessSignal } from '~/server/realtime/events';
import { AnswerRelay } from './answer-relay';
import { LiveAnswer } from './live-answer';

const conversationId = 'a-conversation';
let bus: Bus;
let live: LiveAnswer;
let relay: AnswerRelay;
/** What each process received, signal by signal. */
let received: Record<string, ProcessSignal[]>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  bus = createInProcessBus((error) => {
    throw error;
  });
  live = new LiveAnswer('m', 1);
  relay = new AnswerRelay(bus, (id) => (id === 'm' ? { live, turn: { conversationId } } : undefined));
  received = { b: [], c: [] };
  for (const processId of ['b', 'c'])
    bus.subscribe(`process:${processId}`, (signal) => received[processId]?.push(signal));
});
afterEach(() => {
  relay.close();
  vi.useRealTimers();
});

const ask = (processId: string, from = 0, isRenewal = false) =>
  relay.follow({ type: 'text-wanted', messageId: 'm', attempt: 1, from, processId, isRenewal });
const pass = (ms: number) => vi.advanceTimersByTime(ms);
const texts = (processId: string) =>
  (received[processId] ?? []).flatMap(({ pieces }) =>
    pieces.flatMap(({ piece }) => (piece.type === 'text' ? [`${piece.at}:${piece.text}`] : [])),
  );

describe('the relay between processes', () => {
  it('sends nothing that no other process has requested', () => {
    live.append('some text');
    pass(1000);
    expect(received).toEqual({ b: [], c: [] });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('batches what arrives within a moment into one signal, for each process from its position', () => {
    live.append('one ');
    ask('b');
    pass(25);
    live.append('two ');
    ask('c', 4);
    for (const word of ['three ', 'four ']) live.append(word);
    pass(25);
    expect(texts('b')).toEqual(['0:one ', '4:two three four ']);
    expect(texts('c')).toEqual(['4:two three four ']);
    expect(received.b).toHaveLength(2);
  });

  it('repeats nothing when a request is renewed, and everything after the gap when it is not a renewal', () => {
    live.append('one two');
    ask('b');
    pass(25);
    ask('b', 0, true);
    pass(25);
    expect(texts('b')).toEqual(['0:one two']);
    ask('b', 4);
    pass(25);
    expect(texts('b')).toEqual(['0:one two', '4:two']);
  });

  it('sends the current activities and citations once', () => {
    live.progress([{ kind: 'thinking', label: 'Thinking', state: 'running' }], []);
    ask('b');
    live.progress([{ kind: 'thinking', label: 'Thinking', state: 'done' }], []);
    pass(100);
    const activities = [{ kind: 'thinking', label: 'Thinking', state: 'done' }];
    const piece = { type: 'progress', messageId: 'm', attempt: 1, activities, citations: [] };
    expect(received.b).toEqual([{ pieces: [{ conversationId, piece }] }]);
  });

  it('stops for a process that no longer renews its request', () => {
    ask('b');
    ask('c');
    for (let n = 0; n < 10; n++) {
      pass(1000);
      ask('c', 0, true);
    }
    live.append('late');
    pass(25);
    expect([texts('b'), texts('c')]).toEqual([[], ['0:late']]);
    pass(10_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('sends the rest before the end of an answer, and nothing after it', () => {
    ask('b');
    live.append('all of it');
    relay.finish('m');
    expect(texts('b')).toEqual(['0:all of it']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ignores requests for answers that it does not generate, of another attempt, or that are over', () => {
    relay.follow({ type: 'text-wanted', messageId: 'x', attempt: 1, from: 0, processId: 'b', isRenewal: false });
    relay.follow({ type: 'text-wanted', messageId: 'm', attempt: 2, from: 0, processId: 'b', isRenewal: false });
    live.markDeleted();
    ask('b');
    expect(vi.getTimerCount()).toBe(0);
  });
});
