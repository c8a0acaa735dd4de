import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database, OpenDatabase } from '~/server/db/client';
import { noMetrics } from '~/server/metrics/metrics';
import { createInProcessBus } from '~/server/realtime/bus';
import { testDatabaseUrl } from '~/server/testing/environment';
import { until } from '~/server/testing/until';
import { openTestDatabase } from '~/server/testing/worlds/test-db';
import { type AnyJobKind, defineJob, type JobContext } from './job-kind';
import { JobQueue } from './job-queue';
import { claimJobs, countJobs, insertJob, readDeadJobs, reviveJobs, untilNextDue } from './job-store';

let database: OpenDatabase;
const queues: JobQueue[] = [];
/** What the jobs of a test have done, and how they should behave. */
class World {
  readonly log: string[] = [];
  aheadMs = 0;
  work: (name: string, context: JobContext) => Promise<void> = async () => {};
}
const named = z.object({ name: z.string() });
const note = defineJob<World, z.infer<typeof named>>({
  kind: 'note',
  payload: named,
  attempts: 3,
  run: async (world, { name }, context) => {
    world.log.push(name);
    await world.work(name, context);
  },
  onDead: async (world, { name }) => void world.log.push(`${name} is dead`),
});
const patient = defineJob<World, z.infer<typeof named>>({ ...note, kind: 'patient', attempts: 12 });
const tick = defineJob<World, object>({
  kind: 'tick',
  payload: z.object({}),
  everyMs: 3_600_000,
  run: async (world, _payload, context) => {
    world.log.push('tick');
    await world.work('tick', context);
  },
});

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(queues.splice(0).map((queue) => queue.stop()));
  await database.db.sql`DELETE FROM jobs`;
});

/** The queue of one process. Queues that share a bus simulate connected processes. */
async function open(
  world: World,
  options: {
    bus?: ReturnType<typeof createInProcessBus>;
    kinds?: AnyJobKind<World>[];
    recurring?: boolean;
    /** From now on its clock stops, as in a suspended process. */
    isFrozen?: boolean;
    db?: typeof database.db;
  } = {},
) {
  const { aheadMs } = world;
  const queue = new JobQueue({
    db: options.db ?? database.db,
    bus: options.bus ?? createInProcessBus(() => {}),
    logger: pino({ level: 'silent' }),
    metrics: noMetrics,
    processId: randomUUID(),
    isOnlyProcess: false,
    aheadMs: () => (options.isFrozen ? aheadMs : world.aheadMs),
  });
  queues.push(queue);
  await queue.start({ kinds: options.kinds ?? [note], needs: world, recurring: options.recurring ?? false });
  return queue;
}

const userOf = async () =>
  (await database.db.user.create({ data: { email: `${randomUUID()}@example.com`, password: '-' } })).id;
/** A job's work that continues until the test releases it. */
function gate() {
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}
/** A database whose next statements fail, as during an outage. */
function unreachableDatabase() {
  const line = { failures: 0, db: database.db };
  const sql = (...args: Parameters<Database['sql']>) => {
    if (line.failures === 0) return database.db.sql(...args);
    line.failures--;
    return Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  };
  line.db = new Proxy(database.db, {
    get: (target, name) => (name === 'sql' ? sql : Reflect.get(target, name)),
  });
  return line;
}
const states = async () => Object.fromEntries((await countJobs(database.db)).map(({ state, count }) => [state, count]));

describe('a job', () => {
  it('runs at once and is deleted afterwards', async () => {
    const world = new World();
    const queue = await open(world);
    expect(await queue.enqueue(note, { name: 'a' }, { key: 'a' })).toBe(true);
    await queue.settled();
    expect(world.log).toEqual(['a']);
    expect(await states()).toEqual({});
  });

  it('with the same key is queued once, and again after it has ended', async () => {
    const world = new World();
    const { open: letEnd, opened } = gate();
    world.work = () => opened;
    const queue = await open(world);
    const added = await Promise.all(Array.from({ length: 20 }, () => queue.enqueue(note, { name: 'a' }, { key: 'a' })));
    expect(added.filter(Boolean)).toHaveLength(1);
    letEnd();
    await queue.settled();
    expect(world.log).toEqual(['a']);
    expect(await queue.enqueue(note, { name: 'a' }, { key: 'a' })).toBe(true);
    await queue.settled();
    expect(world.log).toEqual(['a', 'a']);
  });

  it('that is requested again while it runs is run one more time, not two', async () => {
    const world = new World();
    const { open: letEnd, opened } = gate();
    world.work = () => opened;
    const queue = await open(world);
    await queue.enqueue(note, { name: 'a' }, { key: 'a' });
    await until(() => world.log.length === 1);
    await queue.enqueue(note, { name: 'a' }, { key: 'a', again: true });
    await queue.enqueue(note, { name: 'a' }, { key: 'a', again: true });
    letEnd();
    await queue.settled();
    expect(world.log).toEqual(['a', 'a']);
  });

  it('is due at the moment it is added, although times are rounded to milliseconds', async () => {
    for (let attempt = 0; attempt < 20; attempt++) {
      // Within a transaction, now() does not advance.
      const [jobs, nextMs] = await database.db.$transaction(async (tx) => {
        const db = { sql: (parts, ...values) => tx.$queryRaw(parts, ...values) } as Database;
        await insertJob(db, { kind: 'note', key: `${attempt}`, userId: null, payload: {}, delayMs: 0, again: false });
        const dueInMs = await untilNextDue(db, ['note'], 0);
        return [await claimJobs(db, 'this', [{ kind: 'note', slots: 1 }], 8000, 0), dueInMs];
      });
      expect(nextMs).toBe(0);
      expect(jobs).toHaveLength(1);
    }
  });

  it.each(Array.from({ length: 8 }, (_, ticks) => ticks))(
    'is found if the queue is woken %i microtasks after its last statement',
    async (ticks) => {
      const world = new World();
      let statements = 0;
      let wakeAfter: number | undefined;
      const db = new Proxy(database.db, {
        get: (target, key) => {
          if (key !== 'sql') return Reflect.get(target, key, target);
          return async (...query: Parameters<typeof target.sql>) => {
            const rows = await target.sql(...query);
            statements += 1;
            // The last statement of a poll queries the next due time.
            if (wakeAfter !== undefined && query[0].join('').includes('min(run_at)')) {
              const ticksLeft = wakeAfter;
              wakeAfter = undefined;
              void (async () => {
                for (let tick = 0; tick < ticksLeft; tick += 1) await undefined;
                statements = 0;
                queue.wake();
              })();
            }
            return rows;
          };
        },
      });
      const queue = await open(world, { db });
      await queue.settled();
      wakeAfter = ticks;
      await queue.settled();
      expect(wakeAfter).toBeUndefined();
      expect(statements).toBeGreaterThan(0);
    },
  );

  it('does not exist if its transaction was rolled back', async () => {
    const world = new World();
    const queue = await open(world);
    const add = database.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT enqueue_job('note', 'a', NULL, '{"name":"a"}'::jsonb, 0, false)`;
      throw new Error('rolled back');
    });
    await expect(add).rejects.toThrow('rolled back');
    await queue.settled();
    expect(world.log).toEqual([]);
  });

  it('is deleted with its user', async () => {
    const userId = await userOf();
    const queue = await open(new World());
    await queue.enqueue(note, { name: 'a' }, { key: 'a', userId, delayMs: 60_000 });
    await database.db.user.delete({ where: { id: userId } });
    expect(await states()).toEqual({});
  });
});

describe('a job that fails', { tags: 'thorough' }, () => {
  it('is retried after growing pauses, then is dead and listed, and can be revived', async () => {
    const world = new World();
    world.work = async () => {
      throw new Error('no luck');
    };
    const queue = await open(world);
    await queue.enqueue(note, { name: 'a' }, { key: 'a' });
    await queue.settled();
    expect(world.log).toEqual(['a']);
    world.aheadMs = 3000;
    await queue.settled();
    expect(world.log).toEqual(['a', 'a']);
    // Three to five seconds after the second failure, which is longer than the first pause.
    world.aheadMs = 5500;
    await queue.settled();
    expect(world.log).toEqual(['a', 'a']);
    world.aheadMs = 60_000;
    await queue.settled();
    expect(world.log).toEqual(['a', 'a', 'a', 'a is dead']);
    const [dead, ...others] = await readDeadJobs(database.db, 10);
    expect(others).toEqual([]);
    expect(dead).toMatchObject({ kind: 'note', key: 'a', attempts: 3, error: 'Error: no luck' });

    world.work = async () => {};
    expect(await reviveJobs(database.db, [dead?.id ?? ''])).toBe(1);
    await queue.settled();
    expect(world.log.at(-1)).toBe('a');
    expect(await states()).toEqual({});
  });

  it('is dead at once if this version cannot parse its payload', async () => {
    const world = new World();
    const queue = await open(world);
    await database.db.sql`SELECT enqueue_job('note', 'a', NULL, '{"title":1}'::jsonb, 0, false)`;
    await queue.settled();
    expect(world.log).toEqual([]);
    expect(await states()).toEqual({ dead: 1 });
  });
});

describe('order', () => {
  it('lets a user with one job wait for at most one job of a user with many', async () => {
    const world = new World();
    const hold = gate();
    world.work = () => hold.opened;
    const [ann, bob, cid] = [await userOf(), await userOf(), await userOf()];
    const queue = await open(world);
    for (let n = 0; n < 8; n++) {
      await queue.enqueue(note, { name: `ann ${n}` }, { key: `ann ${n}`, userId: ann });
      // A job that is queued before the first one has started would have another turn.
      await until(() => world.log.length === 1);
    }
    await queue.enqueue(note, { name: 'bob' }, { key: 'bob', userId: bob });
    await queue.enqueue(note, { name: 'cid 0' }, { key: 'cid 0', userId: cid });
    await queue.enqueue(note, { name: 'cid 1' }, { key: 'cid 1', userId: cid });
    hold.open();
    await queue.settled();
    expect(world.log.slice(0, 6)).toEqual(['ann 0', 'ann 1', 'bob', 'cid 0', 'ann 2', 'cid 1']);
    expect(world.log).toHaveLength(11);
  });

  it('does not put a waiting user behind those who come later', async () => {
    const world = new World();
    const [ann, bob] = [await userOf(), await userOf()];
    const queue = await open(world);
    for (let n = 0; n < 5; n++) {
      await queue.enqueue(note, { name: `ann ${n}` }, { key: `ann ${n}`, userId: ann });
      await queue.settled();
    }
    const hold = gate();
    world.work = () => hold.opened;
    await queue.enqueue(note, { name: 'ann 5' }, { key: 'ann 5', userId: ann });
    await queue.enqueue(note, { name: 'ann 6' }, { key: 'ann 6', userId: ann });
    for (let n = 0; n < 5; n++) await queue.enqueue(note, { name: `bob ${n}` }, { key: `bob ${n}`, userId: bob });
    hold.open();
    await queue.settled();
    expect(world.log.indexOf('ann 6')).toBeLessThan(world.log.indexOf('bob 1'));
  });
});

describe('several processes', { tags: 'thorough' }, () => {
  it('run each job once, and never more at a time than each has capacity for', async () => {
    const world = new World();
    let running = 0;
    let max = 0;
    const allBusy = gate();
    world.work = async () => {
      max = Math.max(max, ++running);
      if (running === 3) allBusy.open();
      await allBusy.opened;
      await new Promise((resolve) => setImmediate(resolve));
      running--;
    };
    const bus = createInProcessBus(() => {});
    const [first] = await Promise.all([open(world, { bus }), open(world, { bus }), open(world, { bus })]);
    const names = Array.from({ length: 30 }, (_, n) => `job ${n}`);
    await Promise.all(names.map((name) => first.enqueue(note, { name }, { key: name })));
    await until(async () => world.log.length >= 30 && Object.keys(await states()).length === 0);
    expect([...world.log].sort()).toEqual([...names].sort());
    expect(max).toBe(3);
  });

  it('take over the job of a process that stopped renewing its lease, whose late result then changes nothing', async () => {
    const world = new World();
    const frozen = gate();
    world.work = () => (world.log.length === 1 ? frozen.opened : Promise.resolve());
    const first = await open(world, { isFrozen: true });
    await first.enqueue(note, { name: 'a' }, { key: 'a' });
    await until(() => world.log.length === 1);
    world.aheadMs = 20_000;
    const second = await open(world);
    await until(() => world.log.length === 2);
    await second.settled();
    await second.enqueue(note, { name: 'a' }, { key: 'a', delayMs: 600_000 });
    frozen.open();
    await first.stop(1000);
    expect(await states()).toEqual({ waiting: 1 });
  });

  // The embedded database has the clock of this process.
  it.runIf(testDatabaseUrl())('take over such a job although the clock was set back', async () => {
    const world = new World();
    const frozen = gate();
    world.work = () => (world.log.length === 1 ? frozen.opened : Promise.resolve());
    const first = await open(world, { isFrozen: true });
    await first.enqueue(note, { name: 'a' }, { key: 'a' });
    await until(() => world.log.length === 1);
    const second = await open(world);
    await second.settled();
    world.aheadMs = 20_000;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    second.wake();
    await until(() => world.log.length === 2);
    frozen.open();
    await first.stop(1000);
  });

  it('leave a job with its process after a database outage longer than its lease', async () => {
    const world = new World();
    const hold = gate();
    world.work = () => hold.opened;
    const first = await open(world, { isFrozen: true });
    const line = unreachableDatabase();
    const second = await open(world, { db: line.db });
    await second.settled();
    await first.enqueue(note, { name: 'a' }, { key: 'a' });
    await until(() => world.log.length === 1);
    line.failures = 1;
    second.wake();
    await until(() => line.failures === 0);
    await database.db.sql`UPDATE jobs SET lease_until = now() - interval '22 seconds'`;
    // The second process polls before the first renews the lease.
    world.aheadMs = 3100;
    second.wake();
    await until(async () => {
      const [job] = await database.db.sql<{ isHeld: boolean }>`SELECT lease_until > now() AS "isHeld" FROM jobs`;
      return job?.isHeld === true;
    });
    expect(world.log).toEqual(['a']);
    hold.open();
    await until(async () => Object.keys(await states()).length === 0);
    expect(world.log).toEqual(['a']);
  });

  it('store the result of a job when the database is back, and do not repeat the job', async () => {
    const world = new World();
    const line = unreachableDatabase();
    const queue = await open(world, { db: line.db });
    world.work = async (name) => {
      line.failures = 3;
      if (name === 'fails') throw new Error('no such file');
    };
    await queue.enqueue(note, { name: 'succeeds' }, { key: 'a' });
    await queue.settled();
    expect([world.log, await states(), line.failures]).toEqual([['succeeds'], {}, 0]);
    await queue.enqueue(note, { name: 'fails' }, { key: 'b' });
    await queue.settled();
    const rows = await database.db.sql`SELECT state, attempts, error FROM jobs`;
    expect(rows).toEqual([{ state: 'waiting', attempts: 1, error: 'Error: no such file' }]);
  });

  it('keep the lease of a job for as long as it runs', async () => {
    const world = new World();
    const hold = gate();
    world.work = () => hold.opened;
    const queue = await open(world);
    await queue.enqueue(note, { name: 'a' }, { key: 'a' });
    await until(() => world.log.length === 1);
    await database.db.sql`UPDATE jobs SET lease_until = now()`;
    await until(async () => {
      const [job] = await database.db.sql<{ isHeld: boolean }>`
        SELECT lease_until > now() + interval '5 seconds' AS "isHeld" FROM jobs`;
      return job?.isHeld === true;
    });
    hold.open();
    await queue.settled();
    expect(world.log).toEqual(['a']);
  });

  it('that die during every attempt leave the job dead instead of retrying it forever', async () => {
    const world = new World();
    world.work = () => new Promise(() => {});
    for (let death = 1; death <= 3; death++) {
      world.aheadMs += 20_000;
      const dying = await open(world, { isFrozen: true });
      if (death === 1) await dying.enqueue(note, { name: 'a' }, { key: 'a' });
      await until(() => world.log.length === death);
    }
    world.aheadMs += 20_000;
    await open(world);
    await until(async () => (await states()).dead === 1);
    expect(world.log).toEqual(['a', 'a', 'a', 'a is dead']);
  }, 40_000);

  it('that die three times in a row during a job leave it dead; stops in between do not count', async () => {
    const world = new World();
    world.work = () => new Promise(() => {});
    for (let start = 1; start <= 4; start++) {
      world.aheadMs += 20_000;
      const queue = await open(world, { kinds: [patient], isFrozen: true });
      if (start === 1) await queue.enqueue(patient, { name: 'a' }, { key: 'a' });
      await until(() => world.log.length === start);
      // Its job doesn't end, as if the process were killed while it stops.
      if (start === 2) await queue.stop();
    }
    world.aheadMs += 20_000;
    await open(world, { kinds: [patient] });
    await until(async () => (await states()).dead === 1);
    expect(world.log).toEqual(['a', 'a', 'a', 'a', 'a is dead']);
    expect(await readDeadJobs(database.db, 1)).toMatchObject([
      { error: 'The server process died 3 times in a row while it ran this job.' },
    ]);
    // Added again, it starts over.
    world.work = async () => {};
    const queue = await open(world, { kinds: [patient] });
    expect(await queue.enqueue(patient, { name: 'again' }, { key: 'a' })).toBe(true);
    await until(async () => (await database.db.job.count()) === 0);
    expect(world.log.at(-1)).toBe('again');
  }, 40_000);

  it('that stop release their jobs at once, and the attempt does not count', async () => {
    const world = new World();
    const attempts: number[] = [];
    world.work = (_name, { signal, attempt }) => {
      attempts.push(attempt);
      if (attempts.length > 1) return Promise.resolve();
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const bus = createInProcessBus(() => {});
    const first = await open(world, { bus });
    await first.enqueue(note, { name: 'a' }, { key: 'a' });
    await until(() => attempts.length === 1);
    const second = await open(world, { bus });
    await first.stop();
    await until(() => attempts.length === 2);
    await second.settled();
    expect(attempts).toEqual([1, 1]);
    expect(await states()).toEqual({});
  });
});

describe('a recurring job', { tags: 'thorough' }, () => {
  it('runs in one process, again after its interval, and earlier on request', async () => {
    const world = new World();
    const bus = createInProcessBus(() => {});
    const options = { bus, kinds: [tick], recurring: true };
    const [first, second] = await Promise.all([open(world, options), open(world, options)]);
    await Promise.all([first.settled(), second.settled()]);
    expect(world.log).toEqual(['tick']);
    world.aheadMs = 3_700_000;
    await Promise.all([first.settled(), second.settled()]);
    expect(world.log).toEqual(['tick', 'tick']);
    await second.runSoon(tick);
    await second.settled();
    expect(world.log).toEqual(['tick', 'tick', 'tick']);
  });

  it('that asks for an earlier run than its next one while it runs gets it at that time, not at once', async () => {
    const world = new World();
    const queue = await open(world, { kinds: [tick], recurring: true });
    await queue.settled();
    world.work = async () => {
      world.work = async () => {};
      for (const minutes of [20, 10, 30]) await queue.runSoon(tick, minutes * 60_000);
    };
    await queue.runSoon(tick);
    await queue.settled();
    expect(world.log).toEqual(['tick', 'tick']);
    expect(Math.round(((await untilNextDue(database.db, ['tick'], 0)) ?? 0) / 60_000)).toBe(10);
    world.aheadMs = 11 * 60_000;
    await queue.settled();
    expect(world.log).toEqual(['tick', 'tick', 'tick']);
  });

  it('runs although a clock that was ahead scheduled it for years later, at the start and afterwards', async () => {
    const world = new World();
    const { sql } = database.db;
    const misdate = () => sql`UPDATE jobs SET run_at = now() + interval '10 years'`;
    await sql`SELECT enqueue_job('tick', 'tick', NULL, '{}', 0, false)`;
    await misdate();
    const queue = await open(world, { kinds: [tick], recurring: true });
    await queue.settled();
    expect(world.log).toEqual(['tick']);
    await misdate();
    await queue.settled();
    expect(world.log).toEqual(['tick']);
    world.aheadMs = 11 * 60_000;
    await queue.settled();
    expect(world.log).toEqual(['tick', 'tick']);
  });

  it('never counts as dead after a failure', async () => {
    const world = new World();
    world.work = async () => {
      throw new Error('no luck');
    };
    const queue = await open(world, { kinds: [tick], recurring: true });
    for (let n = 1; n <= 8; n++) {
      await queue.settled();
      world.aheadMs += 3_700_000;
    }
    expect(world.log).toHaveLength(8);
    expect(await states()).toEqual({ waiting: 1 });
  });
});
