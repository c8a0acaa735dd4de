/** Checks the keys for mirrored collections: lists collections with one, and files with the other. */
import type { Env } from '~/server/env';
import { MirrorError } from '~/server/providers/mirror/types';
import { createXaiCollections } from '~/server/providers/mirror/xai-collections';
import { type Finding, fail, ok, reasonOf } from './finding';

const check = 'mirror';
const timeoutMs = 10_000;

export async function checkMirror({ XAI_MANAGEMENT_KEY, xaiMirror }: Env): Promise<Finding[]> {
  if (!XAI_MANAGEMENT_KEY) return [ok(check, 'not configured (collections stay on this installation)')];
  if (!xaiMirror)
    return [
      fail(
        check,
        'XAI_MANAGEMENT_KEY has no effect without a key for files',
        'Set XAI_API_KEY, or remove XAI_MANAGEMENT_KEY.',
      ),
    ];
  const mirror = createXaiCollections(xaiMirror);
  const signal = AbortSignal.timeout(timeoutMs);
  const asked: [name: string, url: string, first: () => Promise<unknown>][] = [
    ['XAI_MANAGEMENT_KEY', xaiMirror.managementUrl, () => mirror.collections(signal).next()],
    ['XAI_API_KEY', xaiMirror.apiUrl, () => mirror.files(signal).next()],
  ];
  return Promise.all(asked.map(([name, url, first]) => ask(name, new URL(url).host, first)));
}

async function ask(name: string, host: string, first: () => Promise<unknown>): Promise<Finding> {
  try {
    await first();
    return ok(check, `${host} accepts ${name}`);
  } catch (error) {
    const reason = error instanceof MirrorError && error.reason ? ` ${error.reason}` : '';
    return fail(check, `${host}: ${reasonOf(error)}${reason}`, `Check ${name} and its permissions at console.x.ai.`);
  }
}
