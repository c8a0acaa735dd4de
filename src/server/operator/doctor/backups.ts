/** Checks the folder of scheduled backups. */
import { statSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import type { Env } from '~/server/env';
import { type Finding, fail, ok, warn } from './finding';

export async function checkBackups({ BACKUP_DIR, BACKUP_PASSPHRASE, DATA_DIR }: Env): Promise<Finding[]> {
  const check = 'backups';
  if (BACKUP_DIR === undefined) return [ok(check, 'BACKUP_DIR is not set, so no backups are scheduled')];
  const folder = statSync(BACKUP_DIR, { throwIfNoEntry: false });
  if (!folder?.isDirectory())
    return [fail(check, `the folder ${BACKUP_DIR} is not there`, 'Mount or create it, or change BACKUP_DIR.')];
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
  return findings.length > 0 ? findings : [ok(check, BACKUP_DIR)];
}
