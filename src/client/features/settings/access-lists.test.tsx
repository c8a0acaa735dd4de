import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { settingsWords as words } from '~/client/words/settings';
import { shareWords } from '~/client/words/share';
import { uiWords } from '~/client/words/ui';
import type { SessionSummary } from '~/shared/schemas/account';
import type { Share } from '~/shared/schemas/shares';
import type { ApiTokenSummary } from '~/shared/schemas/tokens';
import { SessionsSection } from './sessions-section';
import { SharesSection } from './shares-section';
import { TokensSection } from './tokens-section';

const press = (name: string) => screen.getByRole('button', { name });
const time = new Date('2026-05-04T09:30:00Z');
const long = new Date('2999-01-01T00:00:00Z');
const fails = () => {
  throw new ServerError('The service is busy', { httpStatus: 400 });
};

const here: SessionSummary = {
  id: '0'.repeat(32),
  device: 'Firefox on Windows',
  address: '192.0.2.1',
  place: null,
  isLocalAddress: false,
  signedInAt: time,
  lastActiveAt: time,
  isCurrent: true,
};
const phone: SessionSummary = { ...here, id: '1'.repeat(32), device: 'Safari on iPhone', isCurrent: false };

function sessions(list: SessionSummary[], answers: FakeResponses = {}) {
  const requests = fakeServer({ 'sessions.list': () => list, ...answers });
  return { requests, ...renderInApp(<SessionsSection />) };
}

it('signs out another device, but not this one', async () => {
  const { user, requests } = sessions([here, phone], { 'sessions.end': () => ({ message: 'Session ended' }) });
  await user.click(await screen.findByRole('button', { name: words.endSessionOf('Safari on iPhone') }));
  expect(screen.queryByRole('button', { name: words.endSessionOf('Firefox on Windows') })).toBeNull();
  expect(await screen.findByText('Session ended')).toBeDefined();
  expect(requests).toContainEqual({ path: 'sessions.end', input: { id: phone.id } });
  await waitFor(() => expect(requests.filter(({ path }) => path === 'sessions.list')).toHaveLength(2));
});

it('reloads the list if a device could not be signed out', async () => {
  const { user, requests } = sessions([here, phone], { 'sessions.end': fails });
  await user.click(await screen.findByRole('button', { name: words.endSessionOf('Safari on iPhone') }));
  expect(await screen.findByText(words.sessionsFailed)).toBeDefined();
  await waitFor(() => expect(requests.filter(({ path }) => path === 'sessions.list')).toHaveLength(2));
});

it('asks before it signs out all other devices, and offers that only if there are any', async () => {
  const alone = sessions([here]);
  await screen.findByText('Firefox on Windows');
  expect(screen.queryByRole('button', { name: words.endOthers })).toBeNull();
  alone.unmount();
  const { user, requests } = sessions([here, phone], {
    'sessions.endOthers': () => ({ message: '1 session ended' }),
  });
  await user.click(await screen.findByRole('button', { name: words.endOthers }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(words.endOthersBody);
  expect(requests.map(({ path }) => path)).not.toContain('sessions.endOthers');
  await user.click(within(dialog).getByRole('button', { name: words.endOthers }));
  expect(await screen.findByText('1 session ended')).toBeDefined();
});

it('reloads a list that could not be loaded', async () => {
  let isDown = true;
  const { user } = sessions([], { 'sessions.list': () => (isDown ? fails() : [here]) });
  expect(await screen.findByText(words.sessionsFailedToLoad)).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByText('Firefox on Windows')).toBeDefined();
});

const token: ApiTokenSummary = {
  id: '0c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
  name: 'Reports',
  scope: 'read',
  createdAt: time,
  lastUsedAt: null,
  expiresAt: null,
};

function tokens(list: ApiTokenSummary[], answers: FakeResponses = {}) {
  const requests = fakeServer({ 'tokens.list': () => list, ...answers });
  return { requests, ...renderInApp(<TokensSection />) };
}

it('shows the access of a token, and whether it is still valid', async () => {
  tokens([
    token,
    { ...token, id: 'b', name: 'Import', scope: 'write', lastUsedAt: time, expiresAt: long },
    { ...token, id: 'c', name: 'Old', expiresAt: time },
  ]);
  const [reports, importer, old] = await screen.findAllByRole('listitem');
  expect(reports?.textContent).toMatch(/Read only.*never used.*never expires/);
  expect(importer?.textContent).toMatch(/Read and write.*last used.*expires Jan 1, 2999/);
  expect(old?.textContent).toContain(words.tokenExpired('May 4, 2026'));
});

it('revokes a token only after a confirmation that names it', async () => {
  const { user, requests } = tokens([token], { 'tokens.revoke': () => ({ message: 'Token revoked' }) });
  await user.click(await screen.findByRole('button', { name: words.revokeTokenNamed('Reports') }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(words.revokeBody('Reports'));
  await user.click(within(dialog).getByRole('button', { name: uiWords.cancel }));
  expect(requests.map(({ path }) => path)).not.toContain('tokens.revoke');
  await user.click(press(words.revokeTokenNamed('Reports')));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revokeToken }));
  expect(await screen.findByText(words.tokenRevoked)).toBeDefined();
  expect(requests).toContainEqual({ path: 'tokens.revoke', input: { id: token.id } });
});

it('stays open if a token could not be revoked', async () => {
  const { user } = tokens([token], { 'tokens.revoke': fails });
  await user.click(await screen.findByRole('button', { name: words.revokeTokenNamed('Reports') }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: words.revokeToken }));
  expect(await screen.findByText(words.revokeFailed)).toBeDefined();
  expect(screen.getByRole('alertdialog').textContent).toContain(words.revokeBody('Reports'));
});

const share: Share = {
  id: '1c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
  url: 'https://example.com/s/abc',
  title: 'Rates',
  conversationId: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02',
  messageId: null,
  audience: 'everybody',
  groups: [],
  isProtected: true,
  files: [],
  createdAt: time,
  expiresAt: null,
};

it('shows who can open a shared link and until when, and loads more', async () => {
  fakeServer({
    'shares.list': (input) =>
      (input as { cursor?: string }).cursor
        ? {
            items: [{ ...share, id: 'b', title: 'Banks', audience: 'members', isProtected: false, expiresAt: time }],
            nextCursor: null,
          }
        : { items: [share], nextCursor: 'next' },
  });
  const { user } = renderInApp(<SharesSection />);
  await user.click(await screen.findByRole('button', { name: shareWords.more }));
  await screen.findByText('Banks');
  const [rates, banks] = screen.getAllByRole('listitem');
  expect(rates?.textContent).toContain(shareWords.audiences.everybody);
  expect(rates?.textContent).toContain(shareWords.withPassword);
  expect(banks?.textContent).toContain(shareWords.audiences.members);
  expect(banks?.textContent).not.toContain(shareWords.withPassword);
  expect(banks?.textContent).toContain(shareWords.expired('May 4, 2026'));
});

it('revokes the link that was confirmed', async () => {
  const other = { ...share, id: 'b', title: 'Banks' };
  const requests = fakeServer({
    'shares.list': () => ({ items: [share, other], nextCursor: null }),
    'shares.revoke': () => ({ message: 'Link revoked' }),
  });
  const { user } = renderInApp(<SharesSection />);
  await user.click(await screen.findByRole('button', { name: shareWords.revokeNamed('Banks') }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(shareWords.revokeBody('Banks'));
  await user.click(within(dialog).getByRole('button', { name: shareWords.revoke }));
  expect(await screen.findByText(shareWords.revoked)).toBeDefined();
  expect(requests).toContainEqual({ path: 'shares.revoke', input: { shareId: 'b' } });
});
