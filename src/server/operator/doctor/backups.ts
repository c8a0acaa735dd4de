/** Checks the folder of scheduled backups. */
import { statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import type { Session } from '~/server/db/session';
import type { Env } from '~/server/env';
import { readFolders } from '~/server/features/scheduled-backups/keep-backups';
import { partFixes } from '~/server/features/status/part-status';
import { type Finding, fail, ok, warn } from './finding';

const hourMs = 60 * 60_000;
/** Scheduled once a day, with room for a slow one. The alert in deploy/prometheus-alerts.yml has the same limit. */
const oldestHours = 36;

export async function checkBackups({ BACKUP_DIR, BACKUP_PASSPHRASE, DATA_DIR }: Env): Promise<Finding[]> {
  const check = 'backups';
  if (BACKUP_DIR === undefined) return [ok(check, 'BACKUP_DIR is not set, so no backups are scheduled')];
  const folder = statSync(BACKUP_DIR, { throwIfNoEntry: false });
  if (!folder?.isDirectory())
    return [fail(check, `the folder ${BACKUP_DIR} does not exist`, 'Mount or create it, or change BACKUP_DIR.')];
  const isWritable = await access(BACKUP_DIR, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable)
    return [fail(check, `${BACKUP_DIR} cannot be written to`, 'Give the user of the server access to it.')];
  const findings: Finding[] = [];
  if (statSync(DATA_DIR, { throwIfNoEntry: false })?.dev === folder.dev)
    findings.push(
      warn(
        check,
        `${BACKUP_DIR} is on the same disk as DATA_DIR`,
        'Choose another disk, or copy the backups elsewhere.',
      ),
    );
  if (BACKUP_PASSPHRASE === undefined)
    findings.push(warn(check, 'backups are not encrypted', 'Set BACKUP_PASSPHRASE, and keep a copy of it elsewhere.'));
  findings.push(...(await checkAge(BACKUP_DIR)));
  return findings.length > 0 ? findings : [ok(check, BACKUP_DIR)];
}

/** The server may be unable to write where this process can, such as in the sandbox of its systemd unit. */
export async function checkLastBackup({ BACKUP_DIR }: Env, query: Session['query']): Promise<Finding[]> {
  if (BACKUP_DIR === undefined) return [];
  const [last] = await query(
    `SELECT problem, failed_at IS NOT NULL AS failed FROM backups
     WHERE failed_at IS NOT NULL OR verified_at IS NOT NULL ORDER BY id DESC LIMIT 1`,
  );
  if (!last?.failed) {
    const fix = 'See "Backup incomplete" in docs/runbooks.md.';
    return last?.problem ? [warn('backups', `the last backup is incomplete: ${last.problem}`, fix)] : [];
  }
  return [warn('backups', `the server's last attempt failed: ${last.problem}`, partFixes.backups)];
}

/** Checks only the folder, because the database may be the one to restore. */
async function checkAge(dir: string): Promise<Finding[]> {
  const check = 'backups';
  const now = Date.now();
  // A wrong clock dates backups in the future.
  const complete = (await readFolders(dir)).complete.filter(({ at }) => at.getTime() <= now);
  const [newest] = complete;
  // The server makes the first one within a minute of its start.
  if (!newest) return [];
  const verified = complete.find(({ isVerified }) => isVerified);
  const hours = verified && Math.floor((now - verified.at.getTime()) / hourMs);
  const fix = 'See why under Settings → Admin → Status, or search the log for "backup".';
  if (hours === undefined) return [warn(check, `no backup in ${dir} has been verified`, fix)];
  if (hours >= oldestHours) return [warn(check, `the last verified backup is ${hours} hours old`, fix)];
  if (verified === newest) return [];
  return [warn(check, `the backup ${newest.name} could not be verified, or is being verified`, fix)];
}
