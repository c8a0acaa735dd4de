/**
 * Which backups to keep: the newest of each of the last days and weeks that have one. What a backup contains follows
 * from its folder name and its manifest alone, so that its folder can be moved to another installation.
 */

import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { manifestName } from '~/server/backup/manifest';
import { dayMs } from '~/shared/utc-day';

const namePattern = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/;
/** Written once a backup has been verified. */
export const verifiedName = 'verified';
/** Written if verification found a file that is missing, unreadable or changed. */
export const damagedName = 'damaged';

export const nameOf = (at: Date): string => `backup-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z`;

export interface StoredBackup {
  name: string;
  at: Date;
  isVerified: boolean;
  isDamaged: boolean;
}

export interface FoundFolders {
  /** Newest first. */
  complete: StoredBackup[];
  /** Left by a process that stopped: they have no manifest. */
  unfinished: string[];
}

const manifests = [manifestName, `${manifestName}.age`];

export async function readFolders(dir: string): Promise<FoundFolders> {
  const found: FoundFolders = { complete: [], unfinished: [] };
  for (const name of await readdir(dir)) {
    const [, day, ...time] = namePattern.exec(name) ?? [];
    if (!day) continue;
    const isComplete = manifests.some((manifest) => existsSync(path.join(dir, name, manifest)));
    if (!isComplete) found.unfinished.push(name);
    else
      found.complete.push({
        name,
        at: new Date(`${day}T${time.join(':')}Z`),
        isVerified: existsSync(path.join(dir, name, verifiedName)),
        isDamaged: existsSync(path.join(dir, name, damagedName)),
      });
  }
  found.complete.sort((a, b) => b.at.getTime() - a.at.getTime());
  return found;
}

/**
 * The backups whose files the next one may share, in order of preference: the newest verified one, unless a later one
 * found damage, which may be in files that both share. Then later ones without a verdict, newest first: after a change
 * of the passphrase, only they have its key. The next backup verifies the files that it shares.
 */
export function chooseShared(complete: readonly StoredBackup[]): string[] {
  const newest = complete.findIndex(({ isVerified, isDamaged }) => isVerified || isDamaged);
  const later = newest < 0 ? complete : complete.slice(0, newest);
  const verified = complete[later.length];
  return [...(verified && !verified.isDamaged ? [verified] : []), ...later].map(({ name }) => name);
}

export interface RetentionCounts {
  daily: number;
  weekly: number;
}

/**
 * Returns the names to delete. Days and weeks without a backup do not count, so that neither a pause nor a wrong clock
 * deletes the last backups. Backups dated in the future, from a wrong clock, are kept and do not replace others. The
 * newest two unverified backups are kept too, because a failed verification does not mean that they are useless.
 */
export function chooseExpired(complete: readonly StoredBackup[], keep: RetentionCounts, now: Date): string[] {
  const past = complete.filter(({ at }) => at.getTime() <= now.getTime() + dayMs);
  const verified = past.filter(({ isVerified }) => isVerified);
  const kept = new Set([
    ...newestOfEach(verified, keep.daily, (at) => Math.floor(at.getTime() / dayMs)),
    // Weeks begin on Monday; day 0 was a Thursday.
    ...newestOfEach(verified, keep.weekly, (at) => Math.floor((at.getTime() / dayMs + 3) / 7)),
    ...past
      .filter(({ isVerified }) => !isVerified)
      .slice(0, 2)
      .map(({ name }) => name),
  ]);
  return past.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}

/** The newest of each of the last `count` periods. */
function newestOfEach(sorted: readonly StoredBackup[], count: number, periodOf: (at: Date) => number): string[] {
  const newest = new Map<number, string>();
  for (const { name, at } of sorted) {
    const period = periodOf(at);
    if (!newest.has(period) && newest.size < count) newest.set(period, name);
  }
  return [...newest.values()];
}

/** The manifest is deleted first, so that a partly deleted backup is never mistaken for a complete one. */
export async function deleteBackup(dir: string, name: string): Promise<void> {
  for (const manifest of manifests) await rm(path.join(dir, name, manifest), { force: true });
  await rm(path.join(dir, name), { recursive: true, force: true, maxRetries: 3 });
}
