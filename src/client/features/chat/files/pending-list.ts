import { type KeptFile, readKeptFiles, writeKeptFiles } from './kept-files';
import { fromKept, type PendingFile, toKept } from './pending-file';

export interface PendingFilesState {
  files: readonly PendingFile[];
  /** What was not taken, and why. */
  refusals: readonly string[];
}

export type PendingList = ReturnType<typeof createPendingList>;

/** The list itself: what it shows, who listens, and what of it is remembered with the draft. */
export function createPendingList(storageKey: string) {
  let state: PendingFilesState = { files: readKeptFiles(storageKey).map(fromKept), refusals: [] };
  const listeners = new Set<() => void>();

  function change(next: Partial<PendingFilesState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  const save = () => writeKeptFiles(storageKey, state.files.flatMap(toKept));
  const find = (key: string) => state.files.find((file) => file.key === key);
  /** Changes some of the files; a change of what is remembered is followed by `save`. */
  const patchAll = (isMeant: (file: PendingFile) => boolean, over: Partial<PendingFile>) =>
    change({ files: state.files.map((file) => (isMeant(file) ? { ...file, ...over } : file)) });

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: () => state,
    change,
    save,
    find,
    patchAll,
    patch: (key: string, over: Partial<PendingFile>) => find(key) && patchAll((file) => file.key === key, over),
    /** Takes files away, and returns them. */
    drop(isDropped: (file: PendingFile) => boolean): PendingFile[] {
      const dropped = state.files.filter(isDropped);
      for (const { previewUrl } of dropped) if (previewUrl?.startsWith('blob:')) URL.revokeObjectURL(previewUrl);
      change({ files: state.files.filter((file) => !isDropped(file)) });
      save();
      return dropped;
    },
    /** Puts remembered files back. */
    putBack(kept: readonly KeptFile[]) {
      change({ files: [...state.files, ...kept.map(fromKept)] });
      save();
    },
  };
}
