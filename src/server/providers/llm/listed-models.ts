/** The models that an endpoint lists, with the limits that it reports for them: each vendor under a name of its own. */
import { addressBelow, type JsonResponse, requestJson } from './endpoint-json';
import type { OpenAiSettings } from './openai-endpoint';
import { objectOf } from './openai-wire';

export interface ListedModel {
  name: string;
  contextTokens: number | null;
  maxOutputTokens: number | null;
}

type Connection = Pick<OpenAiSettings, 'apiKey' | 'baseUrl' | 'headers' | 'proxyUrl'>;

/** The endpoint has no list, or none that can be read. `status` is that of its response. */
export class NoModelList extends Error {
  override readonly name = 'NoModelList';
  constructor(readonly status: number) {
    super(`the endpoint lists no models (${status})`);
  }
}

/** vLLM; OpenRouter and Together; Groq and xAI; Mistral; LM Studio; Anthropic. */
const contextFields = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'loaded_context_length',
  'max_input_tokens',
];
/** Groq; OpenRouter; Anthropic. */
const outputFields = ['max_completion_tokens', 'max_output_tokens', 'max_tokens'];

export async function listModels(connection: Connection, signal: AbortSignal): Promise<ListedModel[]> {
  const response = await requestJson(connection, addressBelow(connection.baseUrl, '/models'), signal);
  const rows = rowsOf(response);
  if (!rows) throw new NoModelList(response.status);
  return rows.flatMap((row) => {
    const { id, meta, top_provider: provider } = objectOf(row);
    if (typeof id !== 'string' || id === '') return [];
    const places = [objectOf(row), objectOf(provider)];
    // llama.cpp reports the window that it was started with, and the one that the model was trained with.
    const { n_ctx: started, n_ctx_train: trained } = objectOf(meta);
    return {
      name: id,
      contextTokens: tokensIn(places, contextFields) ?? tokens(started) ?? tokens(trained),
      maxOutputTokens: tokensIn(places, outputFields),
    };
  });
}

function rowsOf({ status, body }: JsonResponse): unknown[] | null {
  if (status !== 200) return null;
  // Together returns the rows without anything around them.
  const rows = Array.isArray(body) ? body : objectOf(body).data;
  return Array.isArray(rows) ? rows : null;
}

/** Ollama lists no limits, but describes each model in its own API beside /v1. Null for every other endpoint. */
export async function ollamaContext(
  connection: Connection,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { status, body } = await requestJson(connection, new URL('/api/show', connection.baseUrl), signal, { model });
  if (status !== 200) return null;
  const { parameters, model_info: info } = objectOf(body);
  const set = /^num_ctx\s+(\d+)/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  if (set) return tokens(Number(set));
  const trained = Object.entries(objectOf(info)).find(([name]) => name.endsWith('.context_length'))?.[1];
  return tokens(trained);
}

function tokensIn(places: Record<string, unknown>[], fields: string[]): number | null {
  for (const field of fields) for (const place of places) if (tokens(place[field])) return tokens(place[field]);
  return null;
}

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 256 && value <= 100_000_000 ? value : null;
