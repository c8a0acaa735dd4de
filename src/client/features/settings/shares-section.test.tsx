import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { shareWords as words } from '~/client/words/share';
import { uiWords } from '~/client/words/ui';
import type { Share } from '~/shared/schemas/shares';
import { SharesSection } from './shares-section';

const share: Share = {
  id: '1c9f8d4e-1a5b-4f3c-8d7e-2b6a9c0d1e2f',
  url: 'https://example.com/s/abc',
  title: 'Rates',
  conversationId: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02',
  messageId: null,
  audience: 'everybody',
  groups: [],
  isProtected: false,
  files: [],
  createdAt: new Date('2026-05-04T09:30:00Z'),
  expiresAt: null,
};
const fails = () => {
  throw new ServerError('The service is busy', { code: 'FORBIDDEN', httpStatus: 403 });
};

function open(shares: Share[], answers: FakeResponses = {}) {
  const requests = fakeServer({ 'shares.list': () => ({ items: shares, nextCursor: null }), ...answers });
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { sent, ...renderInApp(<SharesSection />) };
}
const row = async () => (await screen.findByRole('listitem')).textContent;

it('shows that there are no links', async () => {
  open([]);
  expect(await screen.findByText(words.none)).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByRole('button', { name: words.more })).toBeNull();
});

it('reloads after an error', async () => {
  let isDown = true;
  const { user } = open([], { 'shares.list': () => (isDown ? fails() : { items: [share], nextCursor: null }) });
  expect(await screen.findByText(words.loadFailed)).toBeDefined();
  isDown = false;
  await user.click(screen.getByRole('button', { name: uiWords.retry }));
  expect(await row()).toContain('Rates');
});

it('lists the groups that can open a link, instead of the audience', async () => {
  open([{ ...share, audience: 'groups', groups: ['Board', 'Legal'] }]);
  expect(await row()).toContain(words.forGroups('Board, Legal'));
});

it('shows when a link expires, and that it has no password', async () => {
  open([{ ...share, expiresAt: new Date('2999-01-01T12:00:00Z') }]);
  const text = await row();
  expect(text).toContain(words.expires('Jan 1, 2999'));
  expect(text).toContain(words.shared('May 4, 2026'));
  expect(text).not.toContain(words.withPassword);
});

it('keeps a link that could not be revoked, and the dialog open', async () => {
  const { user, sent } = open([share], { 'shares.revoke': fails });
  await user.click(await screen.findByRole('button', { name: words.revokeNamed('Rates') }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: words.revoke }));
  expect(await screen.findByText(words.revokeFailed)).toBeDefined();
  expect(screen.getByRole('alertdialog').textContent).toContain(words.revokeBody('Rates'));
  await waitFor(() => expect(sent('shares.list')).toHaveLength(2));
});

it('revokes nothing on Cancel, and is pending while it revokes', async () => {
  const { user, sent } = open([share], { 'shares.revoke': () => new Promise(() => {}) });
  await user.click(await screen.findByRole('button', { name: words.revokeNamed('Rates') }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: uiWords.cancel }));
  expect(sent('shares.revoke')).toEqual([]);
  await user.click(screen.getByRole('button', { name: words.revokeNamed('Rates') }));
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: words.revoke }));
  await user.click(await question.findByRole('button', { name: words.revoking }));
  expect(sent('shares.revoke')).toHaveLength(1);
});
