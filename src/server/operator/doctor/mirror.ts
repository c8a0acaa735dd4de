/** Checks the keys for mirrored collections: lists collections with one, and files with the other. */
import type { Env } from '~/server/env';
import { type MirrorKey, mirrorKeys } from '~/server/features/mirror/mirror-keys';
import { reasonOf } from '~/server/lib/caught';
import { MirrorError } from '~/server/providers/mirror/types';
import { type Finding, fail, ok } from './finding';

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
  return Promise.all(mirrorKeys(xaiMirror).map(ask));
}

async function ask({ name, host, use }: MirrorKey): Promise<Finding> {
  try {
    await use(AbortSignal.timeout(timeoutMs));
    return ok(check, `${host} accepts ${name}`);
  } catch (error) {
    const reason = error instanceof MirrorError && error.reason ? ` ${error.reason}` : '';
    return fail(check, `${host}: ${reasonOf(error)}${reason}`, `Check ${name} and its permissions at console.x.ai.`);
  }
}
