import { afterAll, beforeAll, expect, it } from 'vitest';
import { cookieOf, readResponse } from '~/server/testing/clients/http-client';
import { signUp, startTestServer, type TestServer, type TestUser } from '~/server/testing/worlds/test-server';
import { remoteImageHeader } from '~/shared/remote-image';

let server: TestServer;
let address: string;
let ada: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  address = await server.listen();
  ada = await signUp(server.deps);
});
afterAll(() => server.close());

const fromScript = { [remoteImageHeader.name]: remoteImageHeader.value };
/** For a URL that the server never connects to: requests that pass the checks fail for that reason. */
const ask = async (headers: Record<string, string>) =>
  readResponse(
    await fetch(`${address}/remote-image?url=${encodeURIComponent('http://127.0.0.1/x.png')}`, {
      headers: { cookie: cookieOf(ada.sessionToken), ...headers },
    }),
  );

it('fetches an image for a script of our own pages', async () => {
  const passed = await ask({ ...fromScript, 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' });
  expect(passed.message).not.toBe("You don't have permission to do this.");
  expect(passed.status).not.toBe(403);
  expect((await ask(fromScript)).status).toBe(passed.status);
});

it.each<Record<string, string>>([
  // As sent by an image element, with and without metadata.
  { 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'same-origin' },
  {},
  { ...fromScript, 'sec-fetch-dest': 'image' },
  // As sent by a link, a frame or a style.
  { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' },
  { ...fromScript, 'sec-fetch-dest': 'iframe' },
  { 'x-requested-with': 'XMLHttpRequest' },
  { ...fromScript, 'sec-fetch-site': 'cross-site' },
  { ...fromScript, origin: 'https://evil.example' },
])('rejects all other requests: %j', async (headers) => {
  expect(await ask(headers)).toMatchObject({ status: 403, message: "You don't have permission to do this." });
});
