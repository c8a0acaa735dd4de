/**
 * An installation below a path, such as https://tools.example.com/insight. The path is removed from each incoming
 * request, so that all other code works as at the root, and added to each URL that is sent.
 */
import type { RequestHandler, Response } from 'express';
import type { Env } from '~/server/env';
import { AppError } from '~/server/lib/errors';

type BasePathEnv = Pick<Env, 'basePath'>;

/** The request's URL below the base path; null outside of it. The path itself, without a slash, counts as inside. */
export function urlBelow(basePath: string, url: string): string | null {
  if (!url.startsWith(basePath)) return null;
  const rest = url.slice(basePath.length);
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : null;
}

/**
 * Removes the base path, also for logs, metrics and link signatures. Requests outside of it pass through unchanged,
 * because probes and metrics reach the port without a proxy.
 */
export function enterBasePath({ basePath }: BasePathEnv): RequestHandler {
  return (request, response, next) => {
    if (basePath === '') return next();
    const url = urlBelow(basePath, request.url);
    if (url === null) response.locals.isOutside = true;
    else {
      request.url = url;
      request.originalUrl = url;
      sendPagesBelow(basePath, response);
    }
    next();
  };
}

/** Mounted after the probes and metrics. */
export const rejectOutside: RequestHandler = (_request, response, next) => {
  if (response.locals.isOutside) throw new AppError('not_found', 'Not found.');
  next();
};

/**
 * HTML that the server renders contains paths from the root. Downloads stay as they are, because hashes may cover them.
 */
function sendPagesBelow(basePath: string, response: Response): void {
  const send = response.send.bind(response);
  const isPage = () =>
    String(response.getHeader('Content-Type')).startsWith('text/html') && !response.hasHeader('Content-Disposition');
  response.send = (body) => send(typeof body === 'string' && isPage() ? withBasePath(body, basePath) : body);
}

/**
 * The page with the base path added to the URLs in its attributes. Text cannot match, because every quote in it is
 * escaped.
 */
export const withBasePath = (html: string, basePath: string): string =>
  basePath === '' ? html : html.replace(/(\s(?:href|src|action)=")\/(?!\/)/g, `$1${basePath}/`);

/** A page of the build: its scripts read the base path from it, and its styles load files. */
export const builtPageBelow = (html: string, basePath: string): string =>
  basePath === ''
    ? html
    : withBasePath(html, basePath)
        .replace('<html ', `<html data-base="${basePath}" `)
        .replaceAll('url(/assets/', `url(${basePath}/assets/`);
