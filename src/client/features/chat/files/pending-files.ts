/**
 * The files of one draft. Kept outside React, so that uploads continue while another conversation is open, and so that
 * the response to a send finds them whatever is mounted by then.
 */

import { addingFiles } from './adding-files';
import { createFileClaims, type FileServer } from './file-claims';
import { createFileSending } from './file-sending';
import { notSending, type PendingFile } from './pending-file';
import { createPendingList } from './pending-list';

export type PendingFiles = ReturnType<typeof createPendingFiles>;

const isStored = (paths: readonly string[]) => (file: PendingFile) =>
  file.stored !== undefined && paths.includes(file.stored.objectPath);

export function createPendingFiles(storageKey: string, server: FileServer) {
  const list = createPendingList(storageKey);
  const { subscribe, state, find, patchAll, clearRejections, restore } = list;
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
    retry: (key: string) => void (claims.hasUploaded(key) ? claims.claim(key) : sending.begin(key)),
    remove(key: string) {
      const file = find(key);
      sending.cancel(key);
      drop((other) => other.key === key);
      if (file?.stored) server.remove(file.stored.id).catch(() => {});
    },
    clear() {
      for (const { key } of notSending(state().files)) this.remove(key);
      clearRejections();
    },
    clearRejections,

    /** Returns the files that are ready, for a send. They stay in storage until the server has the message. */
    handOver(): PendingFile[] {
      const ready = notSending(state().files).filter((file) => file.state === 'ready');
      patchAll((file) => ready.includes(file), { isSending: true });
      clearRejections();
      return ready;
    },
    /** After a failed send, returns its files to the draft. */
    returnToDraft: (paths: readonly string[]) => patchAll(isStored(paths), { isSending: false }),
    /** Returns the files of a queued message to the draft. */
    restore,
    /** Forgets files that now belong to a message, sent from this tab or another. */
    release(paths: readonly string[]) {
      if (state().files.some(isStored(paths))) drop(isStored(paths));
    },
  };
}
