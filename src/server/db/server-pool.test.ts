import { randomUUID } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '~/server/testing/environment';
import { type ChaosProxy, startChaosProxy } from '~/server/testing/fakes/chaos-proxy';
import { listen } from '~/server/testing/fakes/free-port';
import { until } from '~/server/testing/until';
import { createTestDatabase } from '~/server/testing/worlds/test-db';
import { type OpenDatabase, openServerDatabase } from './client';
import { isDatabaseUnavailable } from './database-unavailable';

const serverUrl = testDatabaseUrl();
const limits = { poolSize: 5, statementMs: 400 };
const writes = 300;

let test: Awaited<ReturnType<typeof createTestDatabase>>;
/** The proxy between the product and PostgreSQL. */
let line: ChaosProxy;
let database: Omit<OpenDatabase, 'applied' | 'vectorProblem'>;
/** Another client's direct connection to the server. */
let other: pg.Client;

/** Emails of the acknowledged writes. */
let acknowledged: string[];
let failures: unknown[];

describe.runIf(serverUrl)('a server that blocks while 300 writes run', () => {
  beforeAll(async () => {
    test = await createTestDatabase(serverUrl as string);
    other = new pg.Client({ connectionString: test.url });
    await other.connect();
    await other.query(`INSERT INTO users (email, password) VALUES ('blocked@example.com', '-')`);
  });
  afterAll(async () => {
    await other.end();
    await test.drop();
  });
  beforeEach(async () => {
    const url = new URL(test.url);
    line = await startChaosProxy(Number(url.port || 5432), url.hostname);
    url.hostname = '127.0.0.1';
    url.port = String(line.port);
    database = await openServerDatabase(url.href, limits);
    acknowledged = [];
    failures = [];
  });
  afterEach(async () => {
    await database.close();
    await line.close();
  });

  /** One write, either alone or in a transaction that also needs the blocked row. */
  async function write(needsBlockedRow: boolean): Promise<void> {
    const email = `${randomUUID()}@example.com`;
    const { db } = database;
    const data = { email, password: '-' };
    try {
      if (needsBlockedRow)
        await db.$transaction(
          async (tx) => {
            await tx.user.create({ data });
            await tx.user.update({ where: { email: 'blocked@example.com' }, data: { password: randomUUID() } });
          },
          { maxWait: 2000, timeout: 10_000 },
        );
      else if (acknowledged.length % 2) await db.user.create({ data });
      else await db.sql`INSERT INTO users (email, password) VALUES (${email}, '-')`;
      acknowledged.push(email);
    } catch (error) {
      failures.push(error);
    }
  }

  /** Runs all writes in waves while `block` holds the server up, then some more once it is free. */
  async function writeWhile(block: () => Promise<() => Promise<void>>): Promise<number> {
    await write(false);
    const unblock = await block();
    let max = 0;
    const count = async () => {
      max = Math.max(max, await connections());
    };
    const counting = setInterval(() => void count(), 50);
    const running = Array.from({ length: writes }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 8));
      await write(n % 10 === 0);
    });
    // Longer than all limits together, so that statements and their rollbacks time out.
    await new Promise((resolve) => setTimeout(resolve, limits.statementMs * 5));
    await unblock();
    await Promise.all(running);
    clearInterval(counting);
    // The pool must be usable afterwards, on every connection.
    await Promise.all(Array.from({ length: limits.poolSize * 4 }, () => write(false)));
    return max;
  }

  const connections = async () => {
    const { rows } = await other.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND backend_type = 'client backend'`,
    );
    return rows[0].count as number;
  };

  async function expectWhole(): Promise<void> {
    expect(acknowledged.length).toBeGreaterThan(limits.poolSize * 4);
    const { rows } = await other.query(
      'SELECT email, count(*)::int AS count FROM users WHERE email = ANY($1) GROUP BY email',
      [acknowledged],
    );
    expect(rows).toHaveLength(acknowledged.length);
    expect(rows.filter(({ count }) => count !== 1)).toEqual([]);
    // Every unacknowledged write failed with an error that callers may retry.
    expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    // No abandoned statement keeps running, and no transaction stays open.
    await until(async () => {
      const { rows: left } = await other.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      return left.length === 0;
    });
  }

  /** The pool, destroyed connections that the server is still closing, and the holder of the lock. */
  const maxConnections = 2 * limits.poolSize + 1;

  const lock = (sql: string) => async () => {
    const holder = new pg.Client({ connectionString: test.url });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(sql);
    return () => holder.end();
  };

  it('on a row: acknowledged writes exist exactly once', async () => {
    const peak = await writeWhile(lock(`SELECT 1 FROM users WHERE email = 'blocked@example.com' FOR UPDATE`));
    await expectWhole();
    expect(failures.length).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(maxConnections);
  });

  it('on a table: acknowledged writes exist exactly once', async () => {
    const peak = await writeWhile(lock('LOCK TABLE users IN ACCESS EXCLUSIVE MODE'));
    await expectWhole();
    expect(failures.length).toBeGreaterThan(0);
    expect(peak).toBeLessThanOrEqual(maxConnections);
  });

  it('on everything, silently: acknowledged writes exist exactly once', async () => {
    await writeWhile(async () => {
      line.freeze();
      return async () => line.thaw();
    });
    await expectWhole();
    expect(failures.length).toBeGreaterThan(0);
  });

  it('in a transaction whose ROLLBACK times out too: its connection is never reused', async () => {
    const { db } = database;
    // The server's own limit would end this first; without it, only the client can notice.
    const slow = db.$transaction(
      async (tx) => {
        await tx.$executeRawUnsafe('SET LOCAL statement_timeout = 0');
        await tx.user.create({ data: { email: `${randomUUID()}@example.com`, password: '-' } });
        await tx.$queryRawUnsafe(`SELECT 1::int AS one FROM pg_sleep(${(limits.statementMs * 3) / 1000})`);
      },
      { maxWait: 2000, timeout: 20_000 },
    );
    await expect(slow).rejects.toThrow();
    await slow.catch((error) => expect(isDatabaseUnavailable(error)).toBe(true));
    const statements = Array.from({ length: limits.poolSize * 2 }, () => write(false));
    await Promise.all(statements);
    await new Promise((resolve) => setTimeout(resolve, limits.statementMs * 3));
    await Promise.all(Array.from({ length: limits.poolSize * 4 }, () => write(false)));
    expect(failures).toEqual([]);
    await expectWhole();
  });

  it.each([
    ['rejects them for the session', 'rejects', '0'],
    ['drops them, while the database has the same one', 'drops', `${limits.statementMs}ms`],
  ] as const)('keeps its limits inside transactions behind a pooler that %s', async (_, way, outside) => {
    const pooler = await startPooler(new URL(test.url), way);
    const name = new URL(test.url).pathname.slice(1);
    await other.query(`ALTER DATABASE "${name}" SET statement_timeout = '${outside}'`);
    const pooled = await openServerDatabase(pooler.url, limits);
    try {
      const inside = await pooled.db.$transaction(async (tx) => [
        await tx.$queryRawUnsafe('SHOW statement_timeout'),
        await tx.$queryRawUnsafe('SHOW idle_in_transaction_session_timeout'),
      ]);
      const limit = `${limits.statementMs}ms`;
      expect(inside).toEqual([[{ statement_timeout: limit }], [{ idle_in_transaction_session_timeout: limit }]]);
      expect(await pooled.db.sql`SHOW statement_timeout`).toEqual([{ statement_timeout: outside }]);
    } finally {
      await pooled.close();
      await pooler.close();
      await other.query(`ALTER DATABASE "${name}" RESET statement_timeout`);
    }
  });
});

const limitNames = ['statement_timeout', 'idle_in_transaction_session_timeout'];

/** The message without limits: its length, the protocol's version, then names and values that end with zero bytes. */
function withoutLimits(startup: Buffer): Buffer {
  const fields = startup.subarray(8).toString('latin1').split('\0');
  const kept: string[] = [];
  for (let n = 0; fields[n]; n += 2) {
    const [name = '', value = ''] = fields.slice(n, n + 2);
    if (!limitNames.includes(name)) kept.push(name, value);
  }
  const body = Buffer.from([...kept, '', ''].join('\0'), 'latin1');
  const head = Buffer.from(startup.subarray(0, 8));
  head.writeInt32BE(body.length + head.length);
  return Buffer.concat([head, body]);
}

/** Rejects limits in the startup message with pgbouncer's error, or drops them, and forwards everything else. */
async function startPooler(url: URL, way: 'rejects' | 'drops'): Promise<{ url: string; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    sockets.add(near.on('error', () => {}));
    near.once('data', (startup) => {
      if (way === 'rejects' && startup.includes('statement_timeout')) {
        const fields = Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0');
        const length = Buffer.alloc(4);
        length.writeInt32BE(fields.length + 4);
        near.end(Buffer.concat([Buffer.from('E'), length, fields]));
        return;
      }
      const far = connect(Number(url.port || 5432), url.hostname);
      sockets.add(far.on('error', () => {}));
      far.write(withoutLimits(startup));
      near.pipe(far).pipe(near);
    });
  });
  const port = await listen(server);
  const pooled = new URL(url);
  pooled.hostname = '127.0.0.1';
  pooled.port = String(port);
  const close = () => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: pooled.href, close };
}
