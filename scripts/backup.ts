/** npm run backup: the database and all files into a new folder, with a manifest of hashes. */
import { backUp } from '~/server/operator/backup/back-up';
import { runCommand } from '~/server/operator/command';
import { inOperatorsWords, settings } from '~/server/operator/open';
import { productVersion } from '~/server/operator/version';

const stamp = () => new Date().toISOString().slice(0, 19).replaceAll(':', '-');

await runCommand({
  name: 'backup',
  summary: 'copies the database and all files into a new folder',
  notes: [
    'On a PostgreSQL server the product may run meanwhile: the database is copied as it is at one moment. The embedded\ndatabase belongs to one process at a time: stop the server first.',
    'Not in it: the settings (.env) and the key that signs upload links, which is made anew and matters for 15 minutes.\nThe backup holds everything people wrote, and the hashes of their passwords: keep it as safe as the database.',
  ],
  options: {
    to: { type: 'string', value: 'folder', help: 'a new folder (default: ./backups/<time>)' },
  },
  async run({ to = `backups/${stamp()}` }, io) {
    const { objects } = await backUp(settings(), to, productVersion(), io).catch((error) => {
      throw inOperatorsWords(error);
    });
    if (objects.missing.length > 0)
      io.warn(
        `${objects.missing.length} files are named in the database, but their bytes are not in the store: deleted since, or uploads that never came.\nThe manifest lists them under objects.missing.`,
      );
    io.say(`Backup: ${to}`);
  },
});
