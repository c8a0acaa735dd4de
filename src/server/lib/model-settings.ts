/** The model configured by the AI_ settings and their shortcuts. */
import { defaultXaiUrl } from './xai-settings';

export interface ModelSettings {
  apiKey: string;
  baseUrl: string;
  model: string;
  api: 'auto' | 'responses' | 'chat';
  headers: Record<string, string>;
  proxyUrl: string | undefined;
  firstByteTimeoutMs: number;
  idleTimeoutMs: number;
  /** False: the provider's own web search is not used. */
  abilities: { hostedSearch?: false };
}

interface ModelEnv {
  AI_BASE_URL?: string | undefined;
  AI_MODEL?: string | undefined;
  AI_API_KEY?: string | undefined;
  AI_API: ModelSettings['api'];
  AI_HEADERS: Record<string, string>;
  AI_PROXY_URL?: string | undefined;
  AI_FIRST_BYTE_TIMEOUT_SECONDS: number;
  AI_IDLE_TIMEOUT_SECONDS: number;
  XAI_API_KEY?: string | undefined;
  XAI_BASE_URL?: string | undefined;
  OPENAI_API_KEY?: string | undefined;
  SEARCH_PROVIDER: 'auto' | 'none' | readonly string[];
}

/** Settings that depend on others: the name, whether it is required, and the fix. */
export function neededForModel(
  source: Record<string, string | undefined>,
): [name: string, isRequired: boolean, fix: string][] {
  const has = (name: string) => (source[name] ?? '').trim() !== '';
  const hasOwnKey = has('AI_API_KEY');
  const hasShortcut = has('XAI_API_KEY') || has('OPENAI_API_KEY');
  const shortcuts = 'XAI_API_KEY or OPENAI_API_KEY';
  const example = 'for example http://localhost:11434/v1';
  return [
    ['AI_MODEL', has('AI_BASE_URL'), 'required with AI_BASE_URL, for example llama3.3'],
    [
      'AI_BASE_URL',
      hasOwnKey,
      `required with AI_API_KEY, ${example}. Or remove AI_API_KEY: ${shortcuts} alone is enough`,
    ],
    [
      'AI_BASE_URL',
      !hasOwnKey && has('AI_MODEL') && !hasShortcut,
      `required with AI_MODEL, ${example}. Not needed with ${shortcuts}`,
    ],
  ];
}

/** AI_* overrides the shortcuts. Among the shortcuts xAI comes first, because its models search the web. */
export function modelSettings(env: ModelEnv): ModelSettings | null {
  const shortcut = env.XAI_API_KEY
    ? { apiKey: env.XAI_API_KEY, baseUrl: env.XAI_BASE_URL ?? defaultXaiUrl, model: 'grok-4' }
    : env.OPENAI_API_KEY
      ? { apiKey: env.OPENAI_API_KEY, baseUrl: 'https://api.openai.com/v1', model: 'gpt-5' }
      : null;
  const baseUrl = (env.AI_BASE_URL ?? shortcut?.baseUrl)?.replace(/\/+$/, '');
  const model = env.AI_MODEL ?? shortcut?.model;
  if (!baseUrl || !model) return null;
  // A shortcut's key is only sent to its own vendor, whatever AI_BASE_URL is.
  const isOfShortcut = shortcut && new URL(baseUrl).origin === new URL(shortcut.baseUrl).origin;
  // Local endpoints (Ollama, vLLM) need no key, but the header can't be empty.
  const apiKey = env.AI_API_KEY ?? (isOfShortcut ? shortcut.apiKey : 'none');
  return {
    apiKey,
    baseUrl,
    model,
    api: env.AI_API,
    headers: env.AI_HEADERS,
    proxyUrl: env.AI_PROXY_URL,
    firstByteTimeoutMs: env.AI_FIRST_BYTE_TIMEOUT_SECONDS * 1000,
    idleTimeoutMs: env.AI_IDLE_TIMEOUT_SECONDS * 1000,
    abilities: env.SEARCH_PROVIDER === 'none' ? { hostedSearch: false } : {},
  };
}
