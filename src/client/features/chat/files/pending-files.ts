/**
 * The files beside one draft. They live outside React, so that an upload goes on while another conversation is
 * looked at, and so that the answer to a send finds them wherever the screen is by then.
 */

import { addingFiles } from './adding-files';
import { createFileClaims, type FileServer } from './file-claims';
import { createFileSending } from './file-sending';
import { besideDraft, type PendingFile } from './pending-file';
import { createPendingList } from './pending-list';

export type PendingFiles = ReturnType<typeof createPendingFiles>;

const isStored = (paths: readonly string[]) => (file: PendingFile) =>
  file.stored !== undefined && paths.includes(file.stored.objectPath);

export function createPendingFiles(storageKey: string, server: FileServer) {
  const list = createPendingList(storageKey);
  const { subscribe, state, change, find, patchAll, putBack } = list;
  const claims = createFileClaims(list, server);
  const sending = createFileSending(list, server, claims);

  function drop(isDropped: (file: PendingFile) => boolean) {
    for (const { key } of list.drop(isDropped)) {
      sending.forget(key);
      claims.forget(key);
    }
  }

  return {
    subscribe,
    state,
    target: sending.target,
    togglePause: sending.togglePause,
    ...addingFiles(list, claims, sending),
    retry: (key: string) => void (claims.hasArrived(key) ? claims.claim(key) : sending.begin(key)),
    remove(key: string) {
      const file = find(key);
      sending.cancel(key);
      drop((other) => other.key === key);
      if (file?.stored) server.remove(file.stored.id).catch(() => {});
    },
    clear() {
      for (const { key } of besideDraft(state().files)) this.remove(key);
      change({ refusals: [] });
    },
    forgetRefusals: () => change({ refusals: [] }),

    /** Hands everything that is ready to a send. It stays in storage until the server has the message. */
    handOver(): PendingFile[] {
      const ready = state().files.filter((file) => file.state === 'ready');
      patchAll((file) => ready.includes(file), { isSending: true });
      change({ refusals: [] });
      return ready;
    },
    /** The send failed: they are beside the draft again. */
    giveBack: (paths: readonly string[]) => patchAll(isStored(paths), { isSending: false }),
    /** Files of a waiting message that returns to the draft. */
    putBack,
    /** They belong to a message now, sent from here or from another tab. */
    letGo(paths: readonly string[]) {
      if (state().files.some(isStored(paths))) drop(isStored(paths));
    },
  };
}
