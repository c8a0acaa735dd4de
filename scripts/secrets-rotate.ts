/** npm run secrets:rotate: encrypts stored keys with the current secret of the installation. */
import { operator, recordAudit } from '~/server/features/audit/audit.service';
import { addFileKey } from '~/server/features/uploads/file-keys';
import { runCommand } from '~/server/operator/command';
import { withDeps } from '~/server/operator/open';
import { rotateSecrets } from '~/server/operator/secrets/rotate-secrets';

await runCommand({
  name: 'secrets:rotate',
  summary: 'encrypts stored keys again with the current secret of the installation',
  notes: [
    'Before it, put the former secret into SECRET_KEY_PREVIOUS, and restart all servers. With a PostgreSQL server they keep\nrunning. A value that no known secret decrypts is left as it is, and the exit code is then 1.',
  ],
  options: {
    'new-file-key': {
      type: 'boolean',
      help: 'also make a new key for files and messages that are stored after the next restart (ENCRYPT_FILES, ENCRYPT_MESSAGES)',
    },
  },
  async run(values, io) {
    return withDeps(io, async (deps) => {
      const { db, env } = deps;
      const results = await rotateSecrets((text, values = []) => db.$queryRawUnsafe(text, ...values), env);
      const sum = (of: 'rotated' | 'changed' | 'unreadable') => results.reduce((all, result) => all + result[of], 0);
      for (const { name, rotated, current, changed, unreadable } of results)
        io.print(
          `${name}: ${rotated} encrypted again, ${current} already current` +
            `${changed > 0 ? `, ${changed} changed by a server at the same time` : ''}` +
            `${unreadable > 0 ? `, ${unreadable} cannot be decrypted` : ''}`,
        );
      if (sum('rotated') > 0) {
        const { by: actor, caller } = operator;
        await recordAudit(deps, { kind: 'secrets-rotated', actor, details: { count: sum('rotated') }, caller });
      }
      if (values['new-file-key']) {
        await addFileKey(env, db);
        io.print('Restart all servers: files stored after that are encrypted with a new key.');
      }
      if (sum('unreadable') > 0) {
        io.warn('Add the secret that encrypted them to SECRET_KEY_PREVIOUS and run this again.');
        return false;
      }
      io.print(
        sum('changed') > 0
          ? 'Run this again to check the values that changed.'
          : 'No stored value needs a former secret. Remove SECRET_KEY_PREVIOUS when all servers run with the new secret.',
      );
      return true;
    });
  },
});
