import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { createHttpPost, readText } from './http-post';

/** A certificate for this test: localhost, valid until 2126. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeHQLCzhx4QV0KU31
hO85SEHMttes1pj1Q/bOgItJxVyhRANCAARzdwF72Ch4AahPH7nMYYsDX7/za/HV
yScTF7HTtjpMNumol5RCOgbABtYTzPHMyOwVRqmjCGto6xQWJDyIXgI4
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUJJaYs77BoTmgu32s5thFWqmJGp8wCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDIyMzUzOFoYDzIxMjYxMDI3
MjIzNTM4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARzdwF72Ch4AahPH7nMYYsDX7/za/HVyScTF7HTtjpMNumol5RCOgbA
BtYTzPHMyOwVRqmjCGto6xQWJDyIXgI4o28wbTAdBgNVHQ4EFgQUCX1ps20pxtsm
1wlW1sQ814nNNh0wHwYDVR0jBBgwFoAUCX1ps20pxtsm1wlW1sQ814nNNh0wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhANss62m2PpDZM/i8z1xX4RNg3LRD2Q4jO9pgvqUR28BOAiB+
xvMq3rWS1e4Y7DgRB/EOLr0sP45pk3q3vMyOIgYF6g==
-----END CERTIFICATE-----`;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

async function serve(listener: RequestListener, isSecure = false): Promise<string> {
  const server = isSecure ? createSecureServer({ key, cert }, listener) : createServer(listener);
  const port = await listen(server);
  closers.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return `${isSecure ? 'https' : 'http'}://127.0.0.1:${port}/`;
}

const post = (url: string, body = '') => ({ url: new URL(url), headers: {}, body });

describe('a post on node:http', () => {
  it('sends headers and body, and returns status, headers and text', async () => {
    const url = await serve(async (req, res) => {
      let body = '';
      for await (const chunk of req) body += chunk;
      res.writeHead(201, { 'x-method': req.method, 'x-length': req.headers['content-length'] });
      res.end(`${req.headers['x-ask']} ${body}`);
    });
    const message = await createHttpPost()({ ...post(url, 'Grüße'), headers: { 'X-Ask': 'yes' } });
    expect(message.statusCode).toBe(201);
    expect([message.headers['x-method'], message.headers['x-length']]).toEqual(['POST', '7']);
    expect(await readText(message)).toBe('yes Grüße');
  });

  it('returns the body of an error', async () => {
    const url = await serve((_, res) => void res.writeHead(429, { 'retry-after': '3' }).end('{"error":"slow"}'));
    const message = await createHttpPost()(post(url));
    expect([message.statusCode, message.headers['retry-after']]).toEqual([429, '3']);
    expect(await readText(message)).toBe('{"error":"slow"}');
  });

  it('reads only the start of a long error', async () => {
    const url = await serve((_, res) => void res.writeHead(500).end('x'.repeat(4 << 20)));
    const message = await createHttpPost()(post(url));
    expect((await readText(message)).length).toBeLessThan(1 << 20);
  });

  it.each([307, 308])('follows a redirect (%i) within the origin with the same headers and body', async (status) => {
    const url = await serve(async (req, res) => {
      if (req.url === '/') return void res.writeHead(status, { location: '/new/' }).end('Moved');
      res.end(`${req.method} ${req.url} ${req.headers.authorization} ${await textOf(req)}`);
    });
    const message = await createHttpPost()({ ...post(url, 'Hello'), headers: { Authorization: 'Bearer key' } });
    expect(await textOf(message)).toBe('POST /new/ Bearer key Hello');
  });

  it.each([301, 302, 303])('does not follow a redirect (%i) that would drop the body', async (status) => {
    const visited: (string | undefined)[] = [];
    const url = await serve((req, res) => {
      visited.push(req.url);
      res.writeHead(status, { location: '/elsewhere' }).end();
    });
    expect((await createHttpPost()(post(url))).statusCode).toBe(status);
    expect(visited).toEqual(['/']);
  });

  it('sends nothing to another origin', async () => {
    const other = await serve(() => expect.unreachable());
    const url = await serve((_, res) => void res.writeHead(307, { location: `${other}new` }).end());
    const { origin } = new URL(other);
    await expect(createHttpPost()(post(url))).rejects.toMatchObject({ name: 'CrossOriginRedirect', origin });
  });

  it('stops a redirect loop', async () => {
    let requests = 0;
    const url = await serve((_, res) => {
      requests += 1;
      res.writeHead(308, { location: '/' }).end();
    });
    expect((await createHttpPost()(post(url))).statusCode).toBe(308);
    expect(requests).toBe(4);
  });

  it('sends nothing if it is already aborted', async () => {
    const url = await serve(() => expect.unreachable());
    await expect(createHttpPost()(post(url), AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('closes the socket if aborted before the headers', async () => {
    const abort = new AbortController();
    const closed = withResolvers();
    const url = await serve((_, res) => {
      res.once('close', closed.resolve);
      abort.abort();
    });
    await expect(createHttpPost()(post(url), abort.signal)).rejects.toMatchObject({ name: 'AbortError' });
    await closed.promise;
  });

  it('closes the socket if aborted in the middle of the body', async () => {
    const abort = new AbortController();
    const closed = withResolvers();
    const url = await serve((_, res) => {
      res.once('close', closed.resolve);
      res.write('first');
    });
    const message = await createHttpPost()(post(url), abort.signal);
    const read = async () => {
      for await (const chunk of message as AsyncIterable<Buffer>) {
        expect(chunk.toString()).toBe('first');
        abort.abort();
      }
    };
    await expect(read()).rejects.toThrow();
    await closed.promise;
  });

  it('reports a refused connection', async () => {
    const url = await serve(() => {});
    for (const close of closers.splice(0)) close();
    await expect(createHttpPost()(post(url))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('retries when the server has closed the kept-alive socket', async () => {
    let requests = 0;
    const url = await serve((req, res) => {
      requests += 1;
      if (requests === 2) return void req.socket.resetAndDestroy();
      res.end(String(requests));
    });
    const send = createHttpPost();
    expect(await readText(await send(post(url)))).toBe('1');
    expect(await readText(await send(post(url)))).toBe('3');
  });

  it('connects over HTTPS only to a trusted server', async () => {
    const url = await serve((_, res) => void res.end('secret'), true);
    expect(await readText(await createHttpPost({ ca: cert })(post(url)))).toBe('secret');
    await expect(createHttpPost()(post(url))).rejects.toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  });
});

function withResolvers() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}
