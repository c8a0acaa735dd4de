/** npm run user:unlock: lets a locked account in again. */
import { setLocked } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:unlock',
  summary: 'lets a locked account in again',
  notes: ['Its sessions and API tokens ended when it was locked. The user signs in again.'],
  options: {
    email: { type: 'string', value: 'address', help: 'the account', isRequired: true },
  },
  async run({ email }, io) {
    await withDeps(io, async (deps) => {
      const { id: userId } = await accountOf(deps, email);
      io.say(await setLocked(deps, operator, { userId, isLocked: false }));
    });
  },
});
