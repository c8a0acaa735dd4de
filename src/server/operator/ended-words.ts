export const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

/** Sessions and tokens ended by a new password, as text for the operator. */
export const endedWords = (ended: { sessionsEnded: number; tokensRevoked: number }): string =>
  `Ended: ${counted(ended.sessionsEnded, 'session')}, ${counted(ended.tokensRevoked, 'API token')}.`;
