/** A minimal upload route that treats signed links like the product's, for tests of object stores. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, errorTable } from '~/server/lib/errors';
import type { StoreHarness } from './contract-suite';

export interface UploadServer extends Pick<StoreHarness, 'send' | 'advance'> {
  readonly baseUrl: string;
  /** Resets the clock. */
  reset(): void;
  close(): void;
}

/** `receive` verifies the link of a request at the server's time and stores the body. */
export async function startUploadServer(
  receive: (request: IncomingMessage, now: Date) => Promise<void>,
): Promise<UploadServer> {
  let aheadMs = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    try {
      await receive(request, new Date(Date.now() + aheadMs));
      response.writeHead(204).end();
    } catch (error) {
      const status = error instanceof AppError ? errorTable[error.code].status : 500;
      response.writeHead(status, { connection: 'close' }).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    advance: (ms) => {
      aheadMs += ms;
    },
    send: async (url, body, headers) =>
      (await fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: headers ?? {} })).status,
    reset: () => {
      aheadMs = 0;
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
