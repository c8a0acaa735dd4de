import type { Logger } from '~/server/lib/logger';
import { pause } from '~/server/lib/wait';
import { ConversationHub, type HubSettings } from './conversation-hub';
import { pollForMissedEvents } from './missed-events';

const settlePollMs = 10;

/** The hubs of the conversations with subscribers on this process. */
export class ConversationHubs {
  private readonly hubs = new Map<string, ConversationHub>();
  private stopPolling: (() => void) | undefined;

  constructor(private readonly settings: HubSettings & { logger: Logger; isOnlyProcess: boolean }) {
    const { bus, processId } = settings;
    bus.subscribe(`process:${processId}`, ({ pieces }) => {
      for (const { conversationId, piece } of pieces) this.hubs.get(conversationId)?.receive(piece);
    });
  }

  /** Returns the conversation's hub; the first subscriber creates it, the last one removes it. */
  open(conversationId: string): ConversationHub {
    let hub = this.hubs.get(conversationId);
    if (!hub) {
      hub = new ConversationHub(this.settings, conversationId, () => this.remove(conversationId));
      this.hubs.set(conversationId, hub);
      this.poll();
    }
    return hub;
  }

  get size(): number {
    return this.hubs.size;
  }

  /** Waits until every subscriber has received the ends of answers, at most `maxWaitMs`. */
  async settle(maxWaitMs: number): Promise<void> {
    const deadline = Date.now() + maxWaitMs;
    while (Date.now() < deadline && [...this.hubs.values()].some((hub) => hub.hasUnsentEnd)) {
      await pause(settlePollMs);
    }
  }

  private remove(conversationId: string): void {
    this.hubs.delete(conversationId);
    if (this.hubs.size > 0) return;
    this.stopPolling?.();
    this.stopPolling = undefined;
  }

  private poll(): void {
    const { db, bus, logger, isOnlyProcess } = this.settings;
    if (isOnlyProcess || this.stopPolling) return;
    const polling = pollForMissedEvents({
      db,
      hubs: this.hubs,
      receivesFromOthers: () => bus.receivesFromOtherProcesses(),
      onError: (error) => logger.warn({ err: error }, 'failed to poll conversations for changes'),
    });
    const unsubscribe = bus.subscribe('answers', ({ type }) => {
      if (type === 'reconnected') polling.compareNow();
    });
    this.stopPolling = () => {
      unsubscribe();
      polling.stop();
    };
  }
}
