import { accountKey } from '~/client/lib/account-storage';

/**
 * Files that are on the server and belong to no message yet, remembered with the draft. Only their addresses are
 * kept here; the server holds the bytes, and lets go of them after a week.
 */
export interface KeptFile {
  id: string;
  objectPath: string;
  name: string;
  type: string;
  size: number;
  /** When it was claimed, in milliseconds. */
  at: number;
}

const lifetimeMs = 7 * 24 * 60 * 60 * 1000;

/** Each account and each conversation has its own, and so has the question that begins a new one. */
export const keptFilesKey = (userId: string, conversationId: string | undefined) =>
  accountKey('files', userId, conversationId ?? 'new');

export function readKeptFiles(key: string, now = Date.now()): KeptFile[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((file) => isKeptFile(file) && now - file.at < lifetimeMs) : [];
  } catch {
    // Storage is forbidden, or holds what another version wrote: then there is nothing to remember.
    return [];
  }
}

export function writeKeptFiles(key: string, files: readonly KeptFile[]): void {
  try {
    if (files.length > 0) localStorage.setItem(key, JSON.stringify(files));
    else localStorage.removeItem(key);
  } catch {
    // Forbidden or full storage must not stop anybody from attaching a file.
  }
}

function isKeptFile(value: unknown): value is KeptFile {
  if (typeof value !== 'object' || value === null) return false;
  const { id, objectPath, name, type, size, at } = value as Record<string, unknown>;
  const areTexts = [id, objectPath, name, type].every((field) => typeof field === 'string');
  // Only paths of our own: what is stored here ends up in links and pictures.
  return areTexts && /^\/objects\/[\w-]+$/.test(String(objectPath)) && Number.isFinite(size) && Number.isFinite(at);
}
