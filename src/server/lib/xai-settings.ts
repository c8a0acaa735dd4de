/** URLs and keys of xAI for the mirror of collections. */

export const defaultXaiUrl = 'https://api.x.ai/v1';
const defaultManagementUrl = 'https://management-api.x.ai/v1';

export interface XaiMirrorSettings {
  managementKey: string;
  managementUrl: string;
  /** Files are uploaded with the ordinary key, to the URL of the models. */
  apiKey: string;
  apiUrl: string;
  proxyUrl: string | undefined;
}

interface XaiEnv {
  XAI_MANAGEMENT_KEY?: string | undefined;
  XAI_MANAGEMENT_URL?: string | undefined;
  XAI_API_KEY?: string | undefined;
  XAI_BASE_URL?: string | undefined;
  AI_PROXY_URL?: string | undefined;
}

/** Null without both keys; nothing is sent then. */
export function xaiMirrorSettings(
  env: XaiEnv,
  model: { baseUrl: string; apiKey: string } | null,
): XaiMirrorSettings | null {
  const isModelAtXai = model !== null && model.apiKey !== 'none' && isXaiUrl(env, model.baseUrl);
  const apiKey = env.XAI_API_KEY ?? (isModelAtXai ? model.apiKey : undefined);
  if (!env.XAI_MANAGEMENT_KEY || !apiKey) return null;
  return {
    managementKey: env.XAI_MANAGEMENT_KEY,
    managementUrl: withoutSlash(env.XAI_MANAGEMENT_URL ?? defaultManagementUrl),
    apiKey,
    apiUrl: withoutSlash(env.XAI_BASE_URL ?? defaultXaiUrl),
    proxyUrl: env.AI_PROXY_URL,
  };
}

/** Accepts regional hosts (eu-west-1.api.x.ai), but no look-alikes. */
export function isXaiUrl(env: Pick<XaiEnv, 'XAI_BASE_URL'>, baseUrl: string): boolean {
  const { hostname, origin } = new URL(baseUrl);
  if (env.XAI_BASE_URL && new URL(env.XAI_BASE_URL).origin === origin) return true;
  return hostname === 'api.x.ai' || hostname.endsWith('.api.x.ai');
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '');
