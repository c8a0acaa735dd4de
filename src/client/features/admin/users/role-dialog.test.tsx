import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { adminWords as words } from '~/client/words/admin';
import { RoleDialog } from './role-dialog';
import { useUserActions } from './use-user-actions';

const password = () => screen.getByLabelText<HTMLInputElement>(words.yourPassword);

function Dialog({ onClose }: { onClose: () => void }) {
  const { setAdmin } = useUserActions();
  return <RoleDialog user={ada} isOpen setAdmin={setAdmin} onClose={onClose} />;
}

it("makes an administrator only with the acting administrator's password", async () => {
  const requests = fakeServer({ 'admin.setAdmin': () => ({ message: 'ada@example.com is an administrator' }) });
  const onClose = vi.fn();
  const { user } = renderInApp(<Dialog onClose={onClose} />);
  await user.type(password(), '{Enter}');
  await waitFor(() => expect(errorOf(password())).toBe('Password is required'));
  expect(requests).toEqual([]);
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
