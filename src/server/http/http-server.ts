/**
 * The HTTP server with its bounds: how many connections, and how slowly one may send. Everything here is decided before
 * anybody is known, so it must hold for callers who mean harm.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { RequestHandler } from 'express';
import type { Env } from '~/server/env';

/** Headers are small: who needs longer does not mean to send them. */
const headersMs = 15_000;
/** As long as the link for an upload is good. */
const requestMs = 15 * 60_000;
const checkMs = 5000;
/**
 * Longer than a proxy keeps a connection without requests, usually 60 s: the side that sends the next request must be
 * the one that closes, or the request meets a connection that is just being closed.
 */
const idleMs = 75_000;
/** Connections without a setting and without a known limit of files, and at most. */
const standardConnections = 1000;
const mostConnections = 10_000;
/** Files that the process needs beside its connections: database, store, readers, logs. */
const otherFiles = 256;

export function createHttpServer(env: Pick<Env, 'MAX_CONNECTIONS'>, fileLimit = openFilesLimit()): Server {
  const server = createServer({
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: checkMs,
  });
  server.maxConnections = env.MAX_CONNECTIONS ?? connectionsFor(fileLimit);
  return server;
}

/** Each request may open a file or a connection of its own, so connections get half of what there is. */
export function connectionsFor(fileLimit: number | undefined): number {
  if (fileLimit === undefined) return standardConnections;
  return Math.max(100, Math.min(mostConnections, Math.floor((fileLimit - otherFiles) / 2)));
}

/** Node raises the soft limit to the hard one when it starts. Undefined where the system does not report it. */
function openFilesLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

export interface BodyBounds {
  /** How long a body may take. */
  bodyMs: number;
  /** An upload may take longer, but each period must bring so many bytes. */
  uploadPeriodMs: number;
  uploadBytes: number;
}

const standard: BodyBounds = { bodyMs: 20_000, uploadPeriodMs: 20_000, uploadBytes: 16 * 1024 };

/** Ends requests whose body comes too slowly. Headers that never end are the server's own matter. */
export function boundBodies({ bodyMs, uploadPeriodMs, uploadBytes }: BodyBounds = standard): RequestHandler {
  return (request, response, next) => {
    const hasBody = request.headers['content-length'] !== undefined || 'transfer-encoding' in request.headers;
    if (!hasBody) return next();
    const isUpload = request.method === 'PUT' && request.path.startsWith('/objects/');
    let before = request.socket.bytesRead;
    const end = () => {
      if (response.headersSent) return void request.destroy();
      // The rest of the body is not received.
      response.once('finish', () => request.destroy());
      response.status(408).set({ Connection: 'close', 'Cache-Control': 'no-store' });
      const { requestId } = response.locals;
      response.json({ message: 'The request arrived too slowly. Please try again.', code: 'too_slow', requestId });
    };
    const timer = setInterval(
      () => {
        const now = request.socket.bytesRead;
        if (isUpload && now - before >= uploadBytes) before = now;
        else {
          clearInterval(timer);
          end();
        }
      },
      isUpload ? uploadPeriodMs : bodyMs,
    );
    const stop = () => clearInterval(timer);
    request.once('end', stop);
    request.once('close', stop);
    next();
  };
}
