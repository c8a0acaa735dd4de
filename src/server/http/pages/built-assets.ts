/**
 * Serves the build's files with hashed names, in the best encoding that the build created. Every page loads dozens of
 * them. Reading each from disk took half of the CPU time of a server with new visitors, so requested files stay in
 * memory: at most the size of the folder, a few megabytes. Built files never change while the server runs.
 */
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Request, RequestHandler, Response } from 'express';

const encodings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/** Passes requests for other files, and range requests, to the next handler. */
export function builtAssets(folder: string): RequestHandler {
  const names = new Set(readdirSync(folder));
  const kept = new Map<string, Promise<Buffer>>();

  const bytesOf = (file: string) => {
    const bytes = kept.get(file) ?? readFile(path.join(folder, file));
    kept.set(file, bytes);
    // A file that could not be read now may be readable later.
    bytes.catch(() => kept.delete(file));
    return bytes;
  };

  return async (request, response, next) => {
    const name = request.path.slice(1);
    const isCopy = encodings.some(({ ending }) => name.endsWith(ending));
    if (!['GET', 'HEAD'].includes(request.method) || isCopy || !names.has(name) || request.get('range')) return next();
    const made = encodings.filter(({ ending }) => names.has(name + ending));
    const best = made.find(({ encoding }) => request.acceptsEncodings(encoding));
    if (made.length > 0) response.vary('Accept-Encoding');
    if (best) response.set('Content-Encoding', best.encoding);
    const file = name + (best?.ending ?? '');
    response.type(path.extname(name)).set({
      'Cache-Control': 'public, max-age=31536000, immutable',
      // The name contains a hash of the content.
      ETag: `"${file}"`,
    });
    send(request, response, await bytesOf(file));
  };
}

function send(request: Request, response: Response, bytes: Buffer): void {
  if (request.fresh) return void response.status(304).end();
  response.set('Content-Length', String(bytes.length)).end(request.method === 'HEAD' ? undefined : bytes);
}
