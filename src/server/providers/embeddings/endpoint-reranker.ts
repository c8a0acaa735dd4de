/** Reranks texts with any endpoint that has `/rerank`, such as Jina, Cohere, vLLM, llama.cpp and Infinity. */
import { z } from 'zod';
import { addressBelow, requestJson } from '~/server/providers/llm/endpoint-json';
import type { EndpointConnection } from './endpoint-embedder';
import { assertAccepted } from './response-status';
import type { Reranker } from './types';

const response = z.object({
  results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })),
});

export function createReranker(connection: EndpointConnection, model: string): Reranker {
  return {
    model,
    async rank(query, documents, signal) {
      const url = addressBelow(connection.baseUrl, '/rerank');
      const { status, body } = await requestJson(connection, url, signal, {
        model,
        query,
        documents,
        top_n: documents.length,
      });
      assertAccepted(status, body);
      const { results } = response.parse(body);
      const known = results.filter(({ index }) => index < documents.length);
      return [...new Map(known.map((one) => [one.index, one])).values()]
        .sort((a, b) => b.relevance_score - a.relevance_score)
        .map(({ index }) => index);
    },
  };
}
