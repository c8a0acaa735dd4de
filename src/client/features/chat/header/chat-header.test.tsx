import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { accountMenuWords } from '~/client/words/account-menu';
import { conversationsWords as words } from '~/client/words/conversations';
import { exportWords } from '~/client/words/export';
import { temporaryWords } from '~/client/words/temporary';
import { brand } from '~/shared/brand';
import { ChatHeader } from './chat-header';

const title = document.title;
afterEach(() => {
  document.title = title;
});

function header(conversationId: string | undefined, answers: FakeResponses = {}, onMenu?: () => void) {
  const requests = fakeServer({ 'auth.user': () => ada, 'conversations.get': () => rates, ...answers });
  const onSelect = vi.fn();
  return {
    requests,
    onSelect,
    ...renderInApp(<ChatHeader conversationId={conversationId} onSelect={onSelect} onMenu={onMenu} />),
  };
}
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

it('shows the product name for a new chat, and nothing to export', async () => {
  const { requests } = header(undefined);
  expect(heading()).toBe(brand.chat);
  expect(await screen.findByRole('button', { name: temporaryWords.begin })).toBeDefined();
  expect(screen.queryByRole('button', { name: exportWords.conversationMenu })).toBeNull();
  expect(requests).toEqual([]);
});

it('shows the title of the open conversation, in the browser tab too, and its actions', async () => {
  header(rates.id);
  await waitFor(() => expect(heading()).toBe('Rates'));
  expect(document.title).toContain('Rates');
  expect(await screen.findByRole('button', { name: exportWords.conversationMenu })).toBeDefined();
});

it('offers neither sharing nor another temporary chat in a temporary conversation', async () => {
  header(rates.id, { 'conversations.get': () => ({ ...rates, temporaryUntil: new Date() }) });
  await waitFor(() => expect(heading()).toBe('Rates'));
  expect(screen.queryByRole('button', { name: exportWords.conversationMenu })).toBeNull();
  expect(screen.queryByRole('button', { name: temporaryWords.begin })).toBeNull();
});

it('offers nothing that could disappear again while the conversation is loading', async () => {
  const { requests } = header(rates.id, { 'conversations.get': () => new Promise(() => {}) });
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(heading()).toBe(brand.chat);
  expect(screen.queryByRole('button')).toBeNull();
});

it('opens the conversations and contains the account menu on a narrow screen', async () => {
  const onMenu = vi.fn();
  const { user } = header(undefined, {}, onMenu);
  await user.click(screen.getByRole('button', { name: words.openConversations }));
  expect(onMenu).toHaveBeenCalledOnce();
  await user.click(await screen.findByRole('button', { name: accountMenuWords.account }));
  const paths = screen.getAllByRole('menuitem').map((item) => item.getAttribute('href'));
  expect(paths).toEqual(['/settings', '/collections', '/qinvest', '/', null]);
  expect(await screen.findByText(ada.email)).toBeDefined();
});

it('leaves both to the conversation panel on a wide screen', () => {
  header(undefined);
  expect(screen.queryByRole('button', { name: words.openConversations })).toBeNull();
  expect(screen.queryByRole('button', { name: accountMenuWords.account })).toBeNull();
});

it("gives the temporary chat's space to the conversation title on a narrow screen", async () => {
  header(rates.id, {}, () => {});
  expect(await screen.findByRole('button', { name: exportWords.conversationMenu })).toBeDefined();
  expect(screen.queryByRole('button', { name: temporaryWords.begin })).toBeNull();
});
