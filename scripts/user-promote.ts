/** npm run user:promote: makes an account an administrator, or takes that back. */
import { setAdmin } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:promote',
  summary: 'makes an account an administrator, or takes that back',
  notes: ['The last administrator who is not locked cannot be demoted.'],
  options: {
    email: { type: 'string', value: 'address', help: 'the account', isRequired: true },
    force: { type: 'boolean', help: 'promote even if the email address is not confirmed' },
    demote: { type: 'boolean', help: 'take the rights back instead' },
  },
  async run({ email, demote, force }, io) {
    await withDeps(io, async (deps) => {
      const { id: userId } = await accountOf(deps, email);
      io.say(await setAdmin(deps, operator, { userId, isAdmin: !demote, isForced: force }));
    });
  },
});
