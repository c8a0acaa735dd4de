/**
 * The HTTP server with its limits: the number of connections, and how slowly a client may send. They apply before
 * authentication, so they must withstand malicious clients.
 */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';

/** Headers are small; only an attacker needs longer. */
const headersMs = 15_000;
/** As long as an upload link is valid. */
const requestMs = 15 * 60_000;
const checkMs = 5000;
/**
 * Longer than proxies keep idle connections (usually 60 s). The side that sends the next request must be the one that
 * closes, or a request may arrive on a connection that is just being closed.
 */
const idleMs = 75_000;
/** Connections if neither a setting nor a file limit is known, and the maximum otherwise. */
const standardConnections = 1000;
const maxConnections = 10_000;
/** File descriptors that the process needs besides connections: database, storage, readers, logs. */
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

/** Each request may open a file or another connection, so connections get half of the remaining descriptors. */
export function connectionsFor(fileLimit: number | undefined): number {
  if (fileLimit === undefined) return standardConnections;
  return Math.max(100, Math.min(maxConnections, Math.floor((fileLimit - otherFiles) / 2)));
}

/** Node.js raises the soft limit to the hard one when it starts. Undefined if the system does not report it. */
function openFilesLimit(): number | undefined {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

export interface BodyBounds {
  /** How long a body may take to arrive. */
  bodyMs: number;
  /** An upload may take longer, but must send at least this many bytes per period. */
  uploadPeriodMs: number;
  uploadBytes: number;
}

const standard: BodyBounds = { bodyMs: 20_000, uploadPeriodMs: 20_000, uploadBytes: 16 * 1024 };

/** Bodies of many megabytes: files, and completions with images. */
const isLarge = ({ method, path }: Request) =>
  (method === 'PUT' && path.startsWith('/objects/')) || (method === 'POST' && path === '/v1/chat/completions');

/**
 * Ends requests whose body arrives too slowly, with the error in the format of their path. Node.js itself limits slow
 * headers.
 */
export function boundBodies(
  sendErrorOf: (path: string) => (response: Response, error: AppError) => void,
  { bodyMs, uploadPeriodMs, uploadBytes }: BodyBounds = standard,
): RequestHandler {
  return (request, response, next) => {
    const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || 'transfer-encoding' in request.headers;
    if (!hasBody) return next();
    const isUpload = isLarge(request);
    const sendError = sendErrorOf(request.path);
    let before = request.socket.bytesRead;
    const end = () => {
      if (response.headersSent) return void request.destroy();
      // The rest of the body is not received.
      response.once('finish', () => request.destroy());
      response.set({ Connection: 'close', 'Cache-Control': 'no-store' });
      sendError(response, new AppError('too_slow', 'The request arrived too slowly. Please try again.'));
    };
    const timer = setInterval(
      () => {
        const now = request.socket.bytesRead;
        // An endpoint that does not read its body: `end` comes only after the response.
        if (request.complete) clearInterval(timer);
        else if (isUpload && now - before >= uploadBytes) before = now;
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
