/** npm run restore: a backup back into the database and the store that the settings name. */
import { restore } from '~/server/operator/backup/restore';
import { runCommand } from '~/server/operator/command';
import { inOperatorsWords, migrationsDir, settings } from '~/server/operator/open';

await runCommand({
  name: 'restore',
  summary: 'puts a backup back, into the database and the store of the settings',
  notes: [
    'Every part is checked against the manifest before anything is touched. The kinds need not be the same: a backup of\nthe embedded database goes into a PostgreSQL server and back, files from disk into S3 and back.',
    'The servers must be stopped. Answers that were being written when the backup was made are closed as interrupted at\nthe next start. Sessions are in the backup: people stay signed in.',
  ],
  options: {
    from: { type: 'string', value: 'folder', help: 'the backup', isRequired: true },
    force: { type: 'boolean', help: 'replace everything in a database that is not empty' },
  },
  async run({ from, force }, io) {
    const options = { isForced: force, migrationsDir, io };
    const { rows, objects, applied } = await restore(settings(), from, options).catch((error) => {
      throw inOperatorsWords(error);
    });
    io.say(`Database: ${rows} rows`);
    io.say(`Files: ${objects}`);
    if (applied.length > 0) io.say(`Migrations applied after it: ${applied.join(', ')}`);
    io.say('Restored. Start the server.');
  },
});
