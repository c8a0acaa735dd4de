/** npm run user:create: creates an account, even if sign-up is closed. */
import { operator } from '~/server/features/audit/audit.service';
import { createAccount } from '~/server/features/auth/manage-account';
import { OperatorError } from '~/server/lib/operator-error';
import { askPassword } from '~/server/operator/ask-password';
import { runCommand } from '~/server/operator/command';
import { withDeps } from '~/server/operator/open';
import { registerInput } from '~/shared/schemas/auth';

await runCommand({
  name: 'user:create',
  summary: 'creates an account, even with SIGN_UP=closed',
  notes: [
    'You type the password, pipe it in, or let the command generate and show it once.',
    'Stop the server first if it uses the embedded database.',
  ],
  options: {
    email: { type: 'string', value: 'address', help: 'the email address of the account', isRequired: true },
    'first-name': { type: 'string', value: 'name', help: "the user's first name" },
    'last-name': { type: 'string', value: 'name', help: "the user's last name" },
    'password-stdin': { type: 'boolean', help: 'the password is the first line of standard input' },
  },
  async run(values, io) {
    const checked = registerInput.omit({ password: true }).safeParse({
      email: values.email,
      firstName: values['first-name'],
      lastName: values['last-name'],
    });
    if (!checked.success) throw new OperatorError(`${checked.error.issues[0]?.message}.`);
    const { email, firstName, lastName } = checked.data;
    await withDeps(io, async (deps) => {
      if ((await deps.db.user.count({ where: { email } })) > 0)
        throw new OperatorError(`An account with the email ${email} already exists.`);
      const { password, isGenerated } = await askPassword({ isPiped: values['password-stdin'] });
      const names = { ...(firstName && { firstName }), ...(lastName && { lastName }) };
      await createAccount(deps, operator, { email, password, ...names });
      io.print(`Account created: ${email}`);
      if (isGenerated) io.print(`Password (shown only once): ${password}`);
    });
  },
});
