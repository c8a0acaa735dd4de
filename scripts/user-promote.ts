/** npm run user:promote: makes an account an administrator, or removes its admin rights. */
import { setAdmin } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:promote',
  summary: 'makes an account an administrator, or removes its admin rights',
  notes: ['The last active administrator cannot be demoted.'],
  options: {
    email: { type: 'string', value: 'address', help: "the account's email", isRequired: true },
    force: { type: 'boolean', help: 'promote even if the email address is not confirmed' },
    demote: { type: 'boolean', help: 'remove admin rights instead' },
  },
  async run({ email, demote, force }, io) {
    await withDeps(io, async (deps) => {
      const { id: userId } = await accountOf(deps, email);
      io.print(await setAdmin(deps, operator, { userId, isAdmin: !demote, isForced: force }));
    });
  },
});
