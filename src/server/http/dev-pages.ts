import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { Env } from '~/server/env';
import { isPublicPath, pagePaths } from '~/shared/pages';
import { siteFiles } from './pages/site-files';

/** Screens of the application, and the UI gallery, which exists in development only. */
const applicationPaths: readonly string[] = [...pagePaths, '/dev/ui'];

/** Serves pages from the sources with hot reloading, on the server's own port. */
export async function createDevPages(root: string, server: Server, env: Env): Promise<RequestHandler> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const router = Router();
  router.use(vite.middlewares);
  router.use(siteFiles(env));
  router.get('/{*path}', async (request, response) => {
    const page = await readFile(path.join(root, 'src/client/index.html'), 'utf8');
    const isApplication = applicationPaths.includes(request.path);
    const shown = isApplication
      ? page
      : page.replace('/main.tsx', '/site/main.ts').replace('</head>', `${addresses(env)}</head>`);
    response
      .status(isApplication || isPublicPath(request.path) ? 200 : 404)
      .type('html')
      .send(await vite.transformIndexHtml(request.originalUrl, shown));
  });
  return router;
}

/** Values that built pages contain already; pages rendered in the browser read them from here. */
const addresses = ({ SCHEDULING_URL }: Env) =>
  `<meta name="scheduling-url" content="${new URL(SCHEDULING_URL).href.replaceAll('&', '&amp;')}" />`;
