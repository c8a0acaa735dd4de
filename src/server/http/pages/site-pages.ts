/**
 * The public pages as the build drew them. What was not known then – the addresses of this deployment – is filled in
 * once, at start; each page is compressed at its first request and kept.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Env } from '~/server/env';
import { sha256Bytes } from '~/server/lib/hash';
import { publicPaths } from '~/shared/pages';
import { sitePlaceholders } from '~/shared/site-placeholders';

type Encoding = 'br' | 'gzip' | 'identity';
type SiteEnv = Pick<Env, 'publicUrl' | 'SCHEDULING_URL' | 'CONTACT_EMAIL'>;

interface SitePage {
  etag: string;
  body: (encoding: Encoding) => Promise<Buffer>;
}

const compressors = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) as Promise<Buffer>,
  gzip: (text: Buffer) => promisify(gzip)(text, { level: 9 }) as Promise<Buffer>,
};

/** Answers the public paths; every other request goes on to `next`, and `sendMissing` is the page for unknown ones. */
export function sitePages(
  clientDir: string,
  env: SiteEnv,
): { handler: RequestHandler; sendMissing: (request: Request, response: Response) => Promise<void> } {
  const load = (name: string) =>
    createPage(fillIn(readFileSync(path.join(clientDir, 'site', `${name}.html`), 'utf8'), env));
  const pages = new Map<string, SitePage>(publicPaths.map((at) => [at, load(at === '/' ? 'home' : at.slice(1))]));
  const missing = load('404');
  return {
    handler: (request, response, next) => {
      const page = pages.get(request.path.replace(/(.)\/$/, '$1'));
      if (!page || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
      send(page, request, response).catch(next);
    },
    sendMissing: (request, response) => send(missing, request, response.status(404)),
  };
}

/** URL parsing has left no quote or bracket in them; an ampersand must not begin an entity. */
function fillIn(html: string, { publicUrl, SCHEDULING_URL, CONTACT_EMAIL }: SiteEnv): string {
  const inAttribute = (url: string) => new URL(url).href.replaceAll('&', '&amp;').replaceAll("'", '%27');
  return html
    .replaceAll(sitePlaceholders.schedulingUrl, inAttribute(SCHEDULING_URL))
    .replaceAll(sitePlaceholders.contact, CONTACT_EMAIL ?? 'the person or company that runs this service')
    .replaceAll(sitePlaceholders.publicUrl, inAttribute(publicUrl).replace(/\/$/, ''));
}

function createPage(html: string): SitePage {
  const text = Buffer.from(html);
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(text)]]);
  return {
    etag: sha256Bytes(text).toString('base64url').slice(0, 22),
    body(encoding) {
      const body = made.get(encoding) ?? compressors[encoding as keyof typeof compressors](text);
      made.set(encoding, body);
      return body;
    },
  };
}

async function send(page: SitePage, request: Request, response: Response): Promise<void> {
  // Browsers name gzip first; Brotli is the smaller of what they can read.
  const encoding = (['br', 'gzip'] as const).find((wanted) => request.acceptsEncodings(wanted)) ?? 'identity';
  response.vary('Accept-Encoding').set('Cache-Control', 'no-cache').set('ETag', `"${page.etag}-${encoding}"`);
  if (request.fresh && response.statusCode === 200) return void response.status(304).end();
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.type('html').send(await page.body(encoding));
}
