import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestFolder } from '~/server/testing/test-folder';
import { until } from '~/server/testing/until';
import { publicFetch } from './public-fetch';
import { createNameResolver } from './resolve-name';

const folder = createTestFolder();
let hostsFile: string;
let server: Socket;
let servers: string[];
/** Queries that reached the name server. */
let asked = 0;
const never = new AbortController().signal;

beforeAll(async () => {
  hostsFile = path.join(folder, 'hosts');
  await writeFile(
    hostsFile,
    '# names of this machine\n127.0.0.1 localhost\n10.1.2.3\tintranet.example  intranet # ours\n',
  );
  // Responds for known.example and ignores every other query.
  server = createSocket('udp4');
  server.on('message', (question, from) => {
    asked++;
    const reply = replyTo(question);
    if (reply) server.send(reply, from.port, from.address);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', resolve));
  servers = [`127.0.0.1:${(server.address() as AddressInfo).port}`];
});
afterAll(() => void server.close());

/** One A record for known.example, and an empty response for its other types. */
function replyTo(question: Buffer): Buffer | null {
  if (!question.toString('latin1').includes('\x05known\x07example\0')) return null;
  const end = question.indexOf(0, 12) + 5;
  const isA = question.readUInt16BE(end - 4) === 1;
  const header = Buffer.from(question.subarray(0, 12));
  header.writeUInt16BE(0x8180, 2);
  header.writeUInt16BE(isA ? 1 : 0, 6);
  header.writeUInt32BE(0, 8);
  const record = Buffer.from('c00c00010001000000010004c6336407', 'hex');
  return Buffer.concat([header, question.subarray(12, end), ...(isA ? [record] : [])]);
}

describe('host names', () => {
  it('are resolved from the hosts file first, then by the name server', async () => {
    const resolve = createNameResolver({ servers, hostsFile });
    expect(await resolve('Intranet.example.', never)).toEqual([{ address: '10.1.2.3', family: 4 }]);
    expect(asked).toBe(0);
    expect(await resolve('known.example', never)).toEqual([{ address: '198.51.100.7', family: 4 }]);
    expect(asked).toBe(2);
  });

  it('with private addresses in the hosts file are rejected like others', async () => {
    const resolve = createNameResolver({ servers, hostsFile });
    const fetched = publicFetch('http://intranet.example/', { maxBytes: 10, timeoutMs: 1000, resolve });
    await expect(fetched).rejects.toMatchObject({ code: 'validation' });
  });

  it('without a response from a name server end with the timeout of the request, and block no thread', async () => {
    const resolve = createNameResolver({ servers, hostsFile, timeoutMs: 60_000 });
    const before = asked;
    const fetches = Array.from({ length: 12 }, (_, n) =>
      publicFetch(`http://slow-${n}.example/`, { maxBytes: 10, timeoutMs: 400, resolve }).catch((error) => error),
    );
    await until(() => asked >= before + 24);
    // The system's resolver needs one of four threads, so twelve waiting lookups would block this one.
    expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
    for (const error of await Promise.all(fetches)) expect(error).toMatchObject({ code: 'upstream' });
  });
});
