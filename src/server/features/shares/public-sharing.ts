import type { Deps } from '~/server/deps';

/** The switch of administrators: links for everyone, or for signed-in members alone. */
export const isPublicSharingOff = ({ env }: Pick<Deps, 'env'>): boolean => env.PUBLIC_SHARING === 'off';
