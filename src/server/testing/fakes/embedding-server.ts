/**
 * An endpoint with /v1/embeddings and /v1/rerank whose vectors are derived from words: each word, or the concept it
 * belongs to, sets its own dimension, so texts on the same subject are similar without sharing a word.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { vi } from 'vitest';
import { listen } from './free-port';

export interface EmbeddingServer {
  baseUrl: string;
  /** The texts of each embedding request. */
  requests: { model: string; input: string[] }[];
  /** Number of reranked texts, by request. */
  reranked: number[];
  /** The result of the next requests: vectors, an error, or no response. */
  mode: 'work' | 'fail' | 'hang';
  dimensions: number;
  /** Longer texts are rejected, as by an endpoint that counts tokens. */
  longestText: number;
  /** The usage in a response; by default a token per word. */
  usage: ((texts: string[]) => unknown) | undefined;
  /** Synonyms, by concept. */
  concepts: Record<string, string>;
  close(): Promise<void>;
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const open = createServer(async (request, response) => {
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (server.mode === 'hang') return;
    if (server.mode === 'fail') return void reply(503, { error: { message: 'The model is being loaded.' } });
    if (request.url === '/v1/embeddings') return void reply(...(await embeddings(request, server)));
    if (request.url === '/v1/rerank') return void reply(...(await ranking(request, server)));
    reply(404, {});
  });
  const port = await listen(open);
  const server: EmbeddingServer = {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests: [],
    reranked: [],
    mode: 'work',
    dimensions: 64,
    longestText: Number.POSITIVE_INFINITY,
    usage: undefined,
    concepts: {},
    async close() {
      open.closeAllConnections();
      await new Promise((resolve) => open.close(resolve));
    },
  };
  return server;
}

/**
 * On a busy machine a test can stall for longer than a search waits. With this, time limits only end requests to a
 * server that hangs. Returns a function that undoes it.
 */
export function waitWhileWorking(server: () => EmbeddingServer | undefined): () => void {
  const { timeout } = AbortSignal;
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const factor = server()?.mode === 'hang' ? 1 : 30;
    return timeout.call(AbortSignal, factor * ms);
  });
  return () => spy.mockRestore();
}

async function embeddings(request: IncomingMessage, server: EmbeddingServer): Promise<[number, object]> {
  const body = (await json(request)) as { model: string; input: string[] };
  server.requests.push(body);
  if (body.input.some(({ length }) => length > server.longestText))
    return [400, { error: { message: 'The input is too long.' } }];
  const data = body.input.map((text, index) => ({ index, object: 'embedding', embedding: vectorOf(text, server) }));
  return [200, { object: 'list', model: body.model, data: data.reverse(), usage: usageOf(body.input, server) }];
}

const usageOf = (texts: string[], server: EmbeddingServer): unknown => {
  if (server.usage) return server.usage(texts);
  const prompt_tokens = texts.flatMap((text) => text.match(/\p{L}+/gu) ?? []).length;
  return { prompt_tokens, total_tokens: prompt_tokens };
};

/** Texts that share most words with the query come first. */
async function ranking(request: IncomingMessage, server: EmbeddingServer): Promise<[number, object]> {
  const { query, documents } = (await json(request)) as { query: string; documents: string[] };
  server.reranked.push(documents.length);
  const asked = new Set(wordsIn(query, server));
  const results = documents.map((text, index) => ({
    index,
    relevance_score: new Set(wordsIn(text, server).filter((word) => asked.has(word))).size,
  }));
  return [200, { results }];
}

const wordsIn = (text: string, { concepts }: EmbeddingServer): string[] =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => concepts[word] ?? word);

function vectorOf(text: string, server: EmbeddingServer): number[] {
  const vector = new Array<number>(server.dimensions).fill(0.001);
  for (const word of wordsIn(text, server)) {
    const place = createHash('sha256').update(word).digest().readUInt32BE(0) % server.dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}
