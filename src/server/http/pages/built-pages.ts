/**
 * Serves everything that the build made for browsers: files with hashed names are cached forever, pages are revalidated
 * each time.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler, type Response } from 'express';
import type { Env } from '~/server/env';
import { builtPageBelow } from '~/server/http/base-path';
import { pagePaths } from '~/shared/pages';
import { builtAssets } from './built-assets';
import { precompressed } from './precompressed';
import { siteFiles } from './site-files';
import { type SiteContent, sitePages } from './site-pages';

export function builtPages(clientDir: string, env: Env, content: SiteContent): RequestHandler {
  const pages = express.Router();
  const application = applicationPage(path.join(clientDir, 'index.html'), env);
  const site = sitePages(clientDir, env, content);
  const assets = path.join(clientDir, 'assets');
  pages.use('/assets', builtAssets(assets));
  pages.use('/assets', express.static(assets, { immutable: true, maxAge: '1y', index: false }));
  pages.use('/assets', (_request, response) => void response.status(404).type('text').send('Not found'));
  pages.use(site.handler);
  pages.use(siteFiles(env));
  pages.use('/site', (request, response, next) => void site.sendMissing(request, response).catch(next));
  if (env.basePath !== '') pages.get('/manifest.webmanifest', manifestBelow(clientDir, env));
  pages.use(precompressed(clientDir));
  pages.use(express.static(clientDir, { index: false, maxAge: '1h', redirect: false }));
  pages.get('/{*path}', (request, response, next) => {
    const isKnown = (pagePaths as readonly string[]).includes(request.path.replace(/(.)\/$/, '$1'));
    if (!isKnown) return void site.sendMissing(request, response).catch(next);
    application(response.set('Cache-Control', 'no-cache'));
  });
  return pages;
}

/** Sends the page of the application. Below a path, the page contains that path. */
function applicationPage(file: string, { basePath }: Env): (response: Response) => void {
  if (basePath === '') return (response) => response.sendFile(file);
  // As bytes, because the base path would be added to a string again.
  const page = Buffer.from(builtPageBelow(readFileSync(file, 'utf8'), basePath));
  return (response) => void response.type('html').send(page);
}

/** The build's manifest contains paths from the root. */
function manifestBelow(clientDir: string, { basePath }: Env): RequestHandler {
  const text = readFileSync(path.join(clientDir, 'manifest.webmanifest'), 'utf8').replaceAll('"/', `"${basePath}/`);
  return (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600').type('application/manifest+json').send(text);
  };
}
