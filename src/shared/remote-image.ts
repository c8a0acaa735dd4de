/** Sent with each request for an image of another site. Only a script of our own pages can send it. */
export const remoteImageHeader = { name: 'X-Requested-With', value: 'qInsight' } as const;
