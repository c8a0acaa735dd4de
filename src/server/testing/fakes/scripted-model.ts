import type { LanguageModel, ModelEvent, ModelRequest } from '~/server/providers/llm/types';

export interface ScriptedCall {
  request: ModelRequest;
  /** Continues the answer by one event; without an event, completes it. */
  emit(event: ModelEvent | string): Promise<void>;
  finish(): Promise<void>;
  fail(error: unknown): Promise<void>;
  isAborted(): boolean;
}

/** A model whose every event the test releases by hand, for timing that a real server cannot control. */
export type ScriptedModel = LanguageModel & { calls: ScriptedCall[]; nextCall(): Promise<ScriptedCall> };

export function createScriptedModel(): ScriptedModel {
  const calls: ScriptedCall[] = [];
  const waiting: ((call: ScriptedCall) => void)[] = [];
  let taken = 0;
  return {
    name: 'scripted',
    canSearchWeb: false,
    canCallTools: true,
    isConnected: true,
    calls,
    /** Resolves with the next call that was not returned yet. */
    async nextCall() {
      const call = calls[taken] ?? (await new Promise<ScriptedCall>((resolve) => waiting.push(resolve)));
      taken++;
      return call;
    },
    async *stream(request, signal) {
      const queue: (() => ModelEvent | null)[] = [];
      let wake = () => {};
      const push = async (next: () => ModelEvent | null) => {
        queue.push(next);
        wake();
        await new Promise((resolve) => setTimeout(resolve, 5));
      };
      const call: ScriptedCall = {
        request,
        emit: (event) => push(() => (typeof event === 'string' ? { type: 'text', text: event } : event)),
        finish: () => push(() => null),
        fail: (error) =>
          push(() => {
            throw error;
          }),
        isAborted: () => signal.aborted,
      };
      calls.push(call);
      waiting.shift()?.(call);
      signal.addEventListener('abort', () => wake());
      while (!signal.aborted) {
        const next = queue.shift();
        if (!next) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        const event = next();
        if (event === null) {
          yield { type: 'done', model: 'scripted-1' };
          return;
        }
        yield event;
      }
    },
  };
}
