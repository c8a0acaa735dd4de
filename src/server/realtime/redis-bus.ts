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

interface RedisBusSettings {
  url: string;
  processId: string;
  onError: (error: unknown) => void;
}

/**
 * The bus between processes. Local listeners are served directly, so that losing Redis costs this process nothing;
 * other processes hear through Redis pub/sub and fall back on the database while it is away.
 */
export function createRedisBus(settings: RedisBusSettings): Bus {
  const { processId, onError } = settings;
  const local = createInProcessBus(onError);
  const { publisher, subscriber } = connect(settings);
  const ping = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(onError);
  }, pingMs);

  /** What was handed to Redis and not yet taken; a process that ends waits for it, briefly. */
  const underway = new Set<Promise<unknown>>();
  const subscriptions = countedSubscriptions(subscriber, onError);
  const ownPayload = payloadOf(JSON.stringify({ from: processId }).slice(0, -1));
  subscriber.on('message', (channel: string, payload: string) => {
    const topic = channel.slice(prefix.length) as Topic;
    // Redis also returns what this process has published: it is recognized without being parsed.
    if (payload.startsWith(ownPayload)) return;
    try {
      local.publish(topic, decode(topic, payload));
    } catch (error) {
      onError(error);
    }
  });

  return {
    reachesOtherProcesses: true,
    hearsOtherProcesses: () => subscriber.status === 'ready',
    publish(topic, event) {
      local.publish(topic, event);
      if (publisher.status !== 'ready') return;
      const sent = publisher
        .publish(prefix + topic, encode(topic, { from: processId, event }))
        .catch(onError)
        .finally(() => underway.delete(sent));
      underway.add(sent);
    },
    subscribe(topic, listener) {
      const unsubscribe = local.subscribe(topic, listener);
      const leave = subscriptions.enter(topic);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        unsubscribe();
        leave();
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

/** A connection that has subscribed can do nothing else, so there are two. */
function connect({ url, onError }: RedisBusSettings): { publisher: Redis; subscriber: Redis } {
  const options = {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (n: number) => Math.min(n * 200, 2000),
    // A connection that is open but silent is closed and opened again.
    socketTimeout: answerMs,
  };
  const publisher = new Redis(url, options);
  // The subscriber queues its subscriptions until it is connected, and repeats them after a reconnect.
  const subscriber = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  publisher.on('error', onError);
  subscriber.on('error', onError);
  return { publisher, subscriber };
}

/** Subscribes to a topic in Redis while it has listeners here. */
function countedSubscriptions(subscriber: Redis, onError: (error: unknown) => void) {
  const listeners = new Map<string, number>();
  return {
    /** Returns the function to call when the listener leaves. */
    enter(topic: string): () => void {
      const count = listeners.get(topic) ?? 0;
      listeners.set(topic, count + 1);
      if (count === 0) subscriber.subscribe(prefix + topic).catch(onError);
      return () => {
        const left = (listeners.get(topic) ?? 1) - 1;
        if (left > 0) listeners.set(topic, left);
        else {
          listeners.delete(topic);
          subscriber.unsubscribe(prefix + topic).catch(onError);
        }
      };
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
