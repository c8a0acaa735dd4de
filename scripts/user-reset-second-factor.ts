/** npm run user:reset-second-factor: removes the second factor of a user who lost it. */
import { resetSecondFactor } from '~/server/features/admin/admin.service';
import { operator } from '~/server/features/audit/audit.service';
import { runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:reset-second-factor',
  summary: 'removes the second factor of a user who lost it',
  notes: [
    'Also removes passkeys and recovery codes. The password alone signs in afterwards. Sessions and API tokens stay.',
  ],
  options: {
    email: { type: 'string', value: 'address', help: "the account's email", isRequired: true },
  },
  async run({ email }, io) {
    await withDeps(io, async (deps) => {
      const { id: userId } = await accountOf(deps, email);
      io.print(await resetSecondFactor(deps, operator, userId));
    });
  },
});
