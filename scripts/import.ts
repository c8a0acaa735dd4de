/** npm run import: adds the files of a folder to a collection. */

import { OperatorError } from '~/server/lib/operator-error';
import { runCommand } from '~/server/operator/command';
import { importFolder, importJobs } from '~/server/operator/import/import-folder';
import { accountOf, onlyAccount, withDeps } from '~/server/operator/open';
import { collectionName } from '~/shared/schemas/collections';

await runCommand({
  name: 'import',
  summary: 'adds the files of a folder to a collection',
  notes: [
    'Folders inside the folder are included; hidden files and links are not. Safe to run again: unchanged files are left\nalone, and a changed file becomes a new version of its document. The collection is created if it does not exist.\nStop the server first if it uses the embedded database.',
  ],
  options: {
    collection: { type: 'string', value: 'name', help: 'the name of the collection', isRequired: true },
    email: {
      type: 'string',
      value: 'address',
      help: 'the account that the documents belong to; by default the only one, or the only administrator',
    },
    organization: {
      type: 'boolean',
      help: 'use an organization-wide collection; the account must be an administrator',
    },
  },
  argument: { name: 'folder', help: 'the folder with the files' },
  async run(values, io, folder) {
    const name = collectionName.safeParse(values.collection);
    if (!name.success) throw new OperatorError(`${name.error.issues[0]?.message}.`);
    return withDeps(io, async (deps) => {
      // Processes the files here, because no server is running on the embedded database.
      await deps.jobs.start({ kinds: importJobs, needs: deps, recurring: false });
      const reader = await (values.email === undefined ? onlyAccount(deps) : accountOf(deps, values.email));
      const scope = values.organization ? 'organization' : 'personal';
      const { failed } = await importFolder(deps, { reader, scope, collection: name.data, folder }, io);
      return failed === 0;
    });
  },
});
