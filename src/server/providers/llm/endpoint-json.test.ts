import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { requestJson } from './endpoint-json';

/** A server that sends `start`, if any, and then nothing more. */
async function silentServer(start?: string): Promise<URL> {
  const server = createServer((_, response) => {
    if (start !== undefined) response.write(start);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${await listen(server)}/v1/models`);
}

it.each([
  ['before the response', undefined],
  ['within the response', '{"data":['],
])('rejects with the reason of its signal after a silence %s', async (_, start) => {
  const url = await silentServer(start);
  const connection = { apiKey: '', baseUrl: url.origin, headers: {}, proxyUrl: '' };
  const asked = requestJson(connection, url, AbortSignal.timeout(200));
  await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
});
