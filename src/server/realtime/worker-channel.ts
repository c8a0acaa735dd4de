/**
 * The link between the processes of one supervisor: messages over the IPC channel of each process of a Node.js cluster.
 * The supervisor forwards them; see startup/event-relay.ts.
 */
import cluster from 'node:cluster';

/** A serialized event on its way: the supervisor does not parse it. */
export interface SerializedEvent {
  topic: string;
  payload: string;
}

export type FromWorker = { processId: string } | { event: SerializedEvent };
/** `siblings`: the ids of all processes of this supervisor. */
export type ToWorker = { siblings: string[] } | { event: SerializedEvent };

export interface WorkerChannel {
  /** The ids of the processes that events reach, without this one. */
  readonly siblings: ReadonlySet<string>;
  send(event: SerializedEvent): void;
  onEvent(listener: (event: SerializedEvent) => void): void;
  close(): void;
}

/** Maximum of unsent messages. Further ones are dropped: receivers find what they missed in the database. */
const maxUnsent = 2000;

/** One end of a channel, with a bounded buffer instead of blocking. */
export function createSender<Message extends object>(
  send: (message: Message, sent: () => void) => void,
): (message: Message) => void {
  let unsent = 0;
  return (message) => {
    if (unsent >= maxUnsent) return;
    unsent++;
    send(message, () => {
      unsent--;
    });
  };
}

/** Null in a process without a supervisor. */
export function openWorkerChannel(processId: string): WorkerChannel | null {
  if (!cluster.isWorker) return null;
  const send = createSender<FromWorker>((message, sent) => void process.send?.(message, undefined, {}, sent));
  return createWorkerChannel(processId, {
    send,
    listen(receive) {
      process.on('message', receive);
      return () => process.off('message', receive);
    },
  });
}

export function createWorkerChannel(
  processId: string,
  ipc: { send(message: FromWorker): void; listen(receive: (message: ToWorker) => void): () => void },
): WorkerChannel {
  let siblings: ReadonlySet<string> = new Set();
  const listeners = new Set<(event: SerializedEvent) => void>();
  const leave = ipc.listen((message) => {
    if ('siblings' in message) siblings = new Set(message.siblings.filter((id) => id !== processId));
    else if ('event' in message) for (const listener of listeners) listener(message.event);
  });
  ipc.send({ processId });
  return {
    get siblings() {
      return siblings;
    },
    send: (event) => ipc.send({ event }),
    onEvent: (listener) => void listeners.add(listener),
    close() {
      leave();
      listeners.clear();
    },
  };
}
