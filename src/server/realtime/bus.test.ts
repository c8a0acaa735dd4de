import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventRelay } from '~/server/startup/event-relay';
import { testDatabaseUrl } from '~/server/testing/environment';
import { type RedisProcess, redisBinary, startRedis } from '~/server/testing/fakes/redis-process';
import { until } from '~/server/testing/until';
import { createTestDatabase } from '~/server/testing/worlds/test-db';
import { type Bus, createInProcessBus } from './bus';
import type { AccountSignal } from './events';
import { createPostgresBus } from './postgres-bus';
import { createRedisBus } from './redis-bus';
import { createWorkerBus } from './worker-bus';
import { createSender, createWorkerChannel, type FromWorker, type ToWorker } from './worker-channel';

const signal = (n: number): AccountSignal => ({ type: 'account-closed', userId: `user-${n}` });
const signals = (count: number) => Array.from({ length: count }, (_, n) => signal(n));

/** Two ends of a bus: the same object within one process; with Redis, those of two processes. */
interface Ends {
  publisher: Bus;
  listener: Bus;
  errors: unknown[];
  /** Resolves when an event from one end arrives at the other. */
  isSubscribed(topic: string): Promise<void>;
}

function contract(createEnds: () => Promise<Ends>) {
  let ends: Ends;
  beforeAll(async () => {
    ends = await createEnds();
  });
  afterAll(async () => {
    await Promise.all([ends.publisher.close(), ends.listener.close()]);
  });

  it('delivers everything to every subscriber of the topic, in order, and to no other', async () => {
    const [first, two, other]: AccountSignal[][] = [[], [], []];
    const topic = `conversation:${randomUUID()}` as const;
    const leave = [
      ends.listener.subscribe('accounts', (event) => first?.push(event)),
      ends.listener.subscribe('accounts', (event) => two?.push(event)),
      ends.listener.subscribe(topic, (event) => other?.push(event as never)),
    ];
    await ends.isSubscribed('accounts');
    for (const event of signals(500)) ends.publisher.publish('accounts', event);
    await until(() => first?.length === 500 && two?.length === 500);
    expect(first).toEqual(signals(500));
    expect(two).toEqual(signals(500));
    expect(other).toEqual([]);
    for (const end of leave) end();
  });

  it('preserves dates, line breaks and every character', async () => {
    const topic = `conversation:${randomUUID()}` as const;
    const message = {
      id: randomUUID(),
      conversationId: randomUUID(),
      parentId: randomUUID(),
      role: 'assistant' as const,
      content: 'Zinsen: 2 % → “hoch”\r\n\u2028😀 \\u0041',
      attachments: [],
      metadata: { processing: false, citations: [] },
      createdAt: new Date('2026-02-03T04:05:06.789Z'),
    };
    const event = { type: 'finished' as const, messageId: message.id, attempt: 1, message };
    const received: unknown[] = [];
    const leave = ends.listener.subscribe(topic, (arrived) => received.push(arrived));
    await ends.isSubscribed(topic);
    ends.publisher.publish(topic, event);
    await until(() => received.length > 0);
    expect(received).toEqual([event]);
    leave();
  });

  it('isolates a failing subscriber from the others and from the publisher', async () => {
    const received: AccountSignal[] = [];
    const before = ends.errors.length;
    const leave = [
      ends.listener.subscribe('accounts', () => {
        throw new Error('this listener fails');
      }),
      ends.listener.subscribe('accounts', (event) => received.push(event)),
    ];
    await ends.isSubscribed('accounts');
    ends.publisher.publish('accounts', signal(1));
    await until(() => received.length === 1);
    expect(ends.errors.length).toBeGreaterThan(before);
    for (const end of leave) end();
  });

  it('delivers nothing more after unsubscribing, and still reaches the others', async () => {
    const [left, stayed]: AccountSignal[][] = [[], []];
    const leave = ends.listener.subscribe('accounts', (event) => left?.push(event));
    const end = ends.listener.subscribe('accounts', (event) => stayed?.push(event));
    await ends.isSubscribed('accounts');
    leave();
    leave();
    ends.publisher.publish('accounts', signal(2));
    await until(() => stayed?.length === 1);
    expect(left).toEqual([]);
    end();
    const again: AccountSignal[] = [];
    const endAgain = ends.listener.subscribe('accounts', (event) => again.push(event));
    await ends.isSubscribed('accounts');
    ends.publisher.publish('accounts', signal(3));
    await until(() => again.length === 1);
    expect(stayed).toHaveLength(1);
    endAgain();
  });

  it('accepts events without subscribers', () => {
    expect(() => ends.publisher.publish('answers', { type: 'stop', messageId: randomUUID() })).not.toThrow();
  });
}

describe('the bus within one process', () => {
  contract(async () => {
    const errors: unknown[] = [];
    const bus = createInProcessBus((error) => errors.push(error));
    return { publisher: bus, listener: bus, errors, isSubscribed: async () => {} };
  });
});

/** Buses connected as by a supervisor: messages travel as JSON, asynchronously. */
function supervised() {
  const relay = new EventRelay();
  const errors: unknown[] = [];
  let areAllSiblings = true;
  const createBus = (processId: string = randomUUID()) => {
    const receivers = new Set<(message: ToWorker) => void>();
    const key = {};
    const later = (work: () => void) => void setImmediate(work);
    const isConnected = () => true;
    relay.add(key, {
      isConnected,
      send: (message, sent) => {
        const text = JSON.stringify(message);
        later(() => {
          sent();
          for (const receive of receivers) receive(JSON.parse(text) as ToWorker);
        });
      },
    });
    const channel = createWorkerChannel(processId, {
      send: (message) => {
        const text = JSON.stringify(message);
        later(() => relay.receive(key, JSON.parse(text) as FromWorker));
      },
      listen: (receive) => {
        receivers.add(receive);
        return () => receivers.delete(receive);
      },
    });
    const local = createInProcessBus((error) => errors.push(error));
    const otherInstances = { areAllSiblings: () => areAllSiblings, close() {} };
    const bus = createWorkerBus({
      local,
      base: local,
      channel,
      otherInstances,
      onError: (error) => errors.push(error),
    });
    const end = async () => {
      relay.remove(key);
      await bus.close();
    };
    return { bus, channel, processId, end };
  };
  const setAllSiblings = (are: boolean) => {
    areAllSiblings = are;
  };
  return { createBus, errors, setAllSiblings };
}

describe('the bus between the processes of one supervisor', () => {
  contract(async () => {
    const { createBus, errors } = supervised();
    const [publisher, listener] = [createBus(), createBus()];
    await until(() => publisher.channel.siblings.size + listener.channel.siblings.size === 2);
    return { publisher: publisher.bus, listener: listener.bus, errors, isSubscribed: async () => {} };
  });

  it('delivers once here and once in each other process, and events for one process only there', async () => {
    const { createBus } = supervised();
    const ends = [createBus(), createBus(), createBus()] as const;
    const [a, b, c] = ends;
    await until(() => ends.every(({ channel }) => channel.siblings.size === 2));
    const received: string[] = [];
    for (const { bus, processId } of ends) {
      bus.subscribe('jobs', () => received.push(`jobs ${processId}`));
      for (const other of ends) bus.subscribe(`process:${other.processId}`, () => received.push(`pieces ${processId}`));
    }
    a.bus.publish('jobs', { type: 'waiting' });
    c.bus.publish(`process:${b.processId}`, { pieces: [] });
    await until(() => received.length === 5);
    // If the first one had received the pieces, they would have arrived before this.
    let changes = 0;
    a.bus.subscribe('book', () => changes++);
    c.bus.publish('book', { type: 'changed' });
    await until(() => changes === 1);
    expect(received.sort()).toEqual(
      [...ends.map(({ processId }) => `jobs ${processId}`), `pieces ${b.processId}`, `pieces ${c.processId}`].sort(),
    );
    await Promise.all(ends.map(({ end }) => end()));
  });

  it('reports which processes it reaches as they come and go, and is complete only without unknown ones', async () => {
    const { createBus, setAllSiblings } = supervised();
    const first = createBus();
    expect([first.bus.reachesOtherProcesses, first.bus.receivesFromOtherProcesses()]).toEqual([false, true]);
    const second = createBus();
    await until(() => first.bus.reachesOtherProcesses && second.bus.reachesOtherProcesses);
    expect([...first.channel.siblings]).toEqual([second.processId]);
    setAllSiblings(false);
    expect(first.bus.receivesFromOtherProcesses()).toBe(false);
    await second.end();
    await until(() => !first.bus.reachesOtherProcesses);
    await first.end();
  });

  it('drops what exceeds the buffer of a blocked process, and continues when it reads again', () => {
    const waiting: (() => void)[] = [];
    const sent: number[] = [];
    const send = createSender<{ n: number }>(({ n }, done) => {
      sent.push(n);
      waiting.push(done);
    });
    for (let n = 0; n < 5000; n++) send({ n });
    expect(sent.length).toBe(2000);
    for (const done of waiting.splice(0)) done();
    send({ n: 5000 });
    expect(sent.at(-1)).toBe(5000);
  });
});

const reason = redisBinary ? '' : ' (skipped: this machine has no redis-server)';

describe.runIf(redisBinary)(`the bus through Redis${reason}`, () => {
  let redis: RedisProcess;
  let look: Redis;
  const open: Bus[] = [];
  const errors: unknown[] = [];
  const createBus = () => {
    const bus = createRedisBus({ url: redis.url, processId: randomUUID(), onError: (error) => errors.push(error) });
    open.push(bus);
    return bus;
  };
  const isSubscribed = async (topic: string) => {
    await until(async () => (await look.pubsub('CHANNELS')).includes(`qinsight:${topic}`));
  };
  /** A bus drops what it publishes while its connection for that is not ready. */
  const isConnected = async (publisher: Bus, listener: Bus) => {
    let hasArrived = false;
    const leave = listener.subscribe('answers', (event) => {
      hasArrived ||= event.type === 'stop';
    });
    await until(() => {
      publisher.publish('answers', { type: 'stop', messageId: 'none' });
      return hasArrived;
    });
    leave();
  };

  beforeAll(async () => {
    redis = await startRedis();
    look = new Redis(redis.url);
    look.on('error', () => {});
  });
  afterEach(() => {
    errors.length = 0;
  });
  afterAll(async () => {
    await Promise.all(open.map((bus) => bus.close()));
    look.disconnect();
    await redis.kill();
  });

  contract(async () => {
    const [publisher, listener] = [createBus(), createBus()];
    await isConnected(publisher, listener);
    return { publisher, listener, errors, isSubscribed };
  });

  it('delivers to its own process once', async () => {
    const [own, other] = [createBus(), createBus()];
    await isConnected(own, other);
    const [here, there]: AccountSignal[][] = [[], []];
    own.subscribe('accounts', (event) => here?.push(event));
    other.subscribe('accounts', (event) => there?.push(event));
    await isSubscribed('accounts');
    for (const event of signals(50)) own.publish('accounts', event);
    await until(() => there?.length === 50);
    expect(here).toEqual(signals(50));
  });

  it('continues after a message that none of our processes can have sent', async () => {
    const bus = createBus();
    const received: AccountSignal[] = [];
    bus.subscribe('accounts', (event) => received.push(event));
    await isSubscribed('accounts');
    await until(async () => (await look.publish('qinsight:accounts', 'not json')) > 0);
    await until(() => errors.length > 0);
    const publisher = createBus();
    await isConnected(publisher, bus);
    publisher.publish('accounts', signal(9));
    await until(() => received.length > 0);
    expect(received).toEqual([signal(9)]);
  });

  it('serves its own process while Redis is down, and the others again when it is back', async () => {
    const [own, other] = [createBus(), createBus()];
    await until(() => own.receivesFromOtherProcesses() && other.receivesFromOtherProcesses());
    const [here, there]: AccountSignal[][] = [[], []];
    own.subscribe('accounts', (event) => here?.push(event));
    other.subscribe('accounts', (event) => there?.push(event));
    await redis.kill();
    await until(() => !own.receivesFromOtherProcesses() && !other.receivesFromOtherProcesses());
    own.publish('accounts', signal(1));
    expect(here).toEqual([signal(1)]);
    // A subscription made during the outage is restored.
    const late: unknown[] = [];
    other.subscribe('answers', (event) => late.push(event));
    await redis.restart();
    await until(() => own.receivesFromOtherProcesses() && other.receivesFromOtherProcesses());
    await isSubscribed('answers');
    // The publisher may reconnect a little later than the subscriber.
    await until(() => {
      own.publish('accounts', signal(2));
      own.publish('answers', { type: 'stop', messageId: 'late' });
      return (there?.length ?? 0) > 0 && late.length > 0;
    });
    expect(there?.[0]).toEqual(signal(2));
    // It may have missed events before it listened again.
    await until(() => late.some((event) => isDeepStrictEqual(event, { type: 'reconnected' })));
  });

  it('notifies the other processes once it can publish', async () => {
    const signals: string[] = [];
    const channel = new Redis(redis.url);
    channel.on('message', (_channel, signal: string) => signals.push(signal));
    await channel.subscribe('qinsight:answers');
    createBus();
    await until(() => signals.some((signal) => signal.includes('"type":"reconnected"')));
    channel.disconnect();
  });
});

const serverUrl = testDatabaseUrl();
const withoutServer = serverUrl ? '' : ' (skipped: needs a PostgreSQL server; set TEST_DATABASE_URL)';

describe.runIf(serverUrl)(`the bus through PostgreSQL${withoutServer}`, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: pg.Pool;
  const open: Bus[] = [];
  const errors: unknown[] = [];
  const listening = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND state = 'idle' AND (query LIKE 'LISTEN %' OR query = 'SELECT 1')`,
    );
    return rows.map(({ pid }) => pid);
  };
  const createBus = () => {
    const onError = (error: unknown) => void errors.push(error);
    const notify = (channel: string, payload: string) => pool.query('SELECT pg_notify($1, $2)', [channel, payload]);
    const local = createInProcessBus(onError);
    const bus = createPostgresBus({ local, url: database.url, processId: randomUUID(), notify, onError });
    open.push(bus);
    return bus;
  };
  const createEnds = async () => {
    const [publisher, listener] = [createBus(), createBus()];
    await until(async () => (await listening()).length === open.length);
    const [own, received]: AccountSignal[][] = [[], []];
    publisher.subscribe('accounts', (event) => own?.push(event));
    listener.subscribe('accounts', (event) => received?.push(event));
    return { publisher, listener, own, received };
  };

  beforeAll(async () => {
    database = await createTestDatabase(serverUrl as string, 'template0');
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => {});
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
    // The server still lists a closed connection for a moment. The next test must not count it as one of its own.
    await until(async () => (await listening()).length === 0, 'closed connections to end');
    errors.length = 0;
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('delivers signals that end sessions, in order, and reaches its own process once', async () => {
    const { publisher, own, received } = await createEnds();
    for (const event of signals(200)) publisher.publish('accounts', event);
    expect(own).toEqual(signals(200));
    await until(() => received?.length === 200);
    expect(received).toEqual(signals(200));
    expect(own).toHaveLength(200);
    expect(errors).toEqual([]);
  });

  it('does not send what other processes find in the database', async () => {
    const { publisher, listener, received } = await createEnds();
    const [here, there]: unknown[][] = [[], []];
    publisher.subscribe('answers', (event) => here?.push(event));
    listener.subscribe('answers', (event) => there?.push(event));
    publisher.publish('answers', { type: 'stop', messageId: randomUUID() });
    publisher.publish('accounts', signal(1));
    await until(() => received?.length === 1);
    expect(here).toHaveLength(1);
    expect(there).toEqual([]);
    expect([publisher.reachesOtherProcesses, publisher.receivesFromOtherProcesses()]).toEqual([false, false]);
  });

  it('sends its last events before it closes', async () => {
    const { publisher, received } = await createEnds();
    for (const event of signals(20)) publisher.publish('accounts', event);
    await publisher.close();
    await until(() => received?.length === 20);
    expect(received).toEqual(signals(20));
  });

  it('continues after a message that none of our processes can have sent', async () => {
    const { publisher, received } = await createEnds();
    await pool.query(`NOTIFY qinsight_accounts, 'not json'`);
    await until(() => errors.length === 2);
    publisher.publish('accounts', signal(3));
    await until(() => received?.length === 1);
    expect(received).toEqual([signal(3)]);
  });

  it('reconnects after its connection was cut, and serves its own process until then', async () => {
    const { publisher, own, received } = await createEnds();
    const cut = await listening();
    await pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [cut]);
    await until(() => errors.length === 2);
    publisher.publish('accounts', signal(1));
    expect(own).toEqual([signal(1)]);
    await until(async () => (await listening()).filter((pid) => !cut.includes(pid)).length === 2);
    publisher.publish('accounts', signal(2));
    await until(() => JSON.stringify(received?.at(-1)) === JSON.stringify(signal(2)));
  });
});
