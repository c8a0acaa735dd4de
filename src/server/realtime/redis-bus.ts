import { Redis } from 'ioredis';
import superjson from 'superjson';
import { awaitAtMost } from '~/server/lib/wait';
import { type Bus, createInProcessBus } from './bus';
import type { BusEvents, Topic } from './events';

const prefix = 'qinsight:';
/** How often a Redis that has nothing to say is asked whether it is there, and how long it may take to answer. */
const pingMs = 10_000;
const answerMs = 5000;
/** How long a process that ends waits for what it said last to be taken. */
const lastWordsMs = 1000;

/**
 * The bus between processes. Local listeners are served directly, so that losing Redis costs this process nothing;
 * other processes hear through Redis pub/sub and fall back on the database while it is away.
 */
export function createRedisBus(settings: { url: string; processId: string; onError: (error: unknown) => void }): Bus {
  const local = createInProcessBus(settings.onError);
  const options = {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (n: number) => Math.min(n * 200, 2000),
    // A connection that is open but silent is given up and made anew.
    socketTimeout: answerMs,
  };
  const publisher = new Redis(settings.url, options);
  // The subscriber queues its subscriptions until it is connected, and repeats them after a reconnect.
  const subscriber = new Redis(settings.url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  publisher.on('error', settings.onError);
  subscriber.on('error', settings.onError);

  const ping = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(settings.onError);
  }, pingMs);

  /** What was handed to Redis and not yet taken; a process that ends waits for it, briefly. */
  const underway = new Set<Promise<unknown>>();
  const interest = new Map<string, number>();
  const ownPayload = payloadOf(JSON.stringify({ from: settings.processId }).slice(0, -1));
  subscriber.on('message', (channel: string, payload: string) => {
    const topic = channel.slice(prefix.length) as Topic;
    // Redis also returns what this process has published: it is recognized without being parsed.
    if (payload.startsWith(ownPayload)) return;
    try {
      local.publish(topic, decode(topic, payload));
    } catch (error) {
      settings.onError(error);
    }
  });

  return {
    reachesOtherProcesses: true,
    hearsOtherProcesses: () => subscriber.status === 'ready',
    publish(topic, event) {
      local.publish(topic, event);
      if (publisher.status !== 'ready') return;
      const sent = publisher
        .publish(prefix + topic, encode(topic, { from: settings.processId, event }))
        .catch(settings.onError)
        .finally(() => underway.delete(sent));
      underway.add(sent);
    },
    subscribe(topic, listener) {
      const unsubscribe = local.subscribe(topic, listener);
      const count = interest.get(topic) ?? 0;
      interest.set(topic, count + 1);
      if (count === 0) subscriber.subscribe(prefix + topic).catch(settings.onError);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        unsubscribe();
        const left = (interest.get(topic) ?? 1) - 1;
        if (left > 0) interest.set(topic, left);
        else {
          interest.delete(topic);
          subscriber.unsubscribe(prefix + topic).catch(settings.onError);
        }
      };
    },
    async close() {
      clearInterval(ping);
      await local.close();
      await awaitAtMost(lastWordsMs, Promise.all(underway));
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

interface Envelope<T extends Topic> {
  from: string;
  event: BusEvents[T];
}

/** As superjson writes it. The sender comes first. */
const payloadOf = (json: string) => `{"json":${json}`;

/** Text is sent many times a second and holds no dates: for it, plain JSON is the same in a fraction of the time. */
const isPlain = (topic: Topic) => topic.startsWith('process:');

const encode = <T extends Topic>(topic: T, envelope: Envelope<T>): string =>
  isPlain(topic) ? `${payloadOf(JSON.stringify(envelope))}}` : superjson.stringify(envelope);

function decode<T extends Topic>(topic: T, payload: string): BusEvents[T] {
  if (!isPlain(topic)) return superjson.parse<Envelope<T>>(payload).event;
  return (JSON.parse(payload) as { json: Envelope<T> }).json.event;
}
