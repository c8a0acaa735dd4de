/** Sent with each request for a remote image. Only scripts of our own pages can set it. */
export const remoteImageHeader = { name: 'X-Requested-With', value: 'qInsight' } as const;
