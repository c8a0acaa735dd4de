/** What an endpoint speaks and offers, decided by its host alone: no probing, no surprise at the first question. */
export interface OpenAiSettings {
  apiKey: string;
  baseUrl: string;
  model: string;
  api: 'auto' | 'responses' | 'chat';
  /** The longest silence of the endpoint, before the headers or in mid-answer. 30 seconds by default. */
  idleTimeoutMs?: number;
}

export interface HostedTool {
  type: 'web_search' | 'x_search';
}

export interface Endpoint {
  api: 'responses' | 'chat';
  /** Searches that run on the vendor's side. Only the Responses API has them. */
  tools: readonly HostedTool[];
}

export function endpointOf({ baseUrl, api }: Pick<OpenAiSettings, 'baseUrl' | 'api'>): Endpoint {
  const { hostname } = new URL(baseUrl);
  const isXai = isHost(hostname, 'api.x.ai');
  const isOpenAi = isHost(hostname, 'api.openai.com');
  const spoken = api === 'auto' ? (isXai || isOpenAi ? 'responses' : 'chat') : api;
  if (spoken === 'chat') return { api: 'chat', tools: [] };
  if (isXai) return { api: 'responses', tools: [{ type: 'web_search' }, { type: 'x_search' }] };
  return { api: 'responses', tools: isOpenAi ? [{ type: 'web_search' }] : [] };
}

/** Regional hosts (eu.api.openai.com) count; look-alikes (api.x.ai.example.com) don't. */
function isHost(hostname: string, host: string): boolean {
  return hostname === host || hostname.endsWith(`.${host}`);
}
