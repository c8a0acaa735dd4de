import { isRedirect } from '@tanstack/react-router';
import { describe, expect, it } from 'vitest';
import { knowUser, requireUser, requireVisitor } from './guards';

const user = { id: 'u1', email: 'ada@example.com', isAdmin: false };
const location = { href: '/qinvest?open=gain' };
type Context = Parameters<typeof requireUser>[0]['context'];

/** A query cache whose session query settles as given. */
const contextOf = (session: Promise<unknown>) =>
  ({ queryUtils: { auth: { user: { ensureData: () => session } } } }) as unknown as Context;

const redirectOf = async (guard: Promise<unknown>) => {
  const thrown = await guard.catch((cause: unknown) => cause);
  return isRedirect(thrown) ? thrown.options : undefined;
};

describe('requireUser', () => {
  it('returns the signed-in user', async () => {
    expect(await requireUser({ context: contextOf(Promise.resolve(user)), location })).toEqual({ user });
  });

  it('redirects signed-out users to the sign-in screen, which returns here', async () => {
    const guard = requireUser({ context: contextOf(Promise.resolve(null)), location });
    expect(await redirectOf(guard)).toMatchObject({ to: '/auth', search: { redirect: location.href }, replace: true });
  });

  it('redirects nobody while the server is unreachable', async () => {
    const guard = requireUser({ context: contextOf(Promise.reject(new TypeError('Failed to fetch'))), location });
    await expect(guard).rejects.toThrow("Can't reach the server");
  });
});

describe('requireVisitor', () => {
  it('redirects signed-in users to the requested page, by default to the chat', async () => {
    const context = contextOf(Promise.resolve(user));
    expect(await redirectOf(requireVisitor({ context }, '/settings'))).toMatchObject({ href: '/settings' });
    expect(await redirectOf(requireVisitor({ context }, undefined))).toMatchObject({ href: '/qchat' });
  });

  it('shows the form to visitors and while the server is unreachable', async () => {
    await expect(requireVisitor({ context: contextOf(Promise.resolve(null)) }, undefined)).resolves.toBeUndefined();
    const failing = contextOf(Promise.reject(new TypeError('Failed to fetch')));
    await expect(requireVisitor({ context: failing }, undefined)).resolves.toBeUndefined();
  });
});

describe('knowUser', () => {
  it('waits for the session and redirects nobody', async () => {
    expect(await knowUser({ context: contextOf(Promise.resolve(user)) })).toBeUndefined();
    expect(await knowUser({ context: contextOf(Promise.resolve(null)) })).toBeUndefined();
    expect(await knowUser({ context: contextOf(Promise.reject(new TypeError('Failed to fetch'))) })).toBeUndefined();
  });
});
