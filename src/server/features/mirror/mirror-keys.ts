import type { XaiMirrorSettings } from '~/server/lib/xai-settings';
import { createXaiCollections } from '~/server/providers/mirror/xai-collections';

export interface MirrorKey {
  name: 'XAI_MANAGEMENT_KEY' | 'XAI_API_KEY';
  host: string;
  /** A free request that needs the key. */
  use(signal: AbortSignal): Promise<unknown>;
}

/** Both keys of the mirror: one lists collections, the other files. */
export function mirrorKeys(settings: XaiMirrorSettings): MirrorKey[] {
  const mirror = createXaiCollections(settings);
  return [
    {
      name: 'XAI_MANAGEMENT_KEY',
      host: new URL(settings.managementUrl).host,
      use: (signal) => mirror.collections(signal).next(),
    },
    { name: 'XAI_API_KEY', host: new URL(settings.apiUrl).host, use: (signal) => mirror.files(signal).next() },
  ];
}
