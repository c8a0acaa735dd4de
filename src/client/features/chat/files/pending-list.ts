import { createListeners } from '~/client/lib/listeners';
import { uploadWords } from '~/client/words/upload';
import { fromKeptFile, type PendingFile, toKeptFiles } from './pending-file';
import {
  deletedNames,
  isDeleted,
  readDeletedNames,
  readStoredFiles,
  type StoredFile,
  writeStoredFiles,
} from './stored-files';

export interface PendingFilesState {
  files: readonly PendingFile[];
  /** Files that were rejected or deleted, and why. */
  rejections: readonly string[];
}

export type PendingList = ReturnType<typeof createPendingList>;

const noticeOf = (deleted: readonly string[]) => (deleted.length > 0 ? [uploadWords.deleted(deleted)] : []);

/** The observable list of files; part of it is stored with the draft. */
export function createPendingList(storageKey: string) {
  let state: PendingFilesState = {
    files: readStoredFiles(storageKey).map(fromKeptFile),
    rejections: noticeOf(readDeletedNames(storageKey)),
  };
  const listeners = createListeners();

  function change(next: Partial<PendingFilesState>) {
    state = { ...state, ...next };
    listeners.notify();
  }
  const save = () => writeStoredFiles(storageKey, state.files.flatMap(toKeptFiles));
  const find = (key: string) => state.files.find((file) => file.key === key);
  /** Updates matching files. Call `save` after changes to stored fields. */
  const patchAll = (isMeant: (file: PendingFile) => boolean, over: Partial<PendingFile>) =>
    change({ files: state.files.map((file) => (isMeant(file) ? { ...file, ...over } : file)) });

  return {
    subscribe: listeners.subscribe,
    state: () => state,
    change,
    save,
    find,
    patchAll,
    patch: (key: string, over: Partial<PendingFile>) => find(key) && patchAll((file) => file.key === key, over),
    clearRejections() {
      change({ rejections: [] });
      save();
    },
    /** Removes files from the list, and returns them. */
    drop(isDropped: (file: PendingFile) => boolean): PendingFile[] {
      const dropped = state.files.filter(isDropped);
      for (const { previewUrl } of dropped) if (previewUrl?.startsWith('blob:')) URL.revokeObjectURL(previewUrl);
      change({ files: state.files.filter((file) => !isDropped(file)) });
      save();
      return dropped;
    },
    /** Restores stored files. */
    restore(files: readonly StoredFile[]) {
      const kept = files.filter((file) => !isDeleted(file)).map(fromKeptFile);
      change({ files: [...state.files, ...kept], rejections: [...state.rejections, ...noticeOf(deletedNames(files))] });
      save();
    },
  };
}
