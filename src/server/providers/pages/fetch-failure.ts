import type { PublicFetchError } from '~/server/lib/public-fetch-error';
import type { UnreadableReason } from './types';

const byStatus: Record<number, UnreadableReason> = {
  401: 'refused',
  402: 'paywall',
  403: 'refused',
  404: 'missing',
  410: 'missing',
  429: 'busy',
  451: 'refused',
  503: 'busy',
};

export function reasonOf({ reason, status = 0 }: PublicFetchError): UnreadableReason {
  if (reason === 'status') return byStatus[status] ?? 'failed';
  return reason === 'encoding' ? 'failed' : reason;
}
