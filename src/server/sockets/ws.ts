/**
 * The tRPC socket on /ws. Origin and cookie are checked before the socket is opened; after that each call checks the
 * session again. When a session ends (signed out, locked or expired, on this process or another), its sockets are
 * closed.
 */

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { sessionCookieOf } from '~/server/auth/session-cookie';
import { watchSessions } from '~/server/auth/watch-sessions';
import type { Deps } from '~/server/deps';
import { callerAddress } from '~/server/http/caller-address';
import { isOwnOrigin } from '~/server/http/origin';
import { AppError, errorTable } from '~/server/lib/errors';
import { type SessionId, sessionIdOf } from '~/server/lib/session-token';
import { pause } from '~/server/lib/wait';
import type { AccountSignal } from '~/server/realtime/events';
import { appRouter } from '~/server/router';
import { createInnerContext, deviceOf } from '~/server/trpc/context';
import { OpenSockets, type SignedInSocket } from './open-sockets';
import { type SocketCalls, serveSocketCalls } from './socket-calls';

const frameBytes = 64 * 1024;
/** With more unsent bytes than this, sending pauses until the client has caught up. */
const bufferedBytes = 1024 * 1024;
const drainPollMs = 50;
/** Maximum of upgrade requests being checked: each holds a connection and a query before authentication. */
const pendingUpgrades = 100;
/** Open sockets of one user on one process; every tab has one. */
const socketsPerUser = 100;
const closeCodes = { sessionEnded: 4401, restarting: 1012 } as const;

/**
 * The age at which a socket is closed, so that its client reconnects. After a rolling restart all clients are on the
 * processes that started first, and only new connections reach the others.
 */
const longestAgeMs = 20 * 60_000;

export function attachSockets(
  deps: Deps,
  server: Server,
  { maxAgeMs = deps.database.isEmbedded ? null : longestAgeMs }: { maxAgeMs?: number | null } = {},
): { close(): Promise<void> } {
  const wss = new WebSocketServer({ noServer: true, maxPayload: frameBytes, perMessageDeflate: false });
  const open = new OpenSockets();
  const calls = callsOf(deps);
  const reportFault = faultReports(deps.logger);
  const onUpgrade = upgrades(deps, open, (signedIn, { request, socket, head }) =>
    wss.handleUpgrade(request, socket, head, (webSocket) => {
      register(deps, open, { socket: webSocket, ...signedIn });
      if (maxAgeMs !== null) closeAfterAge(webSocket, maxAgeMs);
      webSocket.on('error', (error) => reportFault(signedIn.userId, error));
      webSocket.on('message', () => void listenAfterSessionCheck(webSocket));
      serveSocketCalls(calls, webSocket, request);
    }),
  );
  server.on('upgrade', onUpgrade);
  const stopWatching = watchSessions(
    deps,
    (signal) => cut(endedBy(signal, open)),
    () => closeEndedSessions(deps, open),
  );

  return {
    async close() {
      stopWatching();
      server.off('upgrade', onUpgrade);
      for (const { socket } of open.all()) socket.close(closeCodes.restarting, 'restarting');
      const terminate = setTimeout(() => wss.clients.forEach((socket) => void socket.terminate()), 1000);
      await new Promise<void>((resolve) => wss.close(() => resolve()));
      clearTimeout(terminate);
    },
  };
}

function callsOf(deps: Deps): SocketCalls<typeof appRouter> {
  const { env, logger } = deps;
  const addressOf = callerAddress(env);
  return {
    router: appRouter,
    createContext: (request, socket) =>
      createInnerContext(deps, {
        ...sessionCookieOf(request, env),
        recheck: true,
        caller: { ip: addressOf(request), device: deviceOf(request) },
        untilDrained: () => (socket.bufferedAmount > bufferedBytes ? untilDrained(socket) : undefined),
      }),
    onError: (error, path) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') logger.error({ err: error, path }, 'a call over the socket failed');
    },
  };
}

interface Upgrade {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
}
type SignedIn = Omit<SignedInSocket, 'socket'>;

/** Handles upgrade requests: accepts those of signed-in users and rejects the others. */
function upgrades(deps: Deps, open: OpenSockets, accept: (signedIn: SignedIn, upgrade: Upgrade) => void) {
  const { env, logger } = deps;
  let pending = 0;
  return (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Not parsed as a URL: a request for "//" would throw here, where nothing catches it.
    const isOurs = request.url?.split('?', 1)[0] === `${env.basePath}/ws`;
    // In development, the hot-reloading socket shares the port.
    if (!isOurs && !env.isProduction) return;
    socket.on('error', () => socket.destroy());
    if (!isOurs) return reject(socket, 404);
    if (pending >= pendingUpgrades) return reject(socket, 503, 5);
    pending++;
    admit(deps, open, request)
      .finally(() => pending--)
      .then((signedIn) =>
        typeof signedIn === 'number' ? reject(socket, signedIn) : accept(signedIn, { request, socket, head }),
      )
      .catch((error) => {
        if (error instanceof AppError) return reject(socket, errorTable[error.code].status, error.retryAfterSeconds);
        logger.error({ err: error }, 'WebSocket upgrade failed');
        reject(socket, 503);
      });
  };
}

/** The user of the request's cookie, or the HTTP status of the rejection. */
async function admit(deps: Deps, open: OpenSockets, request: IncomingMessage): Promise<SignedIn | number> {
  if (!isOwnOrigin(deps.env, request, { required: true })) return 403;
  const cookie = sessionCookieOf(request, deps.env);
  const { sessionToken } = cookie;
  const signedIn = await createInnerContext(deps, cookie).authenticate();
  if (!sessionToken || !signedIn) return 401;
  const { id: userId } = signedIn.user;
  await deps.rateLimiter.consume('streamsByAccount', userId);
  if (open.countOf(userId) >= socketsPerUser) return 429;
  return { userId, sessionId: sessionIdOf(sessionToken) };
}

/** Counts the socket until it closes. */
function register({ metrics, processState }: Deps, open: OpenSockets, entry: SignedInSocket & { socket: WebSocket }) {
  open.add(entry);
  metrics.socketOpened();
  processState.sockets++;
  entry.socket.on('close', () => {
    open.delete(entry);
    metrics.socketClosed();
    processState.sockets--;
  });
}

/** Closes the sockets whose session has ended in the database. */
async function closeEndedSessions({ db }: Deps, open: OpenSockets): Promise<void> {
  const checked = new Set(open.all().map(({ sessionId }) => sessionId));
  if (checked.size === 0) return;
  const rows = await db.sql<{ sid: SessionId }>`
    SELECT s.sid FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.sid = ANY(${[...checked]}) AND s.expire > now() AND NOT u.is_locked`;
  const valid = new Set(rows.map(({ sid }) => sid));
  // Sockets opened during the query were not checked.
  cut(open.all().filter(({ sessionId }) => checked.has(sessionId) && !valid.has(sessionId)));
}

function cut(entries: SignedInSocket[]): void {
  for (const entry of entries) {
    entry.socket.close(closeCodes.sessionEnded, 'session ended');
    // Do not wait for a peer that does not complete the closing handshake.
    setTimeout(() => entry.socket.terminate(), 500).unref();
  }
}

/** The open sockets of the sessions that a signal ends. */
function endedBy(signal: AccountSignal, open: OpenSockets): SignedInSocket[] {
  const entries = open.of(signal.userId);
  if (signal.type === 'session-ended') return entries.filter(({ sessionId }) => sessionId === signal.sessionId);
  const except = signal.type === 'sessions-ended' ? signal.exceptSessionId : undefined;
  return entries.filter(({ sessionId }) => sessionId !== except);
}

/** Between half of the age and all of it, so that sockets opened together are not closed together. */
function closeAfterAge(socket: WebSocket, ageMs: number): void {
  const retirement = setTimeout(
    () => socket.close(closeCodes.restarting, 'connect again'),
    ageMs * (0.5 + Math.random() / 2),
  ).unref();
  socket.on('close', () => clearTimeout(retirement));
}

function reject(socket: Duplex, status: number, retryAfterSeconds?: number): void {
  const words =
    { 401: 'Unauthorized', 403: 'Forbidden', 404: 'Not Found', 429: 'Too Many Requests', 503: 'Service Unavailable' }[
      status
    ] ?? 'Refused';
  const retry = retryAfterSeconds ? `Retry-After: ${retryAfterSeconds}\r\n` : '';
  // Destroyed after writing: a peer that never closes its half would keep the socket open forever.
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${retry}Connection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}

/** Stops reading from a client that does not read its responses, so that they do not pile up. */
async function listenAfterSessionCheck(socket: WebSocket): Promise<void> {
  if (socket.bufferedAmount <= bufferedBytes || socket.isPaused) return;
  socket.pause();
  await untilDrained(socket);
  socket.resume();
}

/** Resolves when the client has read most of what was sent, or has disconnected. */
async function untilDrained(socket: WebSocket): Promise<void> {
  while (socket.bufferedAmount > bufferedBytes && socket.readyState === socket.OPEN) {
    await pause(drainPollMs);
  }
}

/** Number of accounts remembered for log throttling. */
const rememberedFaults = 1000;
const faultPauseMs = 60_000;

/** A frame that is too large or broken is the client's fault: log one line a minute per account, without a stack. */
function faultReports(logger: Deps['logger']): (userId: string, error: Error) => void {
  const last = new Map<string, number>();
  return (userId, { message }) => {
    const now = performance.now();
    if (now - (last.get(userId) ?? Number.NEGATIVE_INFINITY) < faultPauseMs) return;
    if (last.size >= rememberedFaults) last.clear();
    last.set(userId, now);
    logger.warn({ userId, reason: message }, 'closed a WebSocket connection after an invalid message');
  };
}
