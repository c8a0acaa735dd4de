import { readFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';

/** Pages straight from the sources, reloading themselves on change, on the server's own port. */
export async function createDevPages(root: string, server: Server): Promise<RequestHandler> {
  const { createServer } = await import('vite');
  const vite = await createServer({
    configFile: path.join(root, 'vite.config.ts'),
    server: { middlewareMode: true, hmr: { server } },
    appType: 'custom',
  });
  const router = Router();
  router.use(vite.middlewares);
  router.get('/{*path}', async (request, response) => {
    const page = await readFile(path.join(root, 'src/client/index.html'), 'utf8');
    response.type('html').send(await vite.transformIndexHtml(request.originalUrl, page));
  });
  return router;
}
