import pg from 'pg';
import superjson from 'superjson';
import { pause, withTimeLimit } from '~/server/lib/wait';
import type { Bus } from './bus';
import type { BusEvents } from './events';

/** The topics that this bus carries, and their channels. */
const channels = { accounts: 'qinsight_accounts', models: 'qinsight_models', search: 'qinsight_search' } as const;
type NotifiedTopic = keyof typeof channels;
const isNotified = (topic: string): topic is NotifiedTopic => topic in channels;
/** How often an idle connection is checked, and how long the check may take. */
const pingMs = 10_000;
const answerMs = 5000;
const reconnectMs = 1000;
/** How long a stopping process waits for its last signals to be sent. */
const closeTimeoutMs = 1000;

/**
 * The bus of processes that share a PostgreSQL server but no Redis. LISTEN and NOTIFY carry only account signals, which
 * must take effect everywhere within a second, and changes of models and search providers. Other processes find
 * everything else, and signals lost while disconnected, in the database. So `reachesOtherProcesses` is false.
 */
export function createPostgresBus(settings: {
  local: Bus;
  url: string;
  processId: string;
  /** Runs one statement on any connection of the pool. */
  notify: (channel: string, payload: string) => Promise<unknown>;
  onError: (error: unknown) => void;
}): Bus {
  const { local, url, processId, notify, onError } = settings;
  const closing = new AbortController();
  /** Sent one after another, so that they arrive in order. */
  let sent: Promise<unknown> = Promise.resolve();
  const listening = listenForever(url, closing.signal, onError, (topic, payload) => {
    try {
      const { from, event } = superjson.parse<{ from: string; event: BusEvents[typeof topic] }>(payload);
      if (from !== processId) local.publish(topic, event);
    } catch (error) {
      onError(error);
    }
  });

  return {
    ...local,
    publish(topic, event) {
      local.publish(topic, event);
      if (!isNotified(topic)) return;
      const payload = superjson.stringify({ from: processId, event });
      sent = sent.then(() => notify(channels[topic], payload)).catch(onError);
    },
    async close() {
      await local.close();
      await withTimeLimit(closeTimeoutMs, sent);
      closing.abort();
      await listening;
    },
  };
}

async function listenForever(
  url: string,
  signal: AbortSignal,
  onError: (error: unknown) => void,
  receive: (topic: NotifiedTopic, payload: string) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(url, signal, receive);
    } catch (error) {
      if (!signal.aborted) onError(error);
    }
    await pause(reconnectMs, signal);
  }
}

/** Returns when the signal aborts; throws when the connection breaks or stops responding. */
async function listenOnce(
  url: string,
  signal: AbortSignal,
  receive: (topic: NotifiedTopic, payload: string) => void,
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerMs, query_timeout: answerMs });
  const broken = new AbortController();
  client.on('error', (error) => broken.abort(error));
  const topics = new Map(
    Object.entries(channels).map(([topic, channel]) => [channel as string, topic as NotifiedTopic]),
  );
  client.on('notification', ({ channel, payload }) => {
    const topic = topics.get(channel);
    if (topic && payload) receive(topic, payload);
  });
  const leave = () => void client.end().catch(() => {});
  signal.addEventListener('abort', leave);
  try {
    await client.connect();
    await client.query(
      Object.values(channels)
        .map((channel) => `LISTEN ${channel}`)
        .join('; '),
    );
    const either = AbortSignal.any([signal, broken.signal]);
    while (!either.aborted) {
      await pause(pingMs, either);
      if (!either.aborted) await client.query('SELECT 1');
    }
    broken.signal.throwIfAborted();
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}
