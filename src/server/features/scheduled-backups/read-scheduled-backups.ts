/** The state of the scheduled backups for administrators. */
import type { Deps } from '~/server/deps';
import { formatInstant } from '~/shared/figure-text';
import type { InstallationStatus, PartStatus } from '~/shared/schemas/status';
import { readBackupState } from './backup-store';
import { nextTime } from './backup-times';

type ScheduledBackups = InstallationStatus['scheduledBackups'];

export async function readScheduledBackups({ db, env }: Pick<Deps, 'db' | 'env'>): Promise<ScheduledBackups> {
  if (env.BACKUP_DIR === undefined) return null;
  return { ...(await readBackupState(db)), nextAt: nextTime(env.BACKUP_TIMES, new Date()) };
}

export function backupPart(backups: ScheduledBackups): PartStatus {
  const part = 'backups';
  if (!backups) return { part, state: 'off', detail: 'BACKUP_DIR is not set' };
  if (backups.failure) return { part, state: 'failing', detail: backups.failure.problem };
  const { lastVerifiedAt } = backups;
  if (!lastVerifiedAt) return { part, state: 'unchecked', detail: 'The first backup has not been completed yet' };
  const detail = `Restored and compared on ${formatInstant(lastVerifiedAt)}`;
  return { part, state: 'ok', detail: backups.warning ? `${detail}. ${backups.warning}` : detail };
}
