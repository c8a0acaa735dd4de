export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** What a new password has ended, for the operator. */
export const endedWords = (ended: { sessionsEnded: number; tokensRevoked: number }): string =>
  `Ended: ${counted(ended.sessionsEnded, 'session')}, ${counted(ended.tokensRevoked, 'API token')}.`;
