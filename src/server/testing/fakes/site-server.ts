/** A web site for a test: pages by path, and its recorded requests. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { listen } from './free-port';

export type SitePage = string | Buffer | RequestListener;

export interface SiteServer {
  /** Without a trailing slash. */
  origin: string;
  /** In the format of FETCH_ALLOW_PRIVATE. */
  host: string;
  /** Pages by path; other paths return 404. */
  pages: Record<string, SitePage>;
  /** Every request except those for robots.txt. */
  requests: { path: string; headers: IncomingMessage['headers'] }[];
  close(): Promise<void>;
}

export async function startSite(pages: Record<string, SitePage> = {}): Promise<SiteServer> {
  const requests: SiteServer['requests'] = [];
  const respond = (request: IncomingMessage, response: ServerResponse<IncomingMessage> & { req: IncomingMessage }) => {
    const path = request.url ?? '/';
    if (path !== '/robots.txt') requests.push({ path, headers: request.headers });
    const page = site.pages[path];
    if (page === undefined) response.writeHead(404).end('Not found');
    else if (typeof page === 'function') page(request, response);
    else response.setHeader('content-type', 'text/html; charset=utf-8').end(page);
  };
  const server = createServer(respond);
  const port = await listen(server);
  const host = `127.0.0.1:${port}`;
  const site: SiteServer = {
    origin: `http://${host}`,
    host,
    pages,
    requests,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return site;
}
