/** npm run setup: what /admin-setup does, from the shell – with the account's creation, where there is none yet. */

import { operator } from '~/server/features/audit/audit.service';
import { createAccount } from '~/server/features/auth/manage-account';
import { initialise } from '~/server/features/setup/setup.service';
import { askPassword } from '~/server/operator/ask-password';
import { OperatorError, runCommand } from '~/server/operator/command';
import { accountOf, withDeps } from '~/server/operator/open';
import { registerInput } from '~/shared/schemas/auth';

await runCommand({
  name: 'setup',
  summary: 'makes an account an administrator and seeds sample positions',
  notes: [
    'Safe to run again: what is there already stays as it is. With the embedded database the server must be stopped.',
    'With --create the password is asked for, read from standard input, or made and shown once.',
  ],
  options: {
    email: { type: 'string', value: 'address', help: 'the account', isRequired: true },
    create: { type: 'boolean', help: 'create the account if there is none' },
    'password-stdin': { type: 'boolean', help: 'with --create: the password is the first line of standard input' },
    'no-seed': { type: 'boolean', help: 'leave the book of positions as it is' },
  },
  async run(values, io) {
    const { email: typed, create } = values;
    const checked = registerInput.shape.email.safeParse(typed);
    if (!checked.success) throw new OperatorError(`${typed} is no e-mail address.`);
    const email = checked.data;
    await withDeps(io, async (deps) => {
      const isThere = (await deps.db.user.count({ where: { email } })) > 0;
      if (!isThere && !create)
        throw new OperatorError(
          `There is no account with the address ${email}. Sign up in the browser, or add --create.`,
        );
      if (!isThere) {
        const { password, isGenerated } = await askPassword({ isPiped: values['password-stdin'] });
        await createAccount(deps, operator, { email, password });
        io.say(`Account created: ${email}`);
        if (isGenerated) io.say(`Its password, shown this once: ${password}`);
      }
      const user = await accountOf(deps, email);
      const seedPositions = !values['no-seed'];
      const { madeAdmin, positionsCreated } = await initialise(deps, operator, { user, seedPositions });
      io.say(madeAdmin ? `Made an administrator: ${email}` : `Was an administrator already: ${email}`);
      if (!seedPositions) io.say('Sample positions: left alone');
      else
        io.say(
          positionsCreated > 0
            ? `Sample positions: ${positionsCreated} created`
            : 'Sample positions: all there already',
        );
    });
  },
});
