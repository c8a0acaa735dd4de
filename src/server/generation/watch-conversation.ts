import type { ConversationEvent } from '~/shared/schemas/conversation-events';
import type { ConversationHubs } from './conversation-hubs';
import { Subscriber, type ToEvent } from './subscriber';

/** An event with the id from which a reconnecting client resumes. */
export interface NumberedEvent {
  id: string;
  event: ConversationEvent;
}

export interface WatchOptions {
  conversationId: string;
  lastEventId?: string | null | undefined;
  signal: AbortSignal;
  /** Waits while the client is slower than the answer; undefined if there is no need to wait. */
  untilDrained?: (() => Promise<void> | undefined) | undefined;
}

/**
 * The events of a conversation from now on, starting with the running answers: each from the offset in `lastEventId`,
 * or from its beginning. Ends when the signal aborts or the conversation is deleted. The caller must have checked that
 * the user may read it. `forEach` saves the transport a promise for each token.
 */
export class ConversationEvents<Event> implements AsyncIterable<Event> {
  constructor(
    private readonly hubs: ConversationHubs,
    private readonly options: WatchOptions,
    private readonly toEvent: ToEvent<Event>,
  ) {}

  async forEach(take: (event: Event) => void): Promise<void> {
    for await (const batch of this.batches()) for (const event of batch) take(event);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event, void> {
    for await (const batch of this.batches()) yield* batch;
  }

  private async *batches(): AsyncGenerator<Event[], void> {
    const { conversationId, lastEventId, signal, untilDrained } = this.options;
    const subscriber = new Subscriber(lastEventId);
    const hub = this.hubs.open(conversationId);
    hub.subscribe(subscriber);
    signal.addEventListener('abort', subscriber.close);
    if (signal.aborted) subscriber.close();
    try {
      await hub.ready;
      yield [subscriber.takeReady(this.toEvent)];
      while (!subscriber.isClosed) {
        yield subscriber.takeNews(this.toEvent);
        await untilDrained?.();
        await subscriber.news();
      }
    } finally {
      signal.removeEventListener('abort', subscriber.close);
      subscriber.close();
      hub.unsubscribe(subscriber);
    }
  }
}
