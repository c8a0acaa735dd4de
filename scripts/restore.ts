/** npm run restore: restores a backup into the database and file storage of the settings. */

import { restore } from '~/server/backup/restore';
import { migrationsDir } from '~/server/lib/product-root';
import { runCommand } from '~/server/operator/command';
import { operatorError, settings } from '~/server/operator/open';

await runCommand({
  name: 'restore',
  summary: 'restores a backup into the database and file storage of the settings',
  notes: [
    'An encrypted backup needs the setting BACKUP_PASSPHRASE.',
    'Every part is checked against the manifest before anything is changed. The database and storage types may differ from\nthose of the backup: embedded or PostgreSQL server, disk or S3.',
    'Stop the servers first. Answers that were in progress when the backup was made are marked as interrupted at the next\nstart. Sessions are in the backup, so users stay signed in.',
  ],
  options: {
    from: { type: 'string', value: 'folder', help: 'the backup', isRequired: true },
    force: { type: 'boolean', help: 'replace everything in a database that is not empty' },
  },
  async run({ from, force }, io) {
    const options = { isForced: force, migrationsDir, io };
    const { rows, objects, applied } = await restore(settings(), from, options).catch((error) => {
      throw operatorError(error);
    });
    io.print(`Database: ${rows} rows`);
    io.print(`Files: ${objects}`);
    if (applied.length > 0) io.print(`Newer migrations applied: ${applied.join(', ')}`);
    io.print('Restored. Start the server.');
  },
});
