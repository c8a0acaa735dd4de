import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { adminWords as words } from '~/client/words/admin';
import { TokenWaitlist } from './token-waitlist';

const entry = {
  id: '7f9d8c1e-5f0a-4c53-9f0e-0d5f6c1b2a01',
  email: 'visitor@example.com',
  createdAt: new Date('2026-01-05T09:00:00Z'),
};

it('reloads the list when the entry was already removed', async () => {
  let isRemoved = false;
  fakeServer({
    'waitlist.page': () => ({ items: isRemoved ? [] : [entry], nextCursor: null, total: isRemoved ? 0 : 1 }),
    'waitlist.delete': () => {
      isRemoved = true;
      throw new ServerError('Waitlist entry not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  const { user } = renderInApp(<TokenWaitlist />);
  await user.click(await screen.findByRole('button', { name: words.removeOf(entry.email) }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: words.removeEntry }));
  expect(await screen.findByText('Waitlist entry not found')).toBeDefined();
  expect(await screen.findByText(words.noWaitlist)).toBeDefined();
  await waitFor(() => expect(screen.queryByText(entry.email)).toBeNull());
});
