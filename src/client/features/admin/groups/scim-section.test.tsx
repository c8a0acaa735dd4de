import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { signInMethods } from '~/client/testing/sign-in-methods';
import { scimWords as words } from '~/client/words/scim';
import { providerWords } from '~/client/words/sign-in-providers';
import type { ScimTokenRow } from '~/shared/schemas/scim';
import { ScimSection } from './scim-section';

const okta: ScimTokenRow = {
  id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a',
  name: 'Okta',
  createdAt: new Date('2026-05-04T09:30:00Z'),
  lastUsedAt: null,
};

function section(answers: FakeResponses = {}) {
  const requests = fakeServer({ 'scim.tokens': () => [okta], 'identities.list': () => signInMethods, ...answers });
  return { requests, ...renderInApp(<ScimSection />) };
}

it('creates a token with the password, and shows it once, with the URL', async () => {
  const { user, requests } = section({
    'scim.createToken': () => ({ ...okta, token: 'qscim_secret', url: 'https://insight.example.com/scim/v2' }),
  });
  await user.click(await screen.findByRole('button', { name: words.create }));
  await user.type(screen.getByLabelText(words.name), 'Okta');
  await user.type(await screen.findByLabelText(words.yourPassword), 'correct horse');
  await user.click(screen.getByRole('button', { name: words.submit }));
  expect(await screen.findByText('qscim_secret')).toBeDefined();
  expect(screen.getByText(words.created('https://insight.example.com/scim/v2'))).toBeDefined();
  const input = { name: 'Okta', password: 'correct horse' };
  expect(requests).toContainEqual({ path: 'scim.createToken', input });
  await user.click(screen.getByRole('button', { name: words.done }));
  expect(screen.queryByText('qscim_secret')).toBeNull();
});

it('returns to the groups after an administrator without a password has signed in again', async () => {
  const methods = { ...signInMethods, hasPassword: false, confirmWith: [{ id: 'sso', name: 'Acme' }] };
  const { user } = section({ 'identities.list': () => methods });
  await user.click(await screen.findByRole('button', { name: words.create }));
  const link = await screen.findByRole('link', { name: providerWords.confirmWith('Acme') });
  expect(new URLSearchParams(link.getAttribute('href')?.split('?')[1]).get('redirect')).toBe(
    '/settings?tab=admin&section=groups',
  );
});

it('revokes a token after a confirmation that names it', async () => {
  const { user } = section({
    'scim.revokeToken': () => {
      throw new ServerError('SCIM token not found', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  await user.click(await screen.findByRole('button', { name: words.revokeOf('Okta') }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(words.revokeBody('Okta'))).toBeDefined();
  await user.click(dialog.getByRole('button', { name: words.revoke }));
  await waitFor(() => expect(screen.getByText('SCIM token not found')).toBeDefined());
});

it('hides a new token when it is revoked', async () => {
  const { user } = section({
    'scim.createToken': () => ({ ...okta, token: 'qscim_secret', url: 'https://insight.example.com/scim/v2' }),
    'scim.revokeToken': () => ({ message: 'Revoked' }),
  });
  await user.click(await screen.findByRole('button', { name: words.create }));
  await user.type(screen.getByLabelText(words.name), 'Okta');
  await user.type(await screen.findByLabelText(words.yourPassword), 'correct horse');
  await user.click(screen.getByRole('button', { name: words.submit }));
  expect(await screen.findByText('qscim_secret')).toBeDefined();
  await user.click(await screen.findByRole('button', { name: words.revokeOf('Okta') }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revoke }));
  await waitFor(() => expect(screen.queryByText('qscim_secret')).toBeNull());
});

it('shows that no directory is connected', async () => {
  section({ 'scim.tokens': () => [] });
  expect(await screen.findByText(words.none)).toBeDefined();
});
