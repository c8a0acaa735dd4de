/**
 * The files beside one draft. They live outside React, so that an upload goes on while another conversation is
 * looked at, and so that the answer to a send finds them wherever the screen is by then.
 */

import type { DirectUploads } from '~/client/features/upload/direct-uploads';
import {
  defaultUploadLimits,
  refusalOf,
  type UploadedFile,
  type UploadResult,
} from '~/client/features/upload/upload-rules';
import { errorMessage, isPassing } from '~/client/lib/error-message';
import { withRetries } from '~/client/lib/retry';
import type { SignedTarget } from '~/client/lib/send-bytes';
import { uploadWords } from '~/client/words/upload';
import type { ClaimedUpload, UploadTarget } from '~/shared/schemas/uploads';
import { newRequestId } from '../composer/request-id';
import { type KeptFile, readKeptFiles, writeKeptFiles } from './kept-files';
import { besideDraft, fromKept, type PendingFile, previewOf, textFileName, toKept } from './pending-file';

/** What is asked of the server, by whichever way. */
export interface FileServer {
  create: (file: { size: number; type: string }) => Promise<UploadTarget>;
  claim: (file: { fileURL: string; name: string; type: string }) => Promise<ClaimedUpload>;
  attachText: (file: { name: string; text: string }) => Promise<ClaimedUpload>;
  remove: (id: string) => Promise<unknown>;
}

export interface PendingFilesState {
  files: readonly PendingFile[];
  /** What was not taken, and why. */
  refusals: readonly string[];
}

export type PendingFiles = ReturnType<typeof createPendingFiles>;

const claimDelays = [0, 1000, 3000, 5000];
const { maxFileSize, maxNumberOfFiles } = defaultUploadLimits;

export function createPendingFiles(storageKey: string, server: FileServer) {
  let state: PendingFilesState = { files: readKeptFiles(storageKey).map(fromKept), refusals: [] };
  const listeners = new Set<() => void>();
  /** The bytes of what has not arrived, and what has arrived and is not claimed. */
  const bytes = new Map<string, File>();
  const arrived = new Map<string, UploadedFile>();
  let uploads: Promise<DirectUploads> | undefined;

  function change(next: Partial<PendingFilesState>) {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }
  const find = (key: string) => state.files.find((file) => file.key === key);
  function patch(key: string, over: Partial<PendingFile>) {
    if (!find(key)) return;
    change({ files: state.files.map((file) => (file.key === key ? { ...file, ...over } : file)) });
  }
  const save = () => writeKeptFiles(storageKey, state.files.flatMap(toKept));
  const fail = (key: string, error: string, canRetry: boolean) => patch(key, { state: 'failed', error, canRetry });

  const target = async ({ size, type }: { size: number; type: string }): Promise<SignedTarget> => {
    const { uploadURL, headers } = await server.create({ size, type });
    return { method: 'PUT', url: uploadURL, headers };
  };

  async function loadUploads(): Promise<DirectUploads> {
    const { createDirectUploads } = await import('~/client/features/upload/direct-uploads');
    const isHeld = (key: string) => find(key)?.state === 'paused';
    return createDirectUploads(
      { ...defaultUploadLimits, onGetUploadParameters: target },
      {
        onProgress: (key, progress) => !isHeld(key) && patch(key, { state: 'uploading', progress }),
        onWait: (key, what) => !isHeld(key) && patch(key, { state: what ?? 'uploading' }),
        onSent(key, file) {
          arrived.set(key, file);
          void claim(key);
        },
        onFailed: (key, words) => fail(key, words, true),
      },
    );
  }

  async function begin(key: string) {
    const data = bytes.get(key);
    if (!data) return;
    patch(key, { state: 'uploading', progress: 0, error: undefined });
    uploads ??= loadUploads();
    try {
      const { start } = await uploads;
      // It may have been taken away while the code was on its way.
      if (find(key)) start(key, data);
    } catch (cause) {
      uploads = undefined;
      fail(key, errorMessage(cause), true);
    }
  }

  const patiently = (key: string, ask: () => Promise<ClaimedUpload>) =>
    withRetries(ask, { delays: claimDelays, isPassing, onWait: (what) => patch(key, { state: what ?? 'checking' }) });

  /** It is on the server: beside the draft, or away again if it was taken away meanwhile. */
  function keep(key: string, { id, objectPath, name, type, size }: ClaimedUpload) {
    if (!find(key)) return void server.remove(id).catch(() => {});
    patch(key, { state: 'ready', name, type, size, stored: { id, objectPath, at: Date.now() } });
    save();
  }

  async function claim(key: string) {
    const file = arrived.get(key);
    if (!file) return;
    patch(key, { state: 'checking', progress: 1, error: undefined });
    try {
      const ask = () => server.claim({ fileURL: file.uploadURL, name: file.name, type: file.type });
      const claimed = await patiently(key, ask);
      arrived.delete(key);
      bytes.delete(key);
      keep(key, claimed);
    } catch (cause) {
      fail(key, errorMessage(cause), isPassing(cause));
    }
  }

  function drop(isDropped: (file: PendingFile) => boolean) {
    for (const file of state.files.filter(isDropped)) {
      bytes.delete(file.key);
      arrived.delete(file.key);
      if (file.previewUrl?.startsWith('blob:')) URL.revokeObjectURL(file.previewUrl);
    }
    change({ files: state.files.filter((file) => !isDropped(file)) });
    save();
  }

  function take(file: { name: string; type: string; size: number }, data: Blob | undefined): PendingFile {
    const { name, type, size } = file;
    return { key: newRequestId(), name, type, size, state: 'uploading', progress: 0, previewUrl: previewOf(data) };
  }

  const isStored = (paths: readonly string[]) => (file: PendingFile) =>
    file.stored !== undefined && paths.includes(file.stored.objectPath);

  return {
    target,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    state: () => state,

    /** Pasted or dropped: uploads begin at once. */
    add(chosen: readonly File[]) {
      const refusals: string[] = [];
      const taken: PendingFile[] = [];
      for (const data of chosen) {
        const isFull = besideDraft(state.files).length + taken.length >= maxNumberOfFiles;
        const words = isFull ? uploadWords.tooMany(maxNumberOfFiles) : refusalOf(data, maxFileSize);
        if (words === undefined) {
          const file = take(data, data);
          bytes.set(file.key, data);
          taken.push(file);
        } else if (isFull) {
          refusals.push(words);
          break;
        } else refusals.push(`${data.name}: ${words}`);
      }
      change({ files: [...state.files, ...taken], refusals });
      for (const { key } of taken) void begin(key);
    },
    /** A text that is too long for a message, as a file. True when the server has it; else the text must stay. */
    async addText(text: string): Promise<boolean> {
      if (besideDraft(state.files).length >= maxNumberOfFiles) {
        change({ refusals: [uploadWords.tooMany(maxNumberOfFiles)] });
        return false;
      }
      const name = textFileName(text);
      const file = take({ name, type: 'text/plain', size: new Blob([text]).size }, undefined);
      change({ files: [...state.files, { ...file, state: 'checking', progress: 1 }], refusals: [] });
      try {
        keep(file.key, await patiently(file.key, () => server.attachText({ name, text })));
        return true;
      } catch (cause) {
        drop(({ key }) => key === file.key);
        change({ refusals: [errorMessage(cause)] });
        return false;
      }
    },
    /** Uploaded through the dialog: only to be claimed. */
    adopt({ successful }: UploadResult) {
      for (const uploaded of successful) {
        const file = take(uploaded, uploaded.data);
        arrived.set(file.key, uploaded);
        change({ files: [...state.files, file], refusals: [] });
        void claim(file.key);
      }
    },
    retry: (key: string) => void (arrived.has(key) ? claim(key) : begin(key)),
    async togglePause(key: string) {
      const isPaused = (await uploads)?.togglePause(key) ?? false;
      patch(key, { state: isPaused ? 'paused' : 'uploading' });
    },
    remove(key: string) {
      const file = find(key);
      void uploads?.then((direct) => direct.cancel(key));
      drop((other) => other.key === key);
      if (file?.stored) server.remove(file.stored.id).catch(() => {});
    },
    clear() {
      for (const { key } of besideDraft(state.files)) this.remove(key);
      change({ refusals: [] });
    },
    forgetRefusals: () => change({ refusals: [] }),

    /** Hands everything that is ready to a send. It stays in storage until the server has the message. */
    handOver(): PendingFile[] {
      const ready = state.files.filter(({ state: now }) => now === 'ready');
      change({
        files: state.files.map((file) => (ready.includes(file) ? { ...file, isSending: true } : file)),
        refusals: [],
      });
      return ready;
    },
    /** The send failed: they are beside the draft again. */
    giveBack(paths: readonly string[]) {
      const isBack = isStored(paths);
      change({ files: state.files.map((file) => (isBack(file) ? { ...file, isSending: false } : file)) });
    },
    /** Files of a waiting message that returns to the draft. */
    putBack(kept: readonly KeptFile[]) {
      change({ files: [...state.files, ...kept.map(fromKept)] });
      save();
    },
    /** They belong to a message now, sent from here or from another tab. */
    letGo(paths: readonly string[]) {
      if (state.files.some(isStored(paths))) drop(isStored(paths));
    },
  };
}
