/** npm run backup: copies the database and all files into a new folder, with a manifest of hashes. */

import { backUp } from '~/server/backup/back-up';
import { recordBackup } from '~/server/backup/record-backup';
import { packageVersion } from '~/server/lib/package-version';
import { runCommand } from '~/server/operator/command';
import { operatorError, settings } from '~/server/operator/open';

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

await runCommand({
  name: 'backup',
  summary: 'copies the database and all files into a new folder',
  notes: [
    'With a PostgreSQL server qInsight can keep running: the backup is a consistent snapshot. The embedded database allows\nonly one process, so stop the server first.',
    'Not included: the settings (.env) and DATA_DIR/secret.key. Keep copies of both: without the secret, stored keys,\nauthenticator apps and encrypted files and messages cannot be read. The key that signs upload links is generated\nagain; links of the last 15 minutes stop working.',
    'The backup contains all user data and password hashes. It is encrypted if BACKUP_PASSPHRASE is set;\notherwise protect it like the database.',
  ],
  options: {
    to: { type: 'string', value: 'folder', help: 'a new folder (default: ./backups/<time>)' },
  },
  async run({ to = `backups/${stamp()}` }, io) {
    const env = settings();
    const { manifest } = await backUp(env, to, packageVersion(), io).catch((error) => {
      throw operatorError(error);
    });
    await recordBackup(env, manifest, io);
    const { objects } = manifest;
    if (objects.missing.length > 0)
      io.warn(
        `${objects.missing.length} files listed in the database are missing from file storage (deleted or never uploaded).\nThe manifest lists them under objects.missing.`,
      );
    io.print(`Backup: ${to}`);
  },
});
