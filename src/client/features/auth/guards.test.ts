import { isRedirect } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { SessionUnavailable } from '~/client/lib/session-unavailable';
import { ada } from '~/client/testing/users';
import type { CurrentUser } from '~/shared/schemas/auth';
import { loadUser, requireUser, requireVisitor } from './guards';

type Context = Parameters<typeof requireUser>[0]['context'];

/** The guards only request the session. */
const sessionOf = (ask: () => Promise<CurrentUser | null>): Context =>
  ({ queryUtils: { auth: { user: { ensureData: ask } } } }) as unknown as Context;
const signedIn = sessionOf(async () => ada);
const signedOut = sessionOf(async () => null);
const withoutFactor = sessionOf(async () => ({ ...ada, mustSetUpSecondFactor: true }));
const unreachable = sessionOf(async () => {
  throw new Error('Failed to fetch');
});
const at = (href: string) => ({ href });

/** Where a guard redirects the user, or undefined if it lets them through. */
async function redirected(guard: Promise<unknown>) {
  try {
    await guard;
    return undefined;
  } catch (thrown) {
    if (isRedirect(thrown)) return thrown.options;
    throw thrown;
  }
}

describe('a page for signed-in users', () => {
  it('lets a signed-in user through and passes the user to the route', async () => {
    expect(await requireUser({ context: signedIn, location: at('/qchat') })).toEqual({ user: ada });
  });

  it.each([
    ['without a session', signedOut],
    ['without the second factor that is required', withoutFactor],
  ])('redirects a user %s to the sign-in screen, which returns here', async (_, context) => {
    const options = await redirected(requireUser({ context, location: at('/qinvest?open=name') }));
    expect(options).toMatchObject({ to: '/auth', search: { redirect: '/qinvest?open=name' }, replace: true });
  });

  it('never redirects to another site', async () => {
    const options = await redirected(requireUser({ context: signedOut, location: at('//evil.example/') }));
    expect(options).toMatchObject({ to: '/auth', search: { redirect: undefined } });
  });

  it('redirects no one while the server is unreachable', async () => {
    await expect(requireUser({ context: unreachable, location: at('/qchat') })).rejects.toThrow(SessionUnavailable);
    await expect(requireUser({ context: unreachable, location: at('/qchat') })).rejects.toThrow(
      "Can't reach the server",
    );
  });
});

describe('a public page', () => {
  it.each([
    ['a user', signedIn],
    ['a visitor', signedOut],
    ['a server that cannot be reached', unreachable],
  ])('is shown with %s', async (_, context) => {
    await expect(loadUser({ context })).resolves.toBeUndefined();
  });
});

describe('the sign-in screen', () => {
  it.each([
    ['to the chat', undefined, '/qchat', false],
    ['to the requested page', '/qinvest', '/qinvest', false],
    ['to a shared page, which is not part of the application', '/s/abc', '/s/abc', true],
  ])('redirects a signed-in user %s', async (_, next, href, reloadDocument) => {
    expect(await redirected(requireVisitor({ context: signedIn }, next))).toMatchObject({ href, reloadDocument });
  });

  it.each([
    ['a visitor', signedOut],
    ['a user who has to set up a second factor', withoutFactor],
    ['a server that cannot be reached', unreachable],
  ])('is shown with %s', async (_, context) => {
    expect(await redirected(requireVisitor({ context }, '/qchat'))).toBeUndefined();
  });
});
