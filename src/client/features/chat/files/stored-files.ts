import { accountKey } from '~/client/lib/account-storage';
import { recordOf } from '~/shared/is-record';

/**
 * Uploaded files that belong to no message yet, stored with the draft. Only their paths are stored here; the server
 * deletes the files after a week.
 */
export interface StoredFile {
  id: string;
  objectPath: string;
  name: string;
  type: string;
  size: number;
  /** When it was claimed, in milliseconds since 1970. */
  at: number;
}

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Keyed by account and by conversation, with a separate key for a new one. */
export const storedFilesKey = (userId: string, conversationId: string | undefined) =>
  accountKey('files', userId, conversationId ?? 'new');

export const readStoredFiles = (key: string, now = Date.now()): StoredFile[] =>
  storedIn(key).filter((file) => !isDeleted(file, now));

/** Names of files that the server has deleted since. They stay in storage until the next change. */
export const readDeletedNames = (key: string): string[] => deletedNames(storedIn(key));

export const deletedNames = (files: readonly StoredFile[]): string[] =>
  files.flatMap((file) => (isDeleted(file) ? [file.name] : []));

export const isDeleted = ({ at }: StoredFile, now = Date.now()): boolean => now - at >= lifetimeMs;

function storedIn(key: string): StoredFile[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStoredFile) : [];
  } catch {
    // Storage is forbidden, or contains data of another version.
    return [];
  }
}

export function writeStoredFiles(key: string, files: readonly StoredFile[]): void {
  try {
    if (files.length > 0) localStorage.setItem(key, JSON.stringify(files));
    else localStorage.removeItem(key);
  } catch {
    // Forbidden or full storage must not prevent attaching files.
  }
}

function isStoredFile(value: unknown): value is StoredFile {
  const { id, objectPath, name, type, size, at } = recordOf(value);
  const areTexts = [id, objectPath, name, type].every((field) => typeof field === 'string');
  // Only paths of this site, because stored values end up in links and images.
  return areTexts && /^\/objects\/[\w-]+$/.test(String(objectPath)) && Number.isFinite(size) && Number.isFinite(at);
}
