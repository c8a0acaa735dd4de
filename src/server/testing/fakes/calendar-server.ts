/**
 * An OpenTimestamps calendar on 127.0.0.1, and a parser of .ots files. Both are independent implementations, so that
 * tests compare the product's code with another one.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { listen } from './free-port';

export interface CalendarServer {
  readonly url: string;
  /** Sent instead of any response. */
  fault: { status: number; body: Buffer } | undefined;
  /** Method and path of each request. */
  readonly requests: string[];
  readonly submitted: Buffer[];
  /** Puts all submitted hashes into a block; returns the root of its Merkle tree in hex. */
  mine(block: number): string;
  close(): Promise<void>;
}

/** The settings of a server that uses these calendars. */
export const calendarSettings = (...calendars: CalendarServer[]) => ({
  OPENTIMESTAMPS_CALENDARS: calendars.map(({ url }) => url).join(', '),
  FETCH_ALLOW_PRIVATE: calendars.map(({ url }) => new URL(url).host).join(', '),
});

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const bytes = (...parts: (number | string | Buffer)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'number' ? Buffer.from([part]) : typeof part === 'string' ? Buffer.from(part, 'hex') : part,
    ),
  );
const sized = (content: Buffer) => bytes(content.length, content);
const pendingTag = '83dfe30d2ef90c8e';
const bitcoinTag = '0588960d73d71901';

export async function startCalendarServer(): Promise<CalendarServer> {
  const commitments = new Set<string>();
  const mined = new Map<string, Buffer>();
  let url = '';

  function submit(digest: Buffer): Buffer {
    const [time, salt] = [Buffer.from('5f5e1000', 'hex'), Buffer.from('0102030405060708', 'hex')];
    const commitment = bytes(time, sha256(digest), salt);
    commitments.add(commitment.toString('hex'));
    return bytes(8, 0xf1, sized(time), 0xf0, sized(salt), 0, pendingTag, sized(sized(Buffer.from(url))));
  }

  function mine(block: number): string {
    const height = bytes((block & 0x7f) | 0x80, ((block >> 7) & 0x7f) | 0x80, block >> 14);
    let root = '';
    for (const commitment of commitments) {
      const sibling = Buffer.alloc(32, 7);
      root = sha256(sha256(bytes(sibling, sha256(Buffer.from(commitment, 'hex'))))).toString('hex');
      mined.set(commitment, bytes(8, 0xf1, sized(sibling), 8, 8, 0, bitcoinTag, sized(height)));
    }
    return root;
  }

  const world: Pick<CalendarServer, 'fault' | 'requests' | 'submitted'> = {
    fault: undefined,
    requests: [],
    submitted: [],
  };
  async function answerTo(request: IncomingMessage): Promise<{ status: number; body: Buffer }> {
    world.requests.push(`${request.method} ${request.url}`);
    const body = await bodyOf(request);
    if (world.fault) return world.fault;
    if (request.method === 'POST' && request.url === '/digest' && body.length === 32) {
      world.submitted.push(body);
      return { status: 200, body: submit(body) };
    }
    const [, commitment = ''] = /^\/timestamp\/([0-9a-f]+)$/.exec(request.url ?? '') ?? [];
    const proof = mined.get(commitment);
    if (proof) return { status: 200, body: proof };
    const words = commitments.has(commitment) ? 'Pending confirmation in Bitcoin blockchain' : 'Commitment not found';
    return { status: 404, body: Buffer.from(words) };
  }
  const server = createServer(async (request, response) => {
    const { status, body } = await answerTo(request);
    response.writeHead(status, { 'content-type': 'application/octet-stream' }).end(body);
  });
  const port = await listen(server);
  url = `http://127.0.0.1:${port}`;
  return Object.assign(world, {
    url,
    mine,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The content of an .ots file with one path: its hash, and the results of its operations. */
export function replay(file: Buffer): { hash: string; message: string; attestation: string } {
  const text = file.toString('hex');
  const header = `${Buffer.from('\0OpenTimestamps\0\0Proof\0', 'latin1').toString('hex')}bf89e2e884e892940108`;
  if (!text.startsWith(header)) throw new Error('not an .ots file with a SHA-256');
  const start = header.length / 2;
  const hash = file.subarray(start, start + 32);
  let [at, message] = [start + 32, hash];
  for (;;) {
    const tag = file[at++];
    if (tag === 8) message = sha256(message);
    else if (tag === 0xf0 || tag === 0xf1) {
      const argument = file.subarray(at + 1, at + 1 + (file[at] ?? 0));
      at += 1 + argument.length;
      message = tag === 0xf0 ? bytes(message, argument) : bytes(argument, message);
    } else if (tag === 0) {
      const kind = file.subarray(at, at + 8).toString('hex');
      const payload = file.subarray(at + 9);
      if (payload.length !== file[at + 8]) throw new Error('more than one path');
      const block = [...payload].reduce((sum, byte, index) => sum + (byte & 0x7f) * 128 ** index, 0);
      const attestation = kind === bitcoinTag ? `block ${block}` : `pending ${payload.subarray(1).toString('latin1')}`;
      return { hash: hash.toString('hex'), message: message.toString('hex'), attestation };
    } else throw new Error(`unknown operation ${tag}`);
  }
}
