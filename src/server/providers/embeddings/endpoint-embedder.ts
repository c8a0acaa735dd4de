/** Embeddings from any endpoint with OpenAI's `/embeddings`. */
import { z } from 'zod';
import { addressBelow, requestJson } from '~/server/providers/llm/endpoint-json';
import type { OpenAiSettings } from '~/server/providers/llm/openai-endpoint';
import { prefixesOf } from './prefixes';
import { assertAccepted } from './response-status';
import { type Embedded, type Embedder, TextRejected } from './types';

/** The start of a longer query is enough: only texts up to this length are embedded. */
const maxCharacters = 8000;
/** The maximum dimension that pgvector supports. */
const maxDimensions = 16_000;
/** More tokens than the texts of one request can have. */
const maxTokens = 2_000_000;

export type EndpointConnection = Pick<OpenAiSettings, 'apiKey' | 'baseUrl' | 'headers' | 'proxyUrl'>;

/** Some endpoints report nothing, or zero. Implausible usage does not invalidate the vectors. */
const tokenCount = z.int().min(1).max(maxTokens).optional().catch(undefined);

const response = z.object({
  usage: z.object({ prompt_tokens: tokenCount, total_tokens: tokenCount }).optional().catch(undefined),
  data: z.array(z.object({ index: z.int().optional(), embedding: z.array(z.number()).min(1).max(maxDimensions) })),
});

export function createEmbedder(connection: EndpointConnection, model: string): Embedder {
  const prefixes = prefixesOf(model);
  const embed = async (texts: readonly string[], signal: AbortSignal): Promise<Embedded> => {
    const { status, body } = await requestJson(connection, addressBelow(connection.baseUrl, '/embeddings'), signal, {
      model,
      input: texts,
      encoding_format: 'float',
    });
    assertAccepted(status, body);
    const { data, usage } = response.parse(body);
    const byIndex = new Map(data.map(({ index, embedding }, place) => [index ?? place, embedding]));
    const vectors = texts.map((_text, index) => byIndex.get(index) ?? []);
    const dimensions = data[0]?.embedding.length;
    if (!vectors.every(({ length }) => length === dimensions))
      throw new Error('The endpoint did not return a vector of the same length for each text.');
    const reported = usage?.prompt_tokens ?? usage?.total_tokens;
    return { vectors, tokens: { reported: reported ?? 0, unreported: reported === undefined ? [...texts] : [] } };
  };
  /**
   * A rejected list is sent in halves, and a rejected text is cut: limits count tokens, which only the endpoint knows.
   */
  const embedWithRetries = async (texts: readonly string[], signal: AbortSignal): Promise<Embedded> => {
    try {
      return await embed(texts, signal);
    } catch (error) {
      const [first = ''] = texts;
      if (!(error instanceof TextRejected) || (texts.length === 1 && first.length < 200)) throw error;
      if (texts.length === 1) return embedWithRetries([first.slice(0, first.length / 2)], signal);
      const half = Math.ceil(texts.length / 2);
      return joined(
        await embedWithRetries(texts.slice(0, half), signal),
        await embedWithRetries(texts.slice(half), signal),
      );
    }
  };
  const prepared = (prefix: string, text: string) => prefix + text.slice(0, maxCharacters);
  return {
    model,
    embedPassages: (texts, signal) =>
      embedWithRetries(
        texts.map((text) => prepared(prefixes.passage, text)),
        signal,
      ),
    async embedQuestion(text, signal) {
      const { vectors, tokens } = await embedWithRetries([prepared(prefixes.question, text)], signal);
      return { vector: vectors[0] ?? [], tokens };
    },
  };
}

const joined = (one: Embedded, other: Embedded): Embedded => ({
  vectors: [...one.vectors, ...other.vectors],
  tokens: {
    reported: one.tokens.reported + other.tokens.reported,
    unreported: [...one.tokens.unreported, ...other.tokens.unreported],
  },
});
