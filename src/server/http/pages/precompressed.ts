/** Serves the Brotli or gzip copy that the build laid beside a file, to who can read it. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';

const copies = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;

/**
 * Turns the request for a file into one for its copy; what serves files then does the rest (ranges, validators,
 * caching). What it is stays the original's type. Built files never change while the server runs.
 */
export function precompressed(folder: string): RequestHandler {
  const known = new Map<string, boolean>();
  const exists = (file: string) => {
    const found = known.get(file) ?? existsSync(path.join(folder, file));
    // Only names that exist are remembered: who asks for a million others fills nothing.
    if (found) known.set(file, true);
    return found;
  };
  return (request, response, next) => {
    if (!isPlain(request.path)) return next();
    const copy = copies.find(({ ending }) => exists(request.path + ending));
    if (!copy) return next();
    response.vary('Accept-Encoding');
    const wanted = copies.find(
      ({ encoding, ending }) => request.acceptsEncodings(encoding) && exists(request.path + ending),
    );
    if (!wanted) return next();
    response.set('Content-Encoding', wanted.encoding).type(path.extname(request.path));
    request.url = request.url.replace(request.path, request.path + wanted.ending);
    next();
  };
}

/** A name as the build gives them: no way up, nothing encoded, and not a copy itself. */
const isPlain = (name: string) => /^(\/[\w-][\w.-]*)+\.(js|css|svg|json|webmanifest|txt)$/.test(name);
