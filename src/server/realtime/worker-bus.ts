/**
 * The bus of the processes of one supervisor without Redis: events reach sibling processes over the IPC channels of the
 * cluster. Processes of another supervisor or machine may share the database. They receive only what the base bus
 * carries; while there are any, `receivesFromOtherProcesses` is false, so that the database is polled as often as
 * without this bus.
 */
import superjson from 'superjson';
import type { Bus } from './bus';
import type { BusEvents, Topic } from './events';
import type { SerializedEvent, WorkerChannel } from './worker-channel';

export function createWorkerBus(settings: {
  /** Delivers within this process. */
  local: Bus;
  /** Also delivers to processes elsewhere, as far as it can. */
  base: Bus;
  channel: WorkerChannel;
  /** Tracks whether every process on the database is a sibling. */
  otherInstances: { areAllSiblings(): boolean; close(): void };
  onError: (error: unknown) => void;
}): Bus {
  const { local, base, channel, otherInstances, onError } = settings;
  /** Number of local subscribers per topic; events without any are not parsed. */
  const interest = new Map<string, number>();

  channel.onEvent(({ topic, payload }) => {
    if (!interest.has(topic)) return;
    try {
      local.publish(topic as Topic, decode(topic as Topic, payload));
    } catch (error) {
      onError(error);
    }
  });

  return {
    get reachesOtherProcesses() {
      return channel.siblings.size > 0;
    },
    receivesFromOtherProcesses: () => otherInstances.areAllSiblings(),
    // An event that the base bus carries too may arrive twice, which is harmless; through a connection pooler it
    // arrives only here.
    publish(topic, event) {
      base.publish(topic, event);
      if (channel.siblings.size > 0) channel.send(encode(topic, event));
    },
    subscribe(topic, listener) {
      const unsubscribe = base.subscribe(topic, listener);
      interest.set(topic, (interest.get(topic) ?? 0) + 1);
      let hasEnded = false;
      return () => {
        if (hasEnded) return;
        hasEnded = true;
        unsubscribe();
        const left = (interest.get(topic) ?? 1) - 1;
        if (left > 0) interest.set(topic, left);
        else interest.delete(topic);
      };
    },
    async close() {
      otherInstances.close();
      await base.close();
      channel.close();
    },
  };
}

/**
 * Text is sent many times a second and contains no dates: plain JSON gives the same result in a fraction of the time.
 */
const isPlain = (topic: Topic) => topic.startsWith('process:');

const encode = <T extends Topic>(topic: T, event: BusEvents[T]): SerializedEvent => ({
  topic,
  payload: isPlain(topic) ? JSON.stringify(event) : superjson.stringify(event),
});

const decode = <T extends Topic>(topic: T, payload: string): BusEvents[T] =>
  isPlain(topic) ? (JSON.parse(payload) as BusEvents[T]) : superjson.parse<BusEvents[T]>(payload);
