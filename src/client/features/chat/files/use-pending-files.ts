import { useMemo, useSyncExternalStore } from 'react';
import { trpc, trpcClient } from '~/client/lib/trpc';
import type { FileServer } from './file-claims';
import { createPendingFiles, type PendingFiles } from './pending-files';
import type { PendingFilesState } from './pending-list';
import { storedFilesKey } from './stored-files';

const server: FileServer = {
  create: (file) => trpcClient.uploads.create.mutate({ size: file.size, ...(file.type && { type: file.type }) }),
  claim: (file) => trpcClient.uploads.claim.mutate(file),
  attachText: (file) => trpcClient.uploads.attachText.mutate(file),
  remove: (id) => trpcClient.uploads.remove.mutate({ id }),
};

/** One store per draft until the page is reloaded, because uploads outlive the screen that started them. */
const stores = new Map<string, PendingFiles>();

function storeOf(key: string): PendingFiles {
  const store = stores.get(key) ?? createPendingFiles(key, server);
  stores.set(key, store);
  return store;
}

export interface DraftFiles extends PendingFilesState {
  store: PendingFiles;
}

/** The files of the draft of a conversation, or of a new chat. */
export function usePendingFiles(conversationId: string | undefined): DraftFiles {
  const { data: user } = trpc.auth.user.useQuery();
  const store = storeOf(storedFilesKey(user?.id ?? '', conversationId));
  const state = useSyncExternalStore(store.subscribe, store.state);
  return useMemo(() => ({ ...state, store }), [state, store]);
}
