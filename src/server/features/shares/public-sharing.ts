import type { Deps } from '~/server/deps';

/** PUBLIC_SHARING: whether links work for everyone, or for signed-in users only. */
export const isPublicSharingOff = ({ env }: Pick<Deps, 'env'>): boolean => env.PUBLIC_SHARING === 'off';
