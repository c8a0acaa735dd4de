import type { Attachment } from '~/shared/schemas/messages';
import { newRequestId } from '../composer/request-id';
import type { KeptFile } from './kept-files';

/** A file beside the draft, from the moment it is chosen until its message is on the server. */
export interface PendingFile {
  /** Its name on this page alone. */
  key: string;
  name: string;
  type: string;
  size: number;
  /** 'checking': the bytes have arrived and the server looks at them. */
  state: 'uploading' | 'paused' | 'offline' | 'retrying' | 'limited' | 'checking' | 'failed' | 'ready';
  /** When a limit lets it go on, in milliseconds since 1970. */
  continuesAt?: number;
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
const previewOf = (data: Blob | undefined): string | undefined =>
  data && shownTypes.has(data.type) ? URL.createObjectURL(data) : undefined;

/** Chosen just now. */
export function newFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, data?: Blob): PendingFile {
  return { key: newRequestId(), name, type, size, state: 'uploading', progress: 0, previewUrl: previewOf(data) };
}

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
