/**
 * The public pages as the build rendered them. The URLs of this installation are filled in once, at start. Each page is
 * compressed at its first request and cached.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import type { Env } from '~/server/env';
import { builtPageBelow, withBasePath } from '~/server/http/base-path';
import { sha256Bytes } from '~/server/lib/hash';
import { type Retention, retentionWords } from '~/server/lib/retention-settings';
import { escapeHtml } from '~/shared/escape-html';
import { publicPaths } from '~/shared/pages';
import { sitePlaceholders } from '~/shared/site-placeholders';

type Encoding = 'br' | 'gzip' | 'identity';
type SiteEnv = Pick<Env, 'publicUrl' | 'basePath' | 'SCHEDULING_URL' | 'CONTACT_EMAIL'> & Retention;

interface SitePage {
  etag: string;
  body: (encoding: Encoding) => Promise<Buffer>;
}

const compressors = {
  br: (text: Buffer) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }) as Promise<Buffer>,
  gzip: (text: Buffer) => promisify(gzip)(text, { level: 9 }) as Promise<Buffer>,
};

/** Parts of pages that are known only at run time. Features provide them, because pages must not import features. */
export interface SiteContent {
  /** The published back-test on the home page; null without one. Returns quickly and never fails. */
  readClaim(): Promise<Claim | null>;
  /** Null for an unknown id. */
  readRun(id: string): Promise<Run | null>;
  /** The HTML rows of the services on the privacy page. Never fails. */
  readProcessors(): Promise<string>;
}
interface Claim {
  figure: string;
  tone: 'gain' | 'loss';
  period: string;
  id: string;
}
interface Run {
  title: string;
  description: string;
  html: string;
}

/** Serves the public paths; every other request goes on to `next`. `sendMissing` sends the page for unknown paths. */
export function sitePages(
  clientDir: string,
  env: SiteEnv,
  content: SiteContent,
): { handler: RequestHandler; sendMissing: (request: Request, response: Response) => Promise<void> } {
  const read = (name: string) => fillIn(readFileSync(path.join(clientDir, 'site', `${name}.html`), 'utf8'), env);
  const pages = new Map<string, SitePage>(
    publicPaths.filter((at) => at !== '/').map((at) => [at, createPage(read(at.slice(1)))]),
  );
  const missing = createPage(read('404'));
  const homeOf = memoized(read('home'), withClaim);
  const privacyOf = memoized(read('privacy'), (html, rows: string) =>
    html.replaceAll(sitePlaceholders.processors, () => rows),
  );
  const frame = read('back-test');
  const pageAt = async (at: string): Promise<SitePage | undefined> => {
    if (at === '/') return homeOf(await content.readClaim());
    if (at === '/privacy') return privacyOf(await content.readProcessors());
    const [, id] = /^\/back-tests\/([\w-]{36})$/.exec(at) ?? [];
    const run = id === undefined ? null : await content.readRun(id);
    return run
      ? createPage(withRun(frame, id as string, { ...run, html: withBasePath(run.html, env.basePath) }))
      : pages.get(at);
  };
  return {
    handler: async (request, response, next) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return next();
      const page = await pageAt(request.path.replace(/(.)\/$/, '$1'));
      if (!page) return next();
      await send(page, request, response);
    },
    sendMissing: (request, response) => send(missing, request, response.status(404)),
  };
}

/** Each page is compressed once, and cached until its content changes. */
function memoized<Content>(html: string, withContent: (html: string, content: Content) => string) {
  let made: { key: string; page: SitePage } | undefined;
  return (content: Content): SitePage => {
    const key = JSON.stringify(content);
    if (made?.key !== key) made = { key, page: createPage(withContent(html, content)) };
    return made.page;
  };
}

function withClaim(html: string, claim: Claim | null): string {
  const { without, with: chosen, ...places } = sitePlaceholders.claim;
  const dropped = claim ? without : chosen;
  const kept = claim ? chosen : without;
  const from = html.indexOf(dropped.start);
  const to = html.indexOf(dropped.end);
  const shown = from < 0 || to < 0 ? html : html.slice(0, from) + html.slice(to + dropped.end.length);
  const text = shown.replace(kept.start, '').replace(kept.end, '');
  if (!claim) return text;
  return text
    .replaceAll(places.figure, claim.figure)
    .replaceAll(places.tone, claim.tone)
    .replaceAll(places.period, claim.period)
    .replaceAll(places.path, `/${claim.id}`);
}

/** The content is inserted last, so that nothing in it is taken for a placeholder. */
function withRun(frame: string, id: string, { title, description, html }: Run): string {
  const places = sitePlaceholders.run;
  return frame
    .replaceAll(places.path, `/${id}`)
    .replaceAll(places.title, () => escapeHtml(title))
    .replaceAll(places.description, () => escapeHtml(description))
    .replace(places.content, () => html);
}

/** URL parsing has removed quotes and brackets; an ampersand must not start an entity. */
function fillIn(html: string, { publicUrl, basePath, SCHEDULING_URL, CONTACT_EMAIL, ...retention }: SiteEnv): string {
  const inAttribute = (url: string) => new URL(url).href.replaceAll('&', '&amp;').replaceAll("'", '%27');
  return builtPageBelow(html, basePath)
    .replaceAll(sitePlaceholders.schedulingUrl, inAttribute(SCHEDULING_URL))
    .replaceAll(sitePlaceholders.contact, CONTACT_EMAIL ?? 'the person or company that runs this service')
    .replaceAll(sitePlaceholders.retention, retentionWords(retention))
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
  // Browsers list gzip first, but Brotli is smaller.
  const encoding = (['br', 'gzip'] as const).find((wanted) => request.acceptsEncodings(wanted)) ?? 'identity';
  response.vary('Accept-Encoding').set('Cache-Control', 'no-cache').set('ETag', `"${page.etag}-${encoding}"`);
  if (request.fresh && response.statusCode === 200) return void response.status(304).end();
  if (encoding !== 'identity') response.set('Content-Encoding', encoding);
  response.type('html').send(await page.body(encoding));
}
