/** `read` tokens can't change anything; `write` tokens have all rights of their owner. */
export const tokenScopes = ['read', 'write'] as const;
export type TokenScope = (typeof tokenScopes)[number];
