/**
 * Event bus between the parts of the server: within this process here, between processes in redis-bus.ts and, for
 * signals that cannot wait, in postgres-bus.ts. Delivery is best effort and in order per topic; publishing never throws
 * and never blocks.
 */
import type { BusEvents, Topic } from './events';

export type Listener<T extends Topic> = (event: BusEvents[T]) => void;

export interface Bus {
  /** False if events stay in this process; then events that only other processes need are not published. */
  readonly reachesOtherProcesses: boolean;
  /** Whether events of other processes currently arrive here. */
  receivesFromOtherProcesses(): boolean;
  publish<T extends Topic>(topic: T, event: BusEvents[T]): void;
  /** Returns a function that unsubscribes. */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void;
  close(): Promise<void>;
}

export function createInProcessBus(onListenerError: (error: unknown) => void): Bus {
  const listeners = new Map<string, Set<(event: never) => void>>();
  return {
    reachesOtherProcesses: false,
    receivesFromOtherProcesses: () => false,
    publish(topic, event) {
      for (const listener of listeners.get(topic) ?? []) {
        try {
          (listener as (event: unknown) => void)(event);
        } catch (error) {
          onListenerError(error);
        }
      }
    },
    subscribe(topic, listener) {
      const set = listeners.get(topic) ?? new Set();
      listeners.set(topic, set);
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic);
      };
    },
    async close() {
      listeners.clear();
    },
  };
}
