/** The protocol and features of an endpoint, determined only by its host, without any requests. */
export interface OpenAiSettings {
  apiKey: string;
  baseUrl: string;
  model: string;
  api: 'auto' | 'responses' | 'chat';
  /** Sent with every request, overriding the product's own headers of the same name. */
  headers?: Readonly<Record<string, string>>;
  /** An HTTP proxy (http://user:password@proxy:3128), through which every connection is tunneled. */
  proxyUrl?: string | undefined;
  /** Timeout until the answer begins: 300 seconds by default, because models are loaded and think first. */
  firstByteTimeoutMs?: number;
  /** Idle timeout within the answer. 120 seconds by default. */
  idleTimeoutMs?: number;
  /** Delay before a retry, doubled each time. 300 ms by default. */
  retryDelayMs?: number;
  /** Known abilities of the model; unknown ones are tried. */
  abilities?: Partial<ModelAbilities>;
  /** The endpoint's tokens per token of our own count, as earlier requests have shown. */
  tokenFactor?: number;
}

/** Parts of a request that not every model accepts. False: never sent. */
export interface ModelAbilities {
  tools: boolean;
  images: boolean;
  /** Thinks before it writes, and takes an effort. */
  reasoning: boolean;
  /** Searches on the provider's side. True: also offered where the host is not known to search. */
  hostedSearch: boolean;
}

/** OpenAI itself and its models at Azure. */
export function isOpenAiHost(baseUrl: string): boolean {
  return isHost(new URL(baseUrl).hostname, 'api.openai.com') || isAzureHost(baseUrl);
}

export interface HostedTool {
  type: 'web_search' | 'x_search';
}

export interface Endpoint {
  api: 'responses' | 'chat';
  /** Searches that run on the vendor's side. Only the Responses API has them. */
  tools: readonly HostedTool[];
  /** Searches for every answer without a request for it. */
  alwaysSearches: boolean;
}

export function endpointOf(settings: Pick<OpenAiSettings, 'baseUrl' | 'api' | 'abilities' | 'model'>): Endpoint {
  const { baseUrl, api, abilities } = settings;
  const { hostname } = new URL(baseUrl);
  const isXai = isHost(hostname, 'api.x.ai');
  const isOpenAi = isHost(hostname, 'api.openai.com');
  const isBetter = isXai || isOpenAi || isAzureReasoning(settings);
  const spoken = api === 'auto' ? (isBetter ? 'responses' : 'chat') : api;
  const alwaysSearches = isHost(hostname, 'api.perplexity.ai');
  const tools: HostedTool[] = isXai
    ? [{ type: 'web_search' }, { type: 'x_search' }]
    : isOpenAi || abilities?.hostedSearch === true
      ? [{ type: 'web_search' }]
      : [];
  const mayHost = spoken === 'responses' && abilities?.hostedSearch !== false;
  return { api: spoken, tools: mayHost ? tools : [], alwaysSearches };
}

/** OpenAI's reasoning models. Azure calls GPT-3.5 gpt-35. */
export const isReasoningName = (model: string): boolean => /^(o\d|gpt-([5-9]|[12]\d))/.test(model);

/**
 * OpenAI's reasoning models at Azure's v1 API: with Chat Completions, they take tools only without reasoning or not at
 * all. Azure has other models too, and not all of them take the Responses API.
 */
export function isAzureReasoning({ baseUrl, api, model }: Pick<OpenAiSettings, 'baseUrl' | 'api' | 'model'>): boolean {
  const isV1 = isAzureHost(baseUrl) && /^\/openai\/v1(\/|$)/.test(new URL(baseUrl).pathname);
  return api === 'auto' && isV1 && isReasoningName(model);
}

/** Accepts regional hosts (eu.api.openai.com), but no look-alikes (api.x.ai.example.com). */
function isHost(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`);
}

/** Azure uses a separate header for keys. */
export function isAzureHost(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return ['openai.azure.com', 'cognitiveservices.azure.com', 'services.ai.azure.com'].some((host) =>
    isHost(hostname, host),
  );
}
