import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { adaRow as ada } from '~/client/testing/users';
import { adminWords as words } from '~/client/words/admin';
import { RoleDialog } from './role-dialog';
import { useUserActions } from './use-user-actions';

const password = () => screen.getByLabelText<HTMLInputElement>(words.yourPassword);

function Dialog({ onClose }: { onClose: () => void }) {
  const { setAdmin } = useUserActions();
  return <RoleDialog user={ada} setAdmin={setAdmin} onClose={onClose} />;
}

it("makes an administrator only with the acting administrator's password", async () => {
  const requests = fakeServer({ 'admin.setAdmin': () => ({ message: 'ada@example.com is an administrator' }) });
  const onClose = vi.fn();
  const { user } = renderInApp(<Dialog onClose={onClose} />);
  await user.type(password(), '{Enter}');
  await waitFor(() => expect(errorOf(password())).toBe('Password is required'));
  expect(requests.filter(({ path }) => path === 'admin.setAdmin')).toEqual([]);
  await user.type(password(), 'secret{Enter}');
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests).toContainEqual({
    path: 'admin.setAdmin',
    input: { userId: ada.id, isAdmin: true, password: 'secret' },
  });
});

it('stays open with a wrong password', async () => {
  fakeServer({
    'admin.setAdmin': () => {
      throw new ServerError('Password is incorrect', { fieldErrors: { password: 'Password is incorrect' } });
    },
  });
  const onClose = vi.fn();
  const { user } = renderInApp(<Dialog onClose={onClose} />);
  await user.type(password(), 'wrong{Enter}');
  await waitFor(() => expect(errorOf(password())).toBe('Password is incorrect'));
  expect(onClose).not.toHaveBeenCalled();
});

it('asks an administrator without a password to sign in again, and then for nothing more', async () => {
  const methods = { ...signInMethods, hasPassword: false, confirmWith: [{ id: 'sso', name: 'Acme' }] };
  const answers = { 'admin.setAdmin': () => ({ message: 'ada@example.com is an administrator' }) };
  fakeServer({ ...answers, 'identities.list': () => methods });
  const { unmount } = renderInApp(<Dialog onClose={vi.fn()} />);
  const link = await screen.findByRole('link', { name: 'Confirm with Acme' });
  expect(link.getAttribute('href')).toBe('/auth/oidc/sso/start?confirm=1&redirect=%2Fsettings%3Ftab%3Dadmin');
  unmount();

  const requests = fakeServer({ ...answers, 'identities.list': () => ({ ...methods, isConfirmed: true }) });
  const onClose = vi.fn();
  const { user } = renderInApp(<Dialog onClose={onClose} />);
  await screen.findByText('Confirmed. You can continue for 10 minutes.');
  await user.click(screen.getByRole('button', { name: words.makeAdmin }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(requests).toContainEqual({ path: 'admin.setAdmin', input: { userId: ada.id, isAdmin: true } });
});
