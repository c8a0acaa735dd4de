/** The models that an endpoint lists, with their properties: each vendor uses other names. */
import { recordOf } from '~/shared/is-record';
import { addressBelow, type JsonResponse, requestJson } from './endpoint-json';
import { abilitiesIn, type FoundAbilities } from './listed-abilities';
import type { OpenAiSettings } from './openai-endpoint';
import { listOf, type WireObject } from './openai-wire';

export interface ListedModel {
  name: string;
  contextTokens: number | null;
  maxOutputTokens: number | null;
  abilities: FoundAbilities;
}

type Connection = Pick<OpenAiSettings, 'apiKey' | 'baseUrl' | 'headers' | 'proxyUrl'>;

/** The endpoint has no list, or an unreadable one. `status` is that of its response. */
export class NoModelList extends Error {
  override readonly name = 'NoModelList';
  constructor(readonly status: number) {
    super(`the endpoint lists no models (${status})`);
  }
}

/** vLLM; OpenRouter and Together; Groq and xAI; Mistral and LM Studio; Anthropic. */
const contextFields = [
  'max_model_len',
  'context_length',
  'context_window',
  'loaded_context_length',
  'max_context_length',
  'max_input_tokens',
];
/** Groq; OpenRouter; Anthropic. */
const outputFields = ['max_completion_tokens', 'max_output_tokens', 'max_tokens'];

export async function listModels(connection: Connection, signal: AbortSignal): Promise<ListedModel[]> {
  const response = await requestJson(connection, addressBelow(connection.baseUrl, '/models'), signal);
  const rows = rowsOf(response);
  if (!rows) throw new NoModelList(response.status);
  const listed = rows.flatMap((row) => toListed(recordOf(row)) ?? []);
  const [only] = listed;
  if (rows.length !== 1 || !only || recordOf(rows[0]).owned_by !== 'llamacpp') return listed;
  return [await withStartedLimits(connection, only, signal)];
}

/** llama.cpp lists the window that its model was trained with; requests are limited to the one set at its start. */
async function withStartedLimits(
  connection: Connection,
  listed: ListedModel,
  signal: AbortSignal,
): Promise<ListedModel> {
  const { status, body } = await requestJson(connection, new URL('/props', connection.baseUrl), signal);
  if (status !== 200) return listed;
  const { default_generation_settings: settings, modalities } = recordOf(body);
  const { vision } = recordOf(modalities);
  return {
    ...listed,
    contextTokens: tokens(recordOf(settings).n_ctx) ?? listed.contextTokens,
    abilities: { ...listed.abilities, ...(typeof vision === 'boolean' && { images: vision }) },
  };
}

function toListed(row: WireObject): ListedModel | null {
  const { id, meta, top_provider: provider } = row;
  if (typeof id !== 'string' || id === '') return null;
  const places = [row, recordOf(provider)];
  // llama.cpp; newer versions also report the window that they were started with.
  const { n_ctx: started, n_ctx_train: trained } = recordOf(meta);
  return {
    // Gemini lists names with the prefix `models/`, but documents and accepts them without it.
    name: id.replace(/^models\//, ''),
    contextTokens: tokensIn(places, contextFields) ?? tokens(started) ?? tokens(trained),
    maxOutputTokens: tokensIn(places, outputFields),
    abilities: abilitiesIn(row),
  };
}

/** Ollama lists the full name of a model that can be requested without its tag. */
export const isListedAs = (listed: string, model: string) => listed === model || listed === `${model}:latest`;

function rowsOf({ status, body }: JsonResponse): unknown[] | null {
  if (status !== 200) return null;
  // Together returns the rows without a wrapper.
  const rows = Array.isArray(body) ? body : recordOf(body).data;
  return Array.isArray(rows) ? rows : null;
}

/**
 * Ollama and LM Studio list only names, but describe each model in their own APIs beside /v1. Null for every other
 * endpoint.
 */
export async function describeModel(
  connection: Connection,
  model: string,
  signal: AbortSignal,
): Promise<Omit<ListedModel, 'name'> | null> {
  const at = (path: string) => new URL(path, connection.baseUrl);
  const shown = await requestJson(connection, at('/api/show'), signal, { model });
  if (shown.status === 200) {
    const window = await ollamaWindow(recordOf(shown.body), async () => {
      const { body } = await requestJson(connection, at('/api/ps'), signal);
      return listOf(recordOf(body).models)
        .map(recordOf)
        .find(({ name }) => isListedAs(String(name), model));
    });
    return { contextTokens: window, maxOutputTokens: null, abilities: abilitiesIn(recordOf(shown.body)) };
  }
  const listed = rowsOf(await requestJson(connection, at('/api/v0/models'), signal)) ?? [];
  const found = listed.map((row) => toListed(recordOf(row))).find((row) => row?.name === model);
  return found ?? null;
}

/** Ollama's own default, on machines without a large GPU. */
const ollamaDefault = 4096;

/**
 * Ollama runs a model with less than its trained window, and silently drops the beginning of a longer request. The
 * window set in the model's file counts, else the one it is currently loaded with, else the default.
 */
async function ollamaWindow(shown: WireObject, loaded: () => Promise<WireObject | undefined>): Promise<number | null> {
  const { parameters, model_info: info, remote_host: remoteHost } = shown;
  const set = /^num_ctx\s+(\d+)/m.exec(typeof parameters === 'string' ? parameters : '')?.[1];
  if (set) return tokens(Number(set));
  const trained = tokens(Object.entries(recordOf(info)).find(([name]) => name.endsWith('.context_length'))?.[1]);
  // Ollama's cloud runs these models with the whole window.
  if (typeof remoteHost === 'string' && remoteHost !== '') return trained;
  const running = await loaded().catch(() => undefined);
  return tokens(running?.context_length) ?? Math.min(trained ?? ollamaDefault, ollamaDefault);
}

function tokensIn(places: WireObject[], fields: string[]): number | null {
  for (const field of fields) for (const place of places) if (tokens(place[field])) return tokens(place[field]);
  return null;
}

const tokens = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 256 && value <= 100_000_000 ? value : null;
