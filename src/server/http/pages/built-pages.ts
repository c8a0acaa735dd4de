/** Everything the build made for browsers: files with hashed names for ever, pages fresh each time. */
import path from 'node:path';
import express, { type RequestHandler } from 'express';
import type { Env } from '~/server/env';
import { pagePaths } from '~/shared/pages';
import { precompressed } from './precompressed';
import { siteFiles } from './site-files';
import { type SiteContent, sitePages } from './site-pages';

export function builtPages(clientDir: string, env: Env, content: SiteContent): RequestHandler {
  const pages = express.Router();
  const application = path.join(clientDir, 'index.html');
  const site = sitePages(clientDir, env, content);
  const assets = path.join(clientDir, 'assets');
  pages.use('/assets', precompressed(assets));
  pages.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', index: false }));
  pages.use('/assets', (_request, response) => void response.status(404).type('text').send('Not found'));
  pages.use(site.handler);
  pages.use(siteFiles(env));
  pages.use('/site', (request, response, next) => void site.sendMissing(request, response).catch(next));
  pages.use(precompressed(clientDir));
  pages.use(express.static(clientDir, { index: false, maxAge: '1h', redirect: false }));
  pages.get('/{*path}', (request, response, next) => {
    const isKnown = (pagePaths as readonly string[]).includes(request.path.replace(/(.)\/$/, '$1'));
    if (!isKnown) return void site.sendMissing(request, response).catch(next);
    response.set('Cache-Control', 'no-cache').sendFile(application);
  });
  return pages;
}
