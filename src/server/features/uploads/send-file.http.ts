import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Deps } from '~/server/deps';
import { cutSlowReader } from '~/server/http/slow-readers';

/** Sends a stored file after its headers. `about` is logged if the response is not sent to its end. */
export async function sendFileBody(
  { store, logger }: Pick<Deps, 'store' | 'logger'>,
  response: Response,
  key: string,
  about: object,
): Promise<void> {
  const body = await store.read(key);
  cutSlowReader(response);
  await pipeline(body, response).catch((error) => {
    // The reader disconnected, or the storage failed: a broken download is clearer than an error text within a file.
    logger.debug({ err: error, ...about }, 'a file was not sent to its end');
    response.destroy();
  });
}
