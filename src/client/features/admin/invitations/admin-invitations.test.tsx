import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { config } from '~/client/testing/config';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { invitationWords as words } from '~/client/words/invitations';
import { providerWords } from '~/client/words/sign-in-providers';
import { uiWords } from '~/client/words/ui';
import type { InvitationRow } from '~/shared/schemas/invitations';
import AdminInvitations from './admin-invitations';

const pending: InvitationRow = {
  id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a',
  email: 'ada@example.com',
  isAdmin: false,
  state: 'pending',
  invitedBy: 'grace@example.com',
  createdAt: new Date('2026-05-04T09:30:00Z'),
  expiresAt: new Date('2026-05-11T09:30:00Z'),
};
const waiting: InvitationRow = {
  ...pending,
  id: '8b7a6d9c-5e4f-4d3c-a2b1-0f9e8d7c6b5b',
  email: 'lin@example.com',
  state: 'waiting',
  invitedBy: null,
  expiresAt: null,
};
const created = { ...pending, url: 'https://insight.example.com/invitation#token', isSent: false };

function page(rows: InvitationRow[], answers: FakeResponses = {}) {
  const requests = fakeServer({
    'invitations.list': () => ({ items: rows, nextCursor: null }),
    'auth.config': () => config,
    'identities.list': () => signInMethods,
    ...answers,
  });
  const inputsOf = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { inputsOf, ...renderInApp(<AdminInvitations />) };
}
const button = (name: string) => screen.findByRole('button', { name });
const openForm = async (user: ReturnType<typeof page>['user']) => {
  await user.click(await button(words.invite));
  return within(await screen.findByRole('dialog'));
};

it('shows an empty state', async () => {
  page([]);
  expect(await screen.findByText(words.none)).toBeDefined();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = page([], {
    'invitations.list': () => {
      if (isDown) throw new ServerError('The service is busy');
      return { items: [pending], nextCursor: null };
    },
  });
  expect(await screen.findByText(words.failed)).toBeDefined();
  isDown = false;
  await user.click(await button(uiWords.retry));
  expect((await screen.findAllByText('ada@example.com')).length).toBeGreaterThan(0);
});

it('shows state, role and expiry of each invitation, and the actions its state allows', async () => {
  page([pending, waiting]);
  const row = (await screen.findAllByRole('row')).find(({ textContent }) => textContent?.includes('ada@'));
  expect(row?.textContent).toMatch(/Pending.*User.*grace@example.com.*May 11, 2026/);
  expect(screen.getAllByRole('button', { name: words.revokeOf('ada@example.com') }).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: words.inviteOf('ada@example.com') })).toBeNull();
  expect(screen.getAllByRole('button', { name: words.removeOf('lin@example.com') }).length).toBeGreaterThan(0);
  expect(screen.getAllByRole('button', { name: words.inviteOf('lin@example.com') }).length).toBeGreaterThan(0);
});

it('disables inviting while sign-up is closed', async () => {
  page([waiting], { 'auth.config': () => ({ ...config, signUp: 'closed' }) });
  expect(await screen.findByText(words.introClosed)).toBeDefined();
  expect(screen.queryByRole('button', { name: words.invite })).toBeNull();
  await screen.findAllByText('lin@example.com');
  expect(screen.queryByRole('button', { name: words.inviteOf('lin@example.com') })).toBeNull();
});

it('creates a link for a user without asking for a password, and shows it once', async () => {
  const { user, inputsOf } = page([], { 'invitations.create': () => created });
  const form = await openForm(user);
  expect(form.queryByLabelText(words.yourPassword)).toBeNull();
  await user.type(form.getByLabelText(words.email), 'ada@example.com');
  await user.selectOptions(form.getByLabelText(words.expiry), words.expiryDays(1));
  await user.click(form.getByRole('button', { name: words.create }));
  expect(await screen.findByText(created.url)).toBeDefined();
  expect(screen.getByText(words.notSent('ada@example.com'))).toBeDefined();
  expect(inputsOf('invitations.create')).toEqual([{ email: 'ada@example.com', isAdmin: false, days: 1 }]);
  await user.click(await button(words.done));
  expect(screen.queryByText(created.url)).toBeNull();
});

it('shows that the link was sent by email', async () => {
  const { user } = page([], { 'invitations.create': () => ({ ...created, isSent: true }) });
  const form = await openForm(user);
  await user.type(form.getByLabelText(words.email), 'ada@example.com');
  await user.click(form.getByRole('button', { name: words.create }));
  expect(await screen.findByText(words.sent('ada@example.com'))).toBeDefined();
});

it('returns to the invitations after an administrator without a password has signed in again', async () => {
  const methods = { ...signInMethods, hasPassword: false, confirmWith: [{ id: 'sso', name: 'Acme' }] };
  const { user } = page([], { 'identities.list': () => methods });
  const form = await openForm(user);
  await user.selectOptions(form.getByLabelText(words.role), words.roleAdmin);
  const link = await form.findByRole('link', { name: providerWords.confirmWith('Acme') });
  expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('redirect')).toBe(
    '/settings?tab=admin&section=invitations',
  );
});

it('requires the password of a user who invites an administrator', async () => {
  const { user, inputsOf } = page([], { 'invitations.create': () => ({ ...created, isAdmin: true }) });
  const form = await openForm(user);
  await user.type(form.getByLabelText(words.email), 'ada@example.com');
  await user.selectOptions(form.getByLabelText(words.role), 'admin');
  expect(form.getByText(words.roleAdminNote)).toBeDefined();
  await user.type(form.getByLabelText(words.yourPassword), 'correct horse');
  await user.click(form.getByRole('button', { name: words.create }));
  await waitFor(() =>
    expect(inputsOf('invitations.create')).toEqual([
      { email: 'ada@example.com', isAdmin: true, days: 7, password: 'correct horse' },
    ]),
  );
});

it('shows beside the field that the email already has an account', async () => {
  const { user } = page([], {
    'invitations.create': () => {
      throw new ServerError('This email has an account', { code: 'CONFLICT', httpStatus: 409, appCode: 'conflict' });
    },
  });
  const form = await openForm(user);
  await user.type(form.getByLabelText(words.email), 'ada@example.com');
  await user.click(form.getByRole('button', { name: words.create }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.email))).toBe('This email has an account'));
  expect(await screen.findByText(words.createFailed)).toBeDefined();
});

it('rejects an invalid email', async () => {
  const { user, inputsOf } = page([]);
  const form = await openForm(user);
  await user.type(form.getByLabelText(words.email), 'ada');
  await user.click(form.getByRole('button', { name: words.create }));
  await waitFor(() => expect(errorOf(form.getByLabelText(words.email))).toBeTruthy());
  expect(inputsOf('invitations.create')).toEqual([]);
});

it('prefills the email of a waitlist entry', async () => {
  const { user } = page([waiting]);
  const [invite] = await screen.findAllByRole('button', { name: words.inviteOf('lin@example.com') });
  if (invite) await user.click(invite);
  const form = within(await screen.findByRole('dialog'));
  expect(form.getByLabelText<HTMLInputElement>(words.email).value).toBe('lin@example.com');
});

it('revokes a link only after a confirmation', async () => {
  const { user, inputsOf } = page([pending], { 'invitations.revoke': () => ({ message: 'Invitation revoked' }) });
  const [revoke] = await screen.findAllByRole('button', { name: words.revokeOf('ada@example.com') });
  if (revoke) await user.click(revoke);
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain(words.revokeBody('ada@example.com'));
  expect(inputsOf('invitations.revoke')).toEqual([]);
  await user.click(within(asked).getByRole('button', { name: words.revoke }));
  expect(await screen.findByText('Invitation revoked')).toBeDefined();
  expect(inputsOf('invitations.revoke')).toEqual([{ id: pending.id }]);
  await waitFor(() => expect(inputsOf('invitations.list')).toHaveLength(2));
});

it('hides a new link when its invitation is revoked', async () => {
  const { user } = page([pending], {
    'invitations.create': () => created,
    'invitations.revoke': () => ({ message: 'Invitation revoked' }),
  });
  const form = await openForm(user);
  await user.type(form.getByLabelText(words.email), 'ada@example.com');
  await user.click(form.getByRole('button', { name: words.create }));
  expect(await screen.findByText(created.url)).toBeDefined();
  const [revoke] = await screen.findAllByRole('button', { name: words.revokeOf('ada@example.com') });
  if (revoke) await user.click(revoke);
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revoke }));
  await waitFor(() => expect(screen.queryByText(created.url)).toBeNull());
});

it('mentions the waitlist when an entry is removed from it, and shows why removing failed', async () => {
  const { user } = page([waiting], {
    'invitations.revoke': () => {
      throw new ServerError('The service is busy');
    },
  });
  const [remove] = await screen.findAllByRole('button', { name: words.removeOf('lin@example.com') });
  if (remove) await user.click(remove);
  const asked = await screen.findByRole('alertdialog');
  expect(asked.textContent).toContain(words.removeBody('lin@example.com'));
  await user.click(within(asked).getByRole('button', { name: words.remove }));
  expect(await screen.findByText(words.revokeFailed)).toBeDefined();
  expect(screen.getByText('The service is busy')).toBeDefined();
});
