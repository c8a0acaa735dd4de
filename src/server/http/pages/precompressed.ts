/** Serves the Brotli or gzip copy that the build created beside a file, if the client accepts it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';

const copies = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/**
 * Rewrites the request for a file to its copy; the static file handler then does the rest (ranges, validators,
 * caching). The content type stays the original's. Built files never change while the server runs.
 */
export function precompressed(folder: string): RequestHandler {
  const known = new Map<string, boolean>();
  const exists = (file: string) => {
    const found = known.get(file) ?? existsSync(path.join(folder, file));
    // Only existing names are cached, so that requests for a million others use no memory.
    if (found) known.set(file, true);
    return found;
  };
  return (request, response, next) => {
    if (!isPlain(request.path)) return next();
    const copy = copies.find(({ ending }) => exists(request.path + ending));
    if (!copy) return next();
    response.vary('Accept-Encoding');
    const accepted = copies.find(
      ({ encoding, ending }) => request.acceptsEncodings(encoding) && exists(request.path + ending),
    );
    if (!accepted) return next();
    response.set('Content-Encoding', accepted.encoding).type(path.extname(request.path));
    request.url = request.url.replace(request.path, request.path + accepted.ending);
    next();
  };
}

/** A file name as the build creates them: no parent folders, no encoding, and not a compressed copy itself. */
const isPlain = (name: string) => /^(\/[\w-][\w.-]*)+\.(js|css|svg|json|webmanifest|txt)$/.test(name);
