/** npm run user:unlock: unlocks an account. */
import { setLocked } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:unlock',
  summary: 'unlocks an account',
  notes: ['Its sessions and API tokens ended when it was locked. The user must sign in again.'],
  options: {
    email: { type: 'string', value: 'address', help: "the account's email", isRequired: true },
  },
  async run({ email }, io) {
    await withDeps(io, async (deps) => {
      const { id: userId } = await accountOf(deps, email);
      io.print(await setLocked(deps, operator, { userId, isLocked: false }));
    });
  },
});
