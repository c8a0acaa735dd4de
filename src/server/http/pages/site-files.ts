/** Small files for crawlers and security researchers; they contain URLs known only at run time. */

import { type RequestHandler, Router } from 'express';
import type { Env } from '~/server/env';
import { escapeHtml } from '~/shared/escape-html';
import { publicPaths } from '~/shared/pages';
import { dayMs } from '~/shared/utc-day';

/** RFC 9116 requires an expiry date. */
const securityDays = 180;
/** These need a sign-in or have no content. */
const closedPaths = [
  '/api/',
  '/trpc/',
  '/objects/',
  '/qchat',
  '/settings',
  '/admin-setup',
  '/knowledge',
  '/collections',
];

export function siteFiles({
  publicUrl,
  basePath,
  CONTACT_EMAIL,
}: Pick<Env, 'publicUrl' | 'basePath' | 'CONTACT_EMAIL'>): RequestHandler {
  const files = Router();
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...publicPaths, '/track-record'].map((path) => `  <url><loc>${escapeHtml(publicUrl + path)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');
  const robots = [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${basePath}${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
  const contact = CONTACT_EMAIL ? `mailto:${CONTACT_EMAIL}` : `${publicUrl}/terms`;
  const security = () =>
    [
      `Contact: ${contact}`,
      `Expires: ${new Date(Date.now() + securityDays * dayMs).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${publicUrl}/.well-known/security.txt`,
      '',
    ].join('\n');
  const send = (at: string | string[], type: string, text: () => string) =>
    files.get(at, (_request, response) => void response.set('Cache-Control', 'max-age=3600').type(type).send(text()));
  send('/sitemap.xml', 'application/xml', () => sitemap);
  send('/robots.txt', 'text/plain', () => robots);
  send(['/.well-known/security.txt', '/security.txt'], 'text/plain', security);
  return files;
}
