/** The shortest route that does what the product's does with a signed link, for the tests of stores. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, errorTable } from '~/server/lib/errors';
import type { StoreHarness } from './contract-suite';

export interface UploadServer extends Pick<StoreHarness, 'send' | 'advance'> {
  readonly baseUrl: string;
  /** Sets the clock right again. */
  reset(): void;
  close(): void;
}

/** `receive` verifies the link of a request at that time, and stores its body. */
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
