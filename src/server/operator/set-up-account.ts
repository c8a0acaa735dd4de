/**
 * Implements `npm run setup`. Anyone may have registered the operator's email first, so an existing account is never
 * promoted silently, and a typed password is never ignored.
 */
import type { Deps } from '~/server/deps';
import { operator } from '~/server/features/audit/audit.service';
import { createAccount, setPassword } from '~/server/features/auth/manage-account';
import { initialize } from '~/server/features/setup/setup.service';
import type { Io } from '~/server/lib/command-output';
import { OperatorError } from '~/server/lib/operator-error';
import { formatInstant } from '~/shared/figure-text';
import type { NewPassword } from './ask-password';
import { counted, describeEndedAccess } from './ended-access';

export interface SetUp {
  email: string;
  /** Create the account if there is none. */
  create: boolean;
  /** Set the typed password for an existing account, and end its sessions and API tokens. */
  resetPassword: boolean;
  isPasswordPiped: boolean;
  seedPositions: boolean;
}

/** Prompts that the operator may have to answer. */
export interface Ask {
  password(): Promise<NewPassword>;
  promotion(question: string): Promise<boolean>;
}

export async function setUpAccount(deps: Deps, io: Io, setUp: SetUp, ask: Ask): Promise<void> {
  const { email, seedPositions } = setUp;
  if (setUp.isPasswordPiped && !setUp.create && !setUp.resetPassword)
    throw new OperatorError(
      '--password-stdin sets a password only with --create or --reset-password. Add one of them.',
    );
  const found = await findAccount(deps, email);
  const user = found ? await updateExisting(deps, io, setUp, ask, found) : await createNew(deps, io, setUp, ask);
  const { madeAdmin, positionsCreated } = await initialize(deps, operator, { user, seedPositions });
  io.print(madeAdmin ? `${email} is now an administrator` : `${email} is already an administrator`);
  if (!seedPositions) io.print('Sample positions: not added');
  else
    io.print(
      positionsCreated > 0 ? `Sample positions: ${positionsCreated} created` : 'Sample positions: already present',
    );
}

interface Existing {
  id: string;
  email: string;
  isAdmin: boolean;
  /** Its creation date, and the number of its sessions and API tokens. */
  facts: string;
}

async function createNew(deps: Deps, io: Io, { email, create }: SetUp, ask: Ask) {
  if (!create) throw new OperatorError(`No account has the email ${email}. Sign up in the browser, or add --create.`);
  const made = await ask.password();
  const user = await createAccount(deps, operator, { email, password: made.password });
  io.print(`Account created: ${email}`);
  printPassword(io, made);
  return user;
}

async function updateExisting(deps: Deps, io: Io, setUp: SetUp, ask: Ask, found: Existing) {
  const { email, facts } = found;
  if (setUp.resetPassword) {
    const made = await ask.password();
    const ended = await setPassword(deps, operator, { ...found, password: made.password });
    io.print(`${email} already existed: ${facts}.`);
    io.print(`It has a new password. ${describeEndedAccess(ended)}`);
    printPassword(io, made);
    return found;
  }
  if (setUp.create)
    throw new OperatorError(
      `An account with the email ${email} already exists: ${facts}. Nothing was changed.\n` +
        'Add --reset-password to set its password and end its sessions and API tokens,\n' +
        'or omit --create to promote it unchanged.',
    );
  if (found.isAdmin) return found;
  io.print(`${email} already exists: ${facts}.`);
  if (!(await ask.promotion(`Make ${email} an administrator?`))) throw new OperatorError('Nothing was changed.');
  return found;
}

async function findAccount({ db }: Deps, email: string): Promise<Existing | null> {
  const now = new Date();
  const user = await db.user.findUnique({
    where: { email },
    select: {
      id: true,
      email: true,
      isAdmin: true,
      createdAt: true,
      _count: {
        select: {
          sessions: { where: { expiresAt: { gt: now } } },
          apiTokens: { where: { OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] } },
        },
      },
    },
  });
  if (!user) return null;
  const { createdAt, _count, ...account } = user;
  const since = formatInstant(createdAt);
  const ways = `${counted(_count.sessions, 'session')}, ${counted(_count.apiTokens, 'API token')}`;
  return { ...account, facts: `created ${since}, ${ways}` };
}

function printPassword(io: Io, { password, isGenerated }: NewPassword): void {
  if (isGenerated) io.print(`Password (shown only once): ${password}`);
}
