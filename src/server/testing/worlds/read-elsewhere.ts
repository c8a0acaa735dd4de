import type { Deps } from '~/server/deps';
import { Generation } from '~/server/generation/generation';
import type { ConversationEvent } from '~/shared/schemas/conversation-events';

/** The answers of another process that shares the database and bus of `deps`. */
export function generationElsewhere(
  { db, bus, logger, usage, metrics, processState }: Deps,
  { isOnlyProcess = false } = {},
) {
  return new Generation({
    ...{ db, bus, logger, usage, metrics, processState, isOnlyProcess },
    processId: 'another process',
    maxConcurrentAnswers: 2,
    maxConversations: 0,
    maxMessages: 0,
  });
}

/** Reads a conversation on a different process than that of `deps`. */
export function readElsewhere(deps: Deps, conversationId: string, connections: Pick<Deps, 'db' | 'bus'> = deps) {
  const there = generationElsewhere({ ...deps, ...connections });
  const events: ConversationEvent[] = [];
  const abort = new AbortController();
  const reading = there
    .watch({ conversationId, signal: abort.signal }, (_id, event) => event)
    .forEach((event) => void events.push(event));
  return {
    events,
    textOf: (attempt: number) =>
      events.reduce(
        (text, event) =>
          event.type === 'text' && event.attempt === attempt ? text.slice(0, event.at) + event.text : text,
        '',
      ),
    ends: () => events.flatMap((event) => (event.type === 'finished' ? event : [])),
    async leave() {
      abort.abort();
      await reading;
      await there.drain(0);
    },
  };
}
