/**
 * The contract of every language model, tested for each vendor. A harness provides a model that answers `question`
 * slowly enough to be stopped in the middle.
 */
import { Agent } from 'node:http';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { LanguageModel, ModelEvent, ModelRequest } from './types';

export interface ModelHarness {
  model: LanguageModel;
  /** A question whose answer has at least ten pieces of text, some milliseconds apart. */
  question: string;
}

export function ask(question: string): ModelRequest {
  return { systemPrompt: 'You are an analyst.', turns: [{ role: 'user', content: question }] };
}

export async function collect(events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const all: ModelEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export function textOf(events: readonly ModelEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** Counts sockets that became idle in this test: a client has read the whole response. */
export function countIdleSockets(): () => number {
  const emit = vi.spyOn(Agent.prototype, 'emit');
  onTestFinished(() => emit.mockRestore());
  return () => emit.mock.calls.filter(([event]) => event === 'free').length;
}

const neverAborted = () => new AbortController().signal;

export function describeModelContract(vendor: string, harness: () => ModelHarness): void {
  describe(`${vendor} fulfills the contract of a language model`, () => {
    it('identifies itself', () => {
      const { model } = harness();
      expect(model.name).not.toBe('');
      expect(typeof model.canSearchWeb).toBe('boolean');
      expect(typeof model.isConnected).toBe('boolean');
    });

    it('streams text in pieces and ends with exactly one done', async () => {
      const { model, question } = harness();
      const events = await collect(model.stream(ask(question), neverAborted()));
      expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThanOrEqual(10);
      expect(textOf(events).trim()).not.toBe('');
      expect(events.filter(({ type }) => type === 'done')).toHaveLength(1);
      const last = events.at(-1);
      expect(last?.type === 'done' && last.model).toBeTruthy();
    });

    it('sends no empty text', async () => {
      const { model, question } = harness();
      const events = await collect(model.stream(ask(question), neverAborted()));
      expect(events.some((event) => event.type === 'text' && event.text === '')).toBe(false);
    });

    it('ends every activity it starts', async () => {
      const { model, question } = harness();
      const events = await collect(model.stream(ask(question), neverAborted()));
      const running = new Set<string>();
      for (const event of events) {
        if (event.type !== 'activity') continue;
        if (event.replaces !== undefined) running.delete(event.replaces);
        if (event.activity.state === 'running') running.add(event.activity.label);
        else expect(running.delete(event.activity.label)).toBe(true);
      }
      expect([...running]).toEqual([]);
    });

    it('is stateless: the same message gives the same answer, also twice at once', async () => {
      const { model, question } = harness();
      const answers = await Promise.all([1, 2, 3].map(() => collect(model.stream(ask(question), neverAborted()))));
      expect(new Set(answers.map(textOf)).size).toBe(1);
    });

    it('does not change the request', async () => {
      const { model, question } = harness();
      const request = ask(question);
      const before = structuredClone({ systemPrompt: request.systemPrompt, turns: request.turns });
      await collect(model.stream(request, neverAborted()));
      expect({ systemPrompt: request.systemPrompt, turns: request.turns }).toEqual(before);
    });

    it('emits nothing if aborted before it starts', async () => {
      const { model, question } = harness();
      const events = await collect(model.stream(ask(question), AbortSignal.abort()));
      expect(events).toEqual([]);
    });

    it('stops at once if aborted in the middle', async () => {
      const { model, question } = harness();
      const abort = new AbortController();
      let pieces = 0;
      let abortedAt = 0;
      for await (const event of model.stream(ask(question), abort.signal)) {
        expect(abort.signal.aborted).toBe(false);
        if (event.type === 'text') pieces += 1;
        if (pieces < 3) continue;
        abortedAt = performance.now();
        abort.abort();
      }
      expect(pieces).toBe(3);
      expect(performance.now() - abortedAt).toBeLessThan(500);
    });

    it('can be abandoned in the middle', async () => {
      const { model, question } = harness();
      for await (const event of model.stream(ask(question), neverAborted())) if (event.type === 'text') break;
      const events = await collect(model.stream(ask(question), neverAborted()));
      expect(events.at(-1)?.type).toBe('done');
    });
  });
}
