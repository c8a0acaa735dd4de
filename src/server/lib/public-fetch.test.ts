import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '~/server/testing/fakes/free-port';
import { noWebAddresses, privateAddresses, withPort } from '~/server/testing/inputs/private-addresses';
import { isPublicAddress } from './public-address';
import { publicFetch } from './public-fetch';

const limits = { maxBytes: 1000, timeoutMs: 2000 };
const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  return listen(server);
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

describe('an address that is not public', () => {
  let hits = 0;
  const canary = () =>
    serve((_request, response) => {
      hits++;
      response.end('secret');
    });

  it.each([...privateAddresses, ...noWebAddresses])('is never requested: %s', async (address) => {
    const [url = ''] = withPort([address], await canary());
    await expect(publicFetch(url, limits)).rejects.toMatchObject({ code: 'validation' });
    expect(hits).toBe(0);
  });

  it('is not requested if one of a host’s addresses is private', async () => {
    const port = await canary();
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ];
    await expect(publicFetch(`http://mixed.example:${port}/`, { ...limits, resolve })).rejects.toMatchObject({
      code: 'validation',
    });
    expect(hits).toBe(0);
  });

  it('is not reached by a redirect from a permitted site', async () => {
    const port = await canary();
    const door = await serve((_request, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${port}/` }).end(),
    );
    const isAllowed = (address: string) => address === '127.0.0.1';
    await expect(publicFetch(`http://127.0.0.1:${door}/`, { ...limits, isAllowed })).rejects.toMatchObject({
      code: 'validation',
    });
    expect(hits).toBe(0);
  });
});

describe('public addresses', () => {
  it.each(['8.8.8.8', '::ffff:8.8.8.8', '::ffff:808:808', '2606:4700::1111', '172.32.0.1', '100.128.0.1'])(
    'are allowed: %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
});

describe('a response', () => {
  const isAllowed = () => true;

  it('arrives with its type, and the host is resolved only once', async () => {
    const port = await serve((_request, response) => response.setHeader('content-type', 'image/png').end('bytes'));
    let lookups = 0;
    const resolve = async () => {
      lookups++;
      return [{ address: '127.0.0.1', family: 4 }];
    };
    const response = await publicFetch(`http://pictures.example:${port}/a.png`, { ...limits, isAllowed, resolve });
    expect({ ...response, body: response.body.toString() }).toMatchObject({
      status: 200,
      url: `http://pictures.example:${port}/a.png`,
      body: 'bytes',
      contentType: 'image/png',
    });
    expect(lookups).toBe(1);
  });

  it.each<[string, RequestListener, string]>([
    ['too large', (_q, response) => response.end(Buffer.alloc(1001)), 'too_large'],
    ['missing', (_q, response) => response.writeHead(404).end(), 'upstream'],
    [
      'cut off',
      (_q, response) => response.writeHead(200, { 'content-length': '10' }).write('abc', () => response.destroy()),
      'upstream',
    ],
    ['a redirect loop', (_q, response) => response.writeHead(302, { location: '/again' }).end(), 'upstream'],
  ])('that is %s is an error with a message', async (_name, listener, code) => {
    const port = await serve(listener);
    await expect(publicFetch(`http://127.0.0.1:${port}/`, { ...limits, isAllowed })).rejects.toMatchObject({ code });
  });

  it('that never arrives is not awaited', async () => {
    const port = await serve(() => {});
    const shortTimeout = { ...limits, timeoutMs: 100, isAllowed };
    await expect(publicFetch(`http://127.0.0.1:${port}/`, shortTimeout)).rejects.toMatchObject({ code: 'upstream' });
  });
});
