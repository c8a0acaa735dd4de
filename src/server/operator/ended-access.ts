import type { EndedAccess } from '~/server/features/auth/manage-account';

export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What a new password ended, as text for the operator. */
export function describeEndedAccess(ended: EndedAccess): string {
  const { sessionsEnded, tokensRevoked, providersDisconnected = 0, secondFactorRemoved = false } = ended;
  const removed = [
    ...(providersDisconnected > 0 ? [counted(providersDisconnected, 'connected provider')] : []),
    ...(secondFactorRemoved ? ['the second factor'] : []),
  ];
  const words = `Ended: ${counted(sessionsEnded, 'session')}, ${counted(tokensRevoked, 'API token')}.`;
  if (removed.length === 0) return words;
  return `${words} Removed, because the email was never confirmed: ${removed.join(', ')}.`;
}
