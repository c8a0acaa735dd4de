/** Forwards events between the processes of a supervisor, and sends each of them the list of the others. */
import { createSender, type FromWorker, type SerializedEvent, type ToWorker } from '~/server/realtime/worker-channel';

export interface RelayedWorker {
  isConnected(): boolean;
  /** Sends a message to the worker of a cluster. `sent` is called once it has been sent or has failed. */
  send(message: ToWorker, sent: () => void): void;
}

interface Peer {
  /** Undefined until the worker has reported it. */
  processId?: string;
  send(message: ToWorker): void;
}

const ownTopic = 'process:';

export class EventRelay {
  readonly #peers = new Map<object, Peer>();

  /** `key` identifies the process in the other methods. */
  add(key: object, worker: RelayedWorker): void {
    const send = createSender<ToWorker>((message, sent) => {
      if (worker.isConnected()) worker.send(message, sent);
      else sent();
    });
    this.#peers.set(key, { send });
  }

  remove(key: object): void {
    this.#peers.delete(key);
    this.#announce();
  }

  receive(key: object, message: FromWorker): void {
    const peer = this.#peers.get(key);
    if (peer && 'event' in message) this.#forward(peer, message.event);
    else if (peer && 'processId' in message) {
      peer.processId = message.processId;
      this.#announce();
    }
  }

  #forward(from: Peer, event: SerializedEvent): void {
    const to = event.topic.startsWith(ownTopic) ? event.topic.slice(ownTopic.length) : null;
    for (const peer of this.#peers.values()) {
      if (peer === from || peer.processId === undefined) continue;
      // An event for one process is sent only to that process.
      if (to === null || peer.processId === to) peer.send({ event });
    }
  }

  #announce(): void {
    const siblings = [...this.#peers.values()].flatMap(({ processId }) => processId ?? []);
    for (const peer of this.#peers.values()) if (peer.processId !== undefined) peer.send({ siblings });
  }
}
