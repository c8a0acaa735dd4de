import { plainFileName } from '~/client/lib/format';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import type { Attachment } from '~/shared/schemas/messages';
import type { KeptFile } from './kept-files';

/** A file beside the draft, from the moment it is chosen until its message is on the server. */
export interface PendingFile {
  /** Its name on this page alone. */
  key: string;
  name: string;
  type: string;
  size: number;
  /** 'checking': the bytes have arrived and the server looks at them. */
  state: 'uploading' | 'paused' | 'offline' | 'retrying' | 'checking' | 'failed' | 'ready';
  /** 0 to 1, of the bytes. */
  progress: number;
  /** Why it failed. */
  error?: string | undefined;
  /** Whether another try makes sense. */
  canRetry?: boolean;
  /** On the server, once it is ready. */
  stored?: { id: string; objectPath: string; at: number };
  /** Where the page finds its picture. */
  previewUrl?: string | undefined;
  /** Handed to a send that has not been answered. */
  isSending?: boolean;
}

/** Pictures every browser can show. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** The address of the page's own copy, for a picture; given back with URL.revokeObjectURL. */
export const previewOf = (data: Blob | undefined): string | undefined =>
  data && shownTypes.has(data.type) ? URL.createObjectURL(data) : undefined;

export function fromKept({ id, objectPath, name, type, size, at }: KeptFile): PendingFile {
  const previewUrl = shownTypes.has(type) ? objectPath : undefined;
  return { key: id, name, type, size, state: 'ready', progress: 1, stored: { id, objectPath, at }, previewUrl };
}

export function toKept({ name, type, size, stored }: PendingFile): KeptFile[] {
  return stored ? [{ id: stored.id, objectPath: stored.objectPath, name, type, size, at: stored.at }] : [];
}

export function toAttachment({ name, type, size, stored, previewUrl }: PendingFile): Attachment {
  return { name, type, size, url: stored?.objectPath ?? '', ...(previewUrl && { previewUrl }) };
}

/** What goes with the next message, and not with the one that is being sent. */
export const besideDraft = (files: readonly PendingFile[]): PendingFile[] =>
  files.filter(({ isSending }) => !isSending);

export const isOnItsWay = ({ state }: PendingFile): boolean => state !== 'ready' && state !== 'failed';

/** Named by its first words, as people would. */
export function textFileName(text: string): string {
  const start = text.trim().slice(0, 200).split('\n')[0] ?? '';
  const plain = start
    .replace(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name =
    plain.length > 40
      ? plain
          .slice(0, 41)
          .replace(/\s+\S*$/, '')
          .slice(0, 40)
      : plain;
  return `${name || words.textFile}.txt`;
}

/** What a file's line says of it. */
export function stateWords({ state, progress, error }: PendingFile): string {
  switch (state) {
    case 'uploading':
      return words.uploading(Math.floor(progress * 100));
    case 'paused':
      return words.pausedAt(Math.floor(progress * 100));
    case 'offline':
      return words.waitingForTheConnection;
    case 'retrying':
      return words.tryingAgain;
    case 'checking':
      return words.checking;
    case 'failed':
      return error ?? words.uploadFailed;
    case 'ready':
      return words.ready;
  }
}

/** All of them in a sentence, for those who cannot see the list; it does not change with every per cent. */
export function summaryOf(files: readonly PendingFile[]): string {
  const count = (number: number, say: (count: number) => string) => (number === 0 ? [] : [say(number)]);
  const failed = files.filter(({ state }) => state === 'failed');
  return [
    ...count(files.filter(isOnItsWay).length, words.numberUploading),
    ...count(files.filter(({ state }) => state === 'ready').length, words.numberAttached),
    ...failed.map((file) => `${plainFileName(file.name)}: ${stateWords(file)}`),
  ].join(', ');
}
