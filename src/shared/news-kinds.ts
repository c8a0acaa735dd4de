/** Events that a job finds once for all users. */
const eventKinds = ['opened', 'closed', 'target', 'stop', 'review'] as const;
/** 'moved' depends on the user's last visit, and 'wrongIf' is only for the user of a scheduled research. */
export const newsKinds = [...eventKinds, 'wrongIf', 'moved'] as const;
export type EventKind = (typeof eventKinds)[number];
export type NewsKind = (typeof newsKinds)[number];

/** In percent, up or down. */
export const minMove = 10;
export const maxNews = 100;
