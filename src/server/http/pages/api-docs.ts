/** /api/docs: the OpenAPI document as an interactive page. All its files are served locally. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { Env } from '~/server/env';
import { brand } from '~/shared/brand';

const viewerFiles = ['swagger-ui.css', 'swagger-ui-bundle.js'];

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${brand.company} API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body style="margin: 0; background: #fff">
<div id="document"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** Without a validator, which would send a request to another server. */
const start = (basePath: string) => `SwaggerUIBundle({
  url: '${basePath}/api/openapi.json',
  dom_id: '#document',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

export function apiDocs({ basePath }: Pick<Env, 'basePath'>): Router {
  const viewer = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  const router = Router();
  router.get('/', (_request, response) => void response.type('html').send(page));
  router.get('/start.js', cacheForAnHour, (_request, response) => void response.type('js').send(start(basePath)));
  for (const name of viewerFiles) {
    router.get(`/${name}`, cacheForAnHour, (_request, response) => response.sendFile(name, { root: viewer }));
  }
  return router;
}

const cacheForAnHour: RequestHandler = (_request, response, next) => {
  response.set('Cache-Control', 'public, max-age=3600');
  next();
};
