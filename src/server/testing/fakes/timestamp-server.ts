/** A timestamp authority on 127.0.0.1 with its own certificates; signs with `openssl ts`. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from './find-program';
import { listen } from './free-port';

export const openssl = findProgram('openssl');

export interface TimestampServer {
  readonly url: string;
  /** The certificate to trust, for `openssl ts -verify -CAfile`. */
  readonly caFile: string;
  /** Sent instead of a signed response. */
  fault: { status: number; body: Buffer } | undefined;
  /** Modifies a signed response before it is sent. */
  edit: ((reply: Buffer) => void) | undefined;
  readonly requests: Buffer[];
  close(): Promise<void>;
}

const settings = `
[tsa]
default_tsa = authority
[authority]
serial = ./serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
[signer]
extendedKeyUsage = critical,timeStamping
`;

export async function startTimestampServer(): Promise<TimestampServer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'timestamp-authority-'));
  const run = (...words: string[]) => promisify(execFile)(openssl ?? 'openssl', words, { cwd: folder });
  await writeFile(path.join(folder, 'tsa.cnf'), settings);
  await writeFile(path.join(folder, 'serial'), '01\n');
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  await run('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '3650', '-subj', '/CN=Test CA');
  await run('req', ...key, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test authority');
  const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '3650'];
  const purpose = ['-extfile', 'tsa.cnf', '-extensions', 'signer'];
  await run('x509', '-req', '-in', 'tsa.csr', ...issuer, ...purpose, '-out', 'tsa.pem');
  const world: Pick<TimestampServer, 'fault' | 'edit' | 'requests'> = {
    fault: undefined,
    edit: undefined,
    requests: [],
  };
  const reply = async (query: Buffer) => {
    await writeFile(path.join(folder, 'query.tsq'), query);
    await run('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr');
    const body = await readFile(path.join(folder, 'reply.tsr'));
    world.edit?.(body);
    return { status: 200, body };
  };
  // One at a time, because they share files.
  let last: Promise<unknown> = Promise.resolve();
  const server = createServer((request, response) => {
    last = last.then(async () => {
      const query = await bodyOf(request);
      world.requests.push(query);
      const { status, body } = world.fault ?? (await reply(query));
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
    });
  });
  const port = await listen(server);
  return Object.assign(world, {
    url: `http://127.0.0.1:${port}/tsr`,
    caFile: path.join(folder, 'ca.pem'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
