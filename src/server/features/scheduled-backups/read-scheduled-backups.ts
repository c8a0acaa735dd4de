/** The state of the scheduled backups for administrators. */
import type { Deps } from '~/server/deps';
import { failing, off } from '~/server/features/status/part-status';
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
  if (!backups) return off(part, 'BACKUP_DIR is not set');
  if (backups.failure) return failing(part, backups.failure.problem);
  const { lastVerifiedAt } = backups;
  if (!lastVerifiedAt) return { part, state: 'unchecked', detail: 'The first backup has not been completed yet' };
  const detail = `Restored and compared on ${formatInstant(lastVerifiedAt)}`;
  return { part, state: 'ok', detail: backups.warning ? `${detail}. ${backups.warning}` : detail };
}
