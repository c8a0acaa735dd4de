/** A scripted price vendor on 127.0.0.1; the vendor's own file defines its responses. */
import { createServer, type ServerResponse } from 'node:http';
import { listen } from './free-port';

/** As traded on that day. A split is new shares for old ones. */
export interface VendorDay {
  day: string;
  close: number;
  split?: [number, number];
  dividend?: number;
}

export interface PriceWorld {
  readonly days: Map<string, VendorDay[]>;
  readonly prices: Map<string, number>;
  /** Sent instead of the next responses. */
  fault: { status: number; body: string; headers?: Record<string, string> } | undefined;
  readonly paths: string[];
}

export interface PriceVendorServer extends PriceWorld {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export async function startPriceVendorServer(
  respond: (world: PriceWorld, url: URL, response: ServerResponse) => unknown,
): Promise<PriceVendorServer> {
  const world: PriceWorld = { days: new Map(), prices: new Map(), paths: [], fault: undefined };
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    world.paths.push(url.pathname + url.search);
    if (!world.fault) return void respond(world, url, response);
    const { status, body, headers } = world.fault;
    response.writeHead(status, headers).end(body);
  });
  const port = await listen(server);
  return Object.assign(world, {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
