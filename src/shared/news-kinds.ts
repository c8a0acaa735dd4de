/** Found by a job, once for all readers. */
export const eventKinds = ['opened', 'closed', 'target', 'stop', 'review'] as const;
/** A move depends on when its reader last looked, and 'wrongIf' is news for the user of a scheduled research alone. */
export const newsKinds = [...eventKinds, 'wrongIf', 'moved'] as const;
export type EventKind = (typeof eventKinds)[number];
export type NewsKind = (typeof newsKinds)[number];

/** In percent, in either direction. */
export const leastMove = 10;
export const mostNews = 100;
