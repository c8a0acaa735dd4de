/** Settings of scheduled backups. */
import path from 'node:path';
import { z } from 'zod';
import { list, optional, wholeNumber } from './setting-values';

const maxTimes = 24;

export const backupSettings = {
  BACKUP_DIR: optional(z.string().trim()).transform((folder) => (folder === undefined ? folder : path.resolve(folder))),
  BACKUP_TIMES: list(
    (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value),
    `use at most ${maxTimes} times in UTC separated by commas, like 03:00, 15:00`,
    { max: maxTimes, standard: '03:00' },
  ),
  BACKUP_KEEP_DAILY: wholeNumber(1, 3650, 7),
  BACKUP_KEEP_WEEKLY: wholeNumber(0, 520, 4),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'use at least 12 characters, as openssl rand -base64 24 prints')),
};
