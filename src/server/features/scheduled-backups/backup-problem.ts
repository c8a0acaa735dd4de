/** Messages for administrators about failed backups: what happened, and what to do. */

import type { Env } from '~/server/env';
import { codeOf, messageOf } from '~/server/lib/caught';

const maxLength = 1000;

export function explainProblem(error: unknown, env: Pick<Env, 'BACKUP_DIR' | 'DATA_DIR'>): string {
  const [message, code] = [messageOf(error), codeOf(error)];
  const dir = `BACKUP_DIR (${env.BACKUP_DIR})`;
  // 53100 is PostgreSQL's code for a full disk, here of the scratch copy that the backup is restored into.
  if (code === '53100' || (code === 'ENOSPC' && message.includes('backup-scratch')))
    return `The disk of DATA_DIR is full. Free up space: a copy of the database needs room there for a short time.`;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk of ${dir} is full. Free up space, or lower BACKUP_KEEP_DAILY or BACKUP_KEEP_WEEKLY.`;
  if (code === 'EROFS')
    return `${dir} is read-only for the server. Mount it writable, or add it to ReadWritePaths of the systemd unit.`;
  if (code === 'EACCES' || code === 'EPERM')
    return `The server can't write to ${dir}. Give the server's user access to it.`;
  if ((code === 'ENOENT' || code === 'ENOTDIR') && message.includes(env.BACKUP_DIR ?? '\0'))
    return `The folder ${dir} does not exist. Mount or create it.`;
  return message.slice(0, maxLength);
}
