import type { Attachment } from '~/shared/schemas/messages';
import { newRequestId } from '../composer/request-id';
import type { StoredFile } from './stored-files';

/** A file of the draft, from its selection until its message is on the server. */
export interface PendingFile {
  /** Identifies the file on this page only. */
  key: string;
  name: string;
  type: string;
  size: number;
  /** 'checking': the upload is complete and the server checks the file. */
  state: 'uploading' | 'paused' | 'offline' | 'retrying' | 'limited' | 'checking' | 'failed' | 'ready';
  /** When the rate limit allows another try, in milliseconds since 1970. */
  resumesAt?: number;
  /** The uploaded share of the bytes, 0 to 1. */
  progress: number;
  error?: string | undefined;
  /** Whether retrying can help. */
  canRetry?: boolean;
  /** The file on the server; present once it is ready. */
  stored?: { id: string; objectPath: string; at: number };
  /** The URL of its thumbnail. */
  previewUrl?: string | undefined;
  /** Part of a message that is being sent. */
  isSending?: boolean;
}

/** Image types that every browser can display. */
const shownTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** An object URL for an image, to be released with URL.revokeObjectURL. */
const previewOf = (data: Blob | undefined): string | undefined =>
  data && shownTypes.has(data.type) ? URL.createObjectURL(data) : undefined;

/** A file that was just selected. */
export function newFile({ name, type, size }: Pick<File, 'name' | 'type' | 'size'>, data?: Blob): PendingFile {
  return { key: newRequestId(), name, type, size, state: 'uploading', progress: 0, previewUrl: previewOf(data) };
}

export function fromKeptFile({ id, objectPath, name, type, size, at }: StoredFile): PendingFile {
  const previewUrl = shownTypes.has(type) ? objectPath : undefined;
  return { key: id, name, type, size, state: 'ready', progress: 1, stored: { id, objectPath, at }, previewUrl };
}

/** Returns one entry if the file is on the server, otherwise none; meant for flatMap. */
export function toKeptFiles({ name, type, size, stored }: PendingFile): StoredFile[] {
  return stored ? [{ id: stored.id, objectPath: stored.objectPath, name, type, size, at: stored.at }] : [];
}

export function toAttachment({ name, type, size, stored, previewUrl }: PendingFile): Attachment {
  return { name, type, size, url: stored?.objectPath ?? '', ...(previewUrl && { previewUrl }) };
}

/** The files for the next message, without those that are being sent. */
export const notSending = (files: readonly PendingFile[]): PendingFile[] => files.filter(({ isSending }) => !isSending);

export const isInProgress = ({ state }: PendingFile): boolean => state !== 'ready' && state !== 'failed';
