/** Serves the files of published back-tests, and their pages if no build has written a page frame. */
import { type RequestHandler, Router } from 'express';
import type { Deps } from '~/server/deps';
import { htmlStyle } from '~/server/features/exports/html-style';
import { AppError } from '~/server/lib/errors';
import { escapeHtml } from '~/shared/escape-html';
import { uuid } from '~/shared/schemas/text';
import { readPublished, readPublishedPrices } from './published-backtests';
import { type RunPage, runPage, tradesFile } from './run-page';

/** With `isDevelopment` there is no built frame, so a plain page is sent. */
export function publishedRunFiles(deps: Deps, { isDevelopment }: { isDevelopment: boolean }): Router {
  const router = Router();
  const limit: RequestHandler = async (request, response, next) => {
    if (!uuid.safeParse(request.params.id).success) return next('route');
    await deps.rateLimiter.consume('trackRecordByAddress', request.ip ?? '');
    response.set('Cache-Control', 'no-cache');
    next();
  };
  const send = (name: string, type: string, read: (id: string) => Promise<string | null>) =>
    router.get(`/back-tests/:id/${name}`, limit, async (request, response, next) => {
      const text = await unlessUnknown(read(String(request.params.id)));
      if (text === null) return next();
      response.attachment(name).type(type).send(text);
    });
  send('run.json', 'application/json', async (id) => (await readPublished(deps, id)).text);
  send('trades.csv', 'text/csv', async (id) => tradesFile((await readPublished(deps, id)).run));
  send('prices.csv', 'text/csv', (id) => readPublishedPrices(deps, id));
  if (isDevelopment)
    router.get('/back-tests/:id', limit, async (request, response, next) => {
      const page = await readRunPage(deps, String(request.params.id));
      if (!page) return next();
      response.type('html').send(plainPage(page));
    });
  return router;
}

/** Null if the back-test was never published or is no longer published. */
export async function readRunPage(deps: Deps, id: string): Promise<RunPage | null> {
  if (!uuid.safeParse(id).success) return null;
  return unlessUnknown(readPublished(deps, id).then(({ summary, run }) => runPage(summary, run)));
}

async function unlessUnknown<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null;
    throw error;
  }
}

const plainPage = ({ title, html }: RunPage) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${htmlStyle}</style></head><body><main>${html}</main></body></html>`;
