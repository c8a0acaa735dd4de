import { Redis } from 'ioredis';
import superjson from 'superjson';
import { withTimeLimit } from '~/server/lib/wait';
import { type Bus, createInProcessBus } from './bus';
import type { BusEvents, Topic } from './events';

const prefix = 'qinsight:';
/** How often an idle Redis connection is checked, and how long the check may take. */
const pingMs = 10_000;
const answerMs = 5000;
/** How long a stopping process waits for its last messages to be sent. */
const closeTimeoutMs = 1000;

interface RedisBusSettings {
  url: string;
  processId: string;
  onError: (error: unknown) => void;
}

/**
 * The bus between processes. Local subscribers are served directly, so that a Redis outage does not affect this
 * process; other processes receive events through Redis pub/sub and fall back to the database during an outage.
 */
export function createRedisBus(settings: RedisBusSettings): Bus {
  const { processId, onError } = settings;
  const local = createInProcessBus(onError);
  const { publisher, subscriber } = connect(settings);
  const ping = setInterval(() => {
    if (subscriber.status === 'ready') subscriber.ping().catch(onError);
  }, pingMs);

  /** Messages passed to Redis but not yet accepted; a stopping process waits for them briefly. */
  const underway = new Set<Promise<unknown>>();
  const subscriptions = countedSubscriptions(subscriber, onError);
  const ownPayload = payloadOf(JSON.stringify({ from: processId }).slice(0, -1));
  subscriber.on('message', (channel: string, payload: string) => {
    const topic = channel.slice(prefix.length) as Topic;
    // Redis also returns this process's own messages; they are recognized without parsing.
    if (payload.startsWith(ownPayload)) return;
    try {
      local.publish(topic, decode(topic, payload));
    } catch (error) {
      onError(error);
    }
  });

  const send = <T extends Topic>(topic: T, event: BusEvents[T]): void => {
    if (publisher.status !== 'ready') return;
    const sent = publisher
      .publish(prefix + topic, encode(topic, { from: processId, event }))
      .catch(onError)
      .finally(() => underway.delete(sent));
    underway.add(sent);
  };
  // Either connection may be ready seconds before the other, and before those of other processes. Events published in
  // between are lost: elsewhere if this process could not publish yet, here if it was not subscribed yet. Redis
  // responds to the ping after it has restored the subscriptions.
  publisher.on('ready', () => send('answers', { type: 'reconnected' }));
  subscriber.on('ready', () => {
    subscriber.ping().then(() => local.publish('answers', { type: 'reconnected' }), onError);
  });

  return {
    reachesOtherProcesses: true,
    receivesFromOtherProcesses: () => subscriber.status === 'ready',
    publish(topic, event) {
      local.publish(topic, event);
      send(topic, event);
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
      await withTimeLimit(closeTimeoutMs, Promise.all(underway));
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** A Redis connection in subscriber mode cannot publish, so there are two. */
function connect({ url, onError }: RedisBusSettings): { publisher: Redis; subscriber: Redis } {
  const options = {
    maxRetriesPerRequest: 1,
    enableOfflineQueue: false,
    retryStrategy: (n: number) => Math.min(n * 200, 2000),
    // Reconnects a connection that is open but unresponsive.
    socketTimeout: answerMs,
  };
  const publisher = new Redis(url, options);
  // The subscriber queues its subscriptions until it is connected, and repeats them after a reconnect.
  const subscriber = new Redis(url, { ...options, enableOfflineQueue: true, maxRetriesPerRequest: null });
  publisher.on('error', onError);
  subscriber.on('error', onError);
  return { publisher, subscriber };
}

/** Subscribes to a topic in Redis while it has local subscribers. */
function countedSubscriptions(subscriber: Redis, onError: (error: unknown) => void) {
  const listeners = new Map<string, number>();
  return {
    /** Returns the function to call when the subscriber leaves. */
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

/** The payload as superjson writes it. The sender is the first field. */
const payloadOf = (json: string) => `{"json":${json}`;

/**
 * Text is sent many times a second and contains no dates: plain JSON gives the same result in a fraction of the time.
 */
const isPlain = (topic: Topic) => topic.startsWith('process:');

const encode = <T extends Topic>(topic: T, envelope: Envelope<T>): string =>
  isPlain(topic) ? `${payloadOf(JSON.stringify(envelope))}}` : superjson.stringify(envelope);

function decode<T extends Topic>(topic: T, payload: string): BusEvents[T] {
  if (!isPlain(topic)) return superjson.parse<Envelope<T>>(payload).event;
  return (JSON.parse(payload) as { json: Envelope<T> }).json.event;
}
