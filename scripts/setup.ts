/** npm run setup: does the same as /admin-setup, from the command line. It can also create the account. */

import { OperatorError } from '~/server/lib/operator-error';
import { askPassword } from '~/server/operator/ask-password';
import { runCommand } from '~/server/operator/command';
import { confirm } from '~/server/operator/confirm';
import { withDeps } from '~/server/operator/open';
import { setUpAccount } from '~/server/operator/set-up-account';
import { registerInput } from '~/shared/schemas/auth';

await runCommand({
  name: 'setup',
  summary: 'makes an account an administrator and adds sample positions',
  notes: [
    'If the account exists, its sessions and API tokens are shown before it is promoted.',
    'With --create and --reset-password you type the password, pipe it in, or let the command generate and show it once.',
    'Sample positions appear in the public track record, marked as samples, and cannot be removed from it.',
    'Stop the server first if it uses the embedded database.',
  ],
  options: {
    email: { type: 'string', value: 'address', help: "the account's email", isRequired: true },
    create: { type: 'boolean', help: 'create the account; fails if it exists' },
    'reset-password': {
      type: 'boolean',
      help: 'set the password of an account that exists, and end its sessions and API tokens',
    },
    'password-stdin': { type: 'boolean', help: 'the password is the first line of standard input' },
    yes: { type: 'boolean', help: 'promote an account that exists without asking' },
    'no-seed': { type: 'boolean', help: 'do not add sample positions (recommended in production)' },
  },
  async run(values, io) {
    const checked = registerInput.shape.email.safeParse(values.email);
    if (!checked.success) throw new OperatorError(`${values.email} is not an email address.`);
    const setUp = {
      email: checked.data,
      create: values.create,
      resetPassword: values['reset-password'],
      isPasswordPiped: values['password-stdin'],
      seedPositions: !values['no-seed'],
    };
    const ask = {
      password: () => askPassword({ isPiped: setUp.isPasswordPiped }),
      promotion: async (question: string) => values.yes || confirm(question, '--yes'),
    };
    await withDeps(io, (deps) => setUpAccount(deps, io, setUp, ask));
  },
});
