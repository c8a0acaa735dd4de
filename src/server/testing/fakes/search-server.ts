/**
 * A search vendor on 127.0.0.1: responds to each request with the body that a test has set, and records requests. As
 * SearXNG it serves a list of results, for tests of whole answers.
 */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { listen } from './free-port';

export interface RecordedSearch {
  method: string;
  path: string;
  parameters: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface SearchServer {
  baseUrl: string;
  requests: RecordedSearch[];
  /** Sent as JSON with status 200, unless it is a function. */
  answer: unknown;
  /** The response of a SearXNG instance with these results. */
  serve(...results: { url: string; title: string; content: string }[]): void;
  close(): Promise<void>;
}

export async function startSearchServer(): Promise<SearchServer> {
  const requests: RecordedSearch[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    requests.push({
      method: request.method ?? '',
      path: url.pathname,
      parameters: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    const { answer } = search;
    if (typeof answer === 'function') (answer as (response: ServerResponse) => void)(response);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  });
  const port = await listen(server);
  const search: SearchServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    requests,
    answer: { results: [] },
    serve(...results) {
      search.answer = { query: '', number_of_results: results.length, results };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return search;
}
