/**
 * Connections to a PostgreSQL server. Two limits end a statement that takes too long. The server cancels it first, and
 * the connection stays usable. If the server does not respond in time, the connection is destroyed: it may be inside an
 * open transaction, so nothing else may ever run on it.
 */

import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type pg from 'pg';
import { messageOf } from '~/server/lib/caught';
import { inStatementSpan, textOf } from '~/server/lib/tracing/statement-spans';

export interface ServerLimits {
  /** Maximum number of connections of this process. */
  poolSize: number;
  /** How long a statement may run, and how long a transaction may stay idle, before the server ends it. */
  statementMs: number;
}

/** How long the client waits: longer than the server, so that the server's response arrives first. */
const clientMs = ({ statementMs }: ServerLimits) => Math.ceil(statementMs * 1.25);
const cancelMs = 5000;

export async function createServerPool(connectionString: string, limits: ServerLimits): Promise<pg.Pool> {
  const { default: driver } = await import('pg');
  const session = {
    statement_timeout: limits.statementMs,
    idle_in_transaction_session_timeout: limits.statementMs,
  };
  const acceptsSessionLimits = await probeSessionLimits(driver, connectionString, session);
  const pool = new driver.Pool({
    connectionString,
    ...(acceptsSessionLimits ? session : {}),
    max: limits.poolSize,
    connectionTimeoutMillis: 5000,
    query_timeout: clientMs(limits),
    idleTimeoutMillis: 60_000,
    keepAlive: true,
  });
  // A broken idle connection is replaced on the next query; without a listener it would crash the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => guard(client, acceptsSessionLimits ? null : limits));
  return pool;
}

/**
 * Whether the server keeps limits set when connecting. A pooler such as pgbouncer rejects or drops them, because its
 * connections are shared; then each transaction sets its own.
 */
async function probeSessionLimits(
  driver: typeof pg,
  connectionString: string,
  session: Record<'statement_timeout' | 'idle_in_transaction_session_timeout', number>,
): Promise<boolean> {
  const client = new driver.Client({
    connectionString,
    ...session,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  // A broken connection fails its query; without a listener it would also crash the process.
  client.on('error', () => {});
  try {
    await client.connect();
    // A pooler may drop them while the role or database has the same values.
    const { rows } = await client.query(
      `SELECT 1 FROM pg_settings WHERE name = ANY($1) AND setting = $2 AND source IN ('client', 'session')`,
      [Object.keys(session), String(session.statement_timeout)],
    );
    return rows.length === Object.keys(session).length;
  } catch (error) {
    if (/unsupported startup parameter/i.test(messageOf(error))) return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

type Query = (...args: unknown[]) => unknown;

/**
 * Applies the client's limit to every statement of a connection. Prisma's adapter returns a connection to the pool
 * after a failed COMMIT or ROLLBACK without an error, so the connection itself must record that it is unusable.
 */
function guard(client: pg.PoolClient, perTransaction: ServerLimits | null): void {
  const query = client.query.bind(client) as Query;
  const notice = (error: unknown) => {
    if (error instanceof Error && error.message === 'Query read timeout') discardClient(client);
  };
  const guarded: Query = (...args) => {
    if (perTransaction) args[0] = withLimits(args[0], perTransaction);
    const callback = args.at(-1);
    // The pool's own query() uses a callback; with a promise, the statement has a span and is watched in the same way.
    if (typeof callback === 'function') {
      void promised(args.slice(0, -1)).then(
        (result) => callback(undefined, result),
        (error: unknown) => callback(error),
      );
      return;
    }
    return promised(args);
  };
  // A custom query object uses a callback and returns no promise.
  const run = (args: unknown[]): Promise<unknown> =>
    isQueryObject(args[0])
      ? new Promise((resolve, reject) => {
          query(...args, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
        })
      : (query(...args) as Promise<unknown>);
  const promised = (args: unknown[]): Promise<unknown> =>
    inStatementSpan(textOf(args[0]), () => run(args)).catch((error: unknown) => {
      notice(error);
      throw error;
    });
  client.query = guarded as typeof client.query;
}

const isQueryObject = (statement: unknown) => typeof (statement as { submit?: unknown } | null)?.submit === 'function';

/** Sets the limits in the same round trip that begins a transaction. */
function withLimits(statement: unknown, { statementMs }: ServerLimits): unknown {
  const isBegin = (text: unknown) => text === 'BEGIN';
  const begin = `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL idle_in_transaction_session_timeout = ${statementMs}`;
  if (isBegin(statement)) return begin;
  const config = statement as { text?: unknown } | null;
  return typeof config === 'object' && isBegin(config?.text) ? { ...config, text: begin } : statement;
}

/** Parts of pg's client that its types leave out. */
interface Insides {
  _queryable: boolean;
  processID: number | null;
  secretKey: number | null;
  connection: { stream: Duplex };
  host: string;
  port: number;
}

/**
 * Destroys the connection and cancels its statement on the server. From here on pg rejects every further statement on
 * it, including COMMIT, and the pool removes it when it is released.
 */
function discardClient(client: pg.PoolClient): void {
  const insides = client as unknown as Insides;
  const { processID, secretKey, connection, host, port } = insides;
  insides._queryable = false;
  // Without a listener, the broken connection would crash the process.
  client.on('error', () => {});
  connection.stream.destroy();
  if (processID !== null && secretKey !== null) sendCancel(host, port, processID, secretKey);
}

/** PostgreSQL's CancelRequest: a separate short connection that gets no response. */
function sendCancel(host: string, port: number, processId: number, secretKey: number): void {
  const request = Buffer.alloc(16);
  request.writeInt32BE(16, 0);
  request.writeInt32BE(80_877_102, 4);
  request.writeInt32BE(processId, 8);
  request.writeInt32BE(secretKey, 12);
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  // If this request does not arrive, the server's own limit ends the statement.
  socket.setTimeout(cancelMs, () => socket.destroy()).on('error', () => {});
  socket.end(request);
}
