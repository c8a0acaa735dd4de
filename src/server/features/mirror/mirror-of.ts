import type { Deps } from '~/server/deps';
import type { CollectionMirror } from '~/server/providers/mirror/types';
import { createXaiCollections } from '~/server/providers/mirror/xai-collections';

/** Null if the mirror is switched off in the settings. */
export const mirrorOf = ({ env }: Pick<Deps, 'env'>): CollectionMirror | null =>
  env.xaiMirror && createXaiCollections(env.xaiMirror);
