/** Servers whose readers can be slowed down or killed, and PDF files that are sent to them. */
import { createReaderPool } from '~/server/reading/pool/reader-pool';
import { startTestServer, type TestServer, type TestUser } from './test-server';

const pdf = 'application/pdf';

/** A server with the time limits of `pool` for its readers, so that a slow file takes the test little time. */
export async function startWithReaders(
  pool: Parameters<typeof createReaderPool>[0],
  options: Parameters<typeof startTestServer>[0] = {},
): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.deps.readers.close();
  server.deps.readers = createReaderPool(pool);
  return server;
}

/** Uploads a PDF file, claims it, and returns its id. */
export async function uploadPdf(server: TestServer, user: TestUser, name: string, bytes: Buffer): Promise<string> {
  const target = await user.call.uploads.create({ size: bytes.length, type: pdf });
  const base = await server.listen();
  const url = new URL(target.uploadURL, base);
  const address = url.pathname.startsWith('/objects/') ? `${base}${url.pathname}${url.search}` : url.href;
  const sent = await fetch(address, { method: 'PUT', body: new Uint8Array(bytes), headers: target.headers });
  if (!sent.ok) throw new Error(`the file was not taken: ${sent.status}`);
  return (await user.call.uploads.claim({ fileURL: target.uploadURL, name, type: pdf })).id;
}

/** The final states of a file. */
export const ended = ['ready', 'failed'];

/** How many of these files are in one of these states. */
export const countFiles = (server: TestServer, ids: string[], states: string[]): Promise<number> =>
  server.deps.db.storedObject.count({ where: { id: { in: ids }, readState: { in: states } } });
