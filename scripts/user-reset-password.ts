/** npm run user:reset-password: gives an account a new password and ends its sessions and API tokens. */
import { operator } from '~/server/features/audit/audit.service';
import { setPassword } from '~/server/features/auth/manage-account';
import { askPassword } from '~/server/operator/ask-password';
import { runCommand } from '~/server/operator/command';
import { describeEndedAccess } from '~/server/operator/ended-access';
import { accountOf, withDeps } from '~/server/operator/open';

await runCommand({
  name: 'user:reset-password',
  summary: 'gives an account a new password and ends its sessions and API tokens',
  notes: ['You type the password, pipe it in, or let the command generate and show it once.'],
  options: {
    email: { type: 'string', value: 'address', help: "the account's email", isRequired: true },
    'password-stdin': { type: 'boolean', help: 'the password is the first line of standard input' },
  },
  async run(values, io) {
    await withDeps(io, async (deps) => {
      const account = await accountOf(deps, values.email);
      const { password, isGenerated } = await askPassword({ isPiped: values['password-stdin'] });
      const ended = await setPassword(deps, operator, { ...account, password });
      io.print(`${account.email} has a new password. ${describeEndedAccess(ended)}`);
      if (isGenerated) io.print(`Password (shown only once): ${password}`);
    });
  },
});
