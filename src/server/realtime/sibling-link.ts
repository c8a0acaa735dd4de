/**
 * The link between the processes of one supervisor: messages over the IPC channel of each process of a Node.js cluster.
 * The supervisor forwards them; see startup/event-relay.ts.
 */
import cluster from 'node:cluster';

/** A serialized event on its way: the supervisor does not parse it. */
export interface CarriedEvent {
  topic: string;
  payload: string;
}

export type FromWorker = { processId: string } | { event: CarriedEvent };
/** `siblings`: the ids of all processes of this supervisor. */
export type ToWorker = { siblings: string[] } | { event: CarriedEvent };

export interface SiblingLink {
  /** The ids of the processes that events reach, without this one. */
  readonly siblings: ReadonlySet<string>;
  send(event: CarriedEvent): void;
  onEvent(listener: (event: CarriedEvent) => void): void;
  close(): void;
}

/** Maximum of unsent messages. Further ones are dropped: receivers find what they missed in the database. */
const mostUnsent = 2000;

/** One end of a channel, with a bounded buffer instead of blocking. */
export function createSender<Message extends object>(
  send: (message: Message, sent: () => void) => void,
): (message: Message) => void {
  let unsent = 0;
  return (message) => {
    if (unsent >= mostUnsent) return;
    unsent++;
    send(message, () => {
      unsent--;
    });
  };
}

/** Null in a process without a supervisor. */
export function linkToSiblings(processId: string): SiblingLink | null {
  if (!cluster.isWorker) return null;
  const send = createSender<FromWorker>((message, sent) => void process.send?.(message, undefined, {}, sent));
  return createSiblingLink(processId, {
    send,
    listen(receive) {
      process.on('message', receive);
      return () => process.off('message', receive);
    },
  });
}

export function createSiblingLink(
  processId: string,
  channel: { send(message: FromWorker): void; listen(receive: (message: ToWorker) => void): () => void },
): SiblingLink {
  let siblings: ReadonlySet<string> = new Set();
  const listeners = new Set<(event: CarriedEvent) => void>();
  const leave = channel.listen((message) => {
    if ('siblings' in message) siblings = new Set(message.siblings.filter((id) => id !== processId));
    else if ('event' in message) for (const listener of listeners) listener(message.event);
  });
  channel.send({ processId });
  return {
    get siblings() {
      return siblings;
    },
    send: (event) => channel.send({ event }),
    onEvent: (listener) => void listeners.add(listener),
    close() {
      leave();
      listeners.clear();
    },
  };
}
