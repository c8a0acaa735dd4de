import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { registerCommand } from '~/client/lib/commands';
import { boardPapers, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { commandsWords as words } from '~/client/words/commands';
import type { SearchHit } from '~/shared/schemas/search';
import Commands from './commands';
import { Palette } from './palette';

const hit: SearchHit = {
  conversationId: rates.id,
  title: 'Interest rates',
  messageId: '3f9d2c1b-7e4a-4c8d-9b6f-5a4e3d2c1b0f',
  role: 'user',
  isActive: false,
  snippet: [
    { text: '**Mostly** ', isMatch: false },
    { text: 'inflation', isMatch: true },
  ],
  files: ['report.pdf'],
  at: new Date('2026-05-04T09:30:00Z'),
};

function open(answers: FakeResponses = {}, user: typeof ada | null = ada) {
  const requests = fakeServer({
    'auth.user': () => user,
    'models.list': () => [],
    'conversations.list': () => ({ items: [rates], nextCursor: null }),
    'projects.list': () => ({ items: [boardPapers], nextCursor: null }),
    'search.messages': () => ({ items: [] }),
    ...answers,
  });
  const on = { onClose: vi.fn(), onNewChat: vi.fn(), onShortcuts: vi.fn() };
  const searches = () => requests.filter(({ path }) => path === 'search.messages').map(({ input }) => input);
  return { requests, searches, on, ...renderInApp(<Palette {...on} />) };
}
const box = () => screen.getByRole('combobox', { name: words.label });
const active = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '');
const activeRow = () => active()?.querySelector('span')?.textContent;

it('offers a visitor neither conversations nor actions that require an account', async () => {
  const { requests } = open({}, null);
  await screen.findByRole('option', { name: words.signIn });
  for (const name of [words.newChat, words.signOut, words.settings, words.knowledge])
    expect(screen.queryByRole('option', { name })).toBeNull();
  expect(requests.map(({ path }) => path)).toEqual(['auth.user']);
});

it('moves with the arrow keys, wraps around, and runs the active row with Enter', async () => {
  const { user, on } = open();
  await screen.findByRole('option', { name: words.newChat });
  expect(activeRow()).toBe(words.newChat);
  await user.type(box(), '{ArrowUp}');
  expect(active()).toBe(screen.getAllByRole('option').at(-1));
  await user.type(box(), '{ArrowDown}{Enter}');
  expect(on.onNewChat).toHaveBeenCalledOnce();
  expect(on.onClose).toHaveBeenCalledOnce();
});

it('leaves Enter and arrow keys to an active input method', async () => {
  open();
  await screen.findByRole('option', { name: new RegExp(rates.title) });
  const first = activeRow();
  for (const key of ['ArrowDown', 'Enter']) expect(fireEvent.keyDown(box(), { key, keyCode: 229 })).toBe(true);
  expect(activeRow()).toBe(first);
  expect(fireEvent.keyDown(box(), { key: 'ArrowDown' })).toBe(false);
  expect(activeRow()).not.toBe(first);
});

it('selects the first row again when the text changes', async () => {
  const { user } = open();
  await screen.findByRole('option', { name: words.newChat });
  await user.type(box(), '{ArrowDown}{ArrowDown}');
  await user.type(box(), 'sign out');
  await waitFor(() => expect(activeRow()).toBe(words.signOut));
});

it('finds conversations by the text and opens the selected one', async () => {
  const { user, requests, router, on } = open();
  await user.type(box(), 'rat');
  await waitFor(() =>
    expect(requests).toContainEqual({ path: 'conversations.list', input: { search: 'rat', limit: 8 } }),
  );
  const group = await screen.findByRole('group', { name: words.conversations });
  await user.click(within(group).getByRole('option', { name: 'Rates' }));
  expect(on.onClose).toHaveBeenCalledOnce();
  await waitFor(() => expect(router.history.location.href).toBe(`/qchat?c=${rates.id}`));
});

it('does not open a recent conversation on Enter while the typed one is being searched', async () => {
  const tesla = { ...rates, id: '0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f', title: 'Tesla' };
  let finish = () => {};
  const { user, on } = open({
    'conversations.list': (input) =>
      (input as { search?: string }).search
        ? new Promise((resolve) => {
            finish = () => resolve({ items: [rates], nextCursor: null });
          })
        : { items: [tesla], nextCursor: null },
  });
  await screen.findByRole('option', { name: 'Tesla' });
  await user.type(box(), 'rates{Enter}');
  expect(screen.queryByRole('option', { name: 'Tesla' })).toBeNull();
  expect(on.onClose).not.toHaveBeenCalled();
  await waitFor(() => {
    finish();
    expect(activeRow()).toBe('Rates');
  });
  await user.type(box(), '{Enter}');
  expect(on.onClose).toHaveBeenCalledOnce();
});

it('keeps the row chosen with the arrow keys when more results arrive', async () => {
  const titled = (id: string, title: string) => ({ ...rates, id, title });
  const first = titled('0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f', 'First rates');
  const second = titled('1c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e4f', 'Second rates');
  let finish = () => {};
  const { user } = open({
    'conversations.list': (input) =>
      (input as { search?: string }).search === 'rates'
        ? new Promise((resolve) => {
            finish = () => resolve({ items: [rates, first, second], nextCursor: null });
          })
        : { items: [first, second], nextCursor: null },
  });
  await screen.findByRole('option', { name: 'Second rates' });
  await user.type(box(), 'rates{ArrowDown}');
  expect(activeRow()).toBe('Second rates');
  await waitFor(() => {
    finish();
    screen.getByRole('option', { name: 'Rates' });
  });
  expect(activeRow()).toBe('Second rates');
});

it('shows snippets of found messages, and switches to the branch of the selected one', async () => {
  const { user, requests, router } = open({
    'search.messages': (input) => ({
      items: (input as { titles?: string }).titles === 'without' ? [hit] : [hit, { ...hit, messageId: null }],
    }),
    'messages.show': () => ({ message: 'Shown' }),
  });
  await user.type(box(), 'infl');
  const group = await screen.findByRole('group', { name: words.messages });
  const row = within(group).getByRole('option');
  expect(row.textContent).toContain('Mostly inflation');
  expect(row.textContent).toContain(`${words.you} · report.pdf · ${words.otherVersion}`);
  expect(row.querySelector('mark')?.textContent).toBe('inflation');
  await user.click(row);
  await waitFor(() => expect(requests).toContainEqual({ path: 'messages.show', input: { messageId: hit.messageId } }));
  await waitFor(() => expect(router.history.location.href).toBe(`/qchat?c=${rates.id}&m=${hit.messageId}`));
});

it("shows that encrypted texts can't be searched, and only then", async () => {
  const { user } = open({ 'search.messages': () => ({ items: [hit], leavesOutTexts: true }) });
  expect(screen.queryByText(words.leavesOutTexts)).toBeNull();
  await user.type(box(), 'infl');
  expect(await screen.findByText(words.leavesOutTexts)).toBeDefined();
  await user.clear(box());
  await waitFor(() => expect(screen.queryByText(words.leavesOutTexts)).toBeNull());
});

it("stays open when the branch of a message can't be shown", async () => {
  const { user, router } = open({
    'search.messages': () => ({ items: [hit] }),
    'messages.show': () => {
      throw new ServerError('Message not found');
    },
  });
  await user.type(box(), 'infl');
  const group = await screen.findByRole('group', { name: words.messages });
  await user.click(within(group).getByRole('option'));
  expect(await screen.findByText('Message not found')).toBeDefined();
  expect(router.history.location.pathname).toBe('/');
});

it('applies filters to messages only', async () => {
  const { user, searches } = open({ 'search.messages': () => ({ items: [hit] }) });
  await user.type(box(), 'rates');
  await user.click(await screen.findByRole('checkbox', { name: words.withFiles }));
  await waitFor(() => expect(searches().at(-1)).toEqual({ q: 'rates', limit: 20, titles: 'without', files: 'with' }));
  await waitFor(() =>
    expect(screen.getAllByRole('group').map((group) => group.getAttribute('aria-label'))).not.toContain(
      words.conversations,
    ),
  );
});

it('lists actions and pages again when the text is cleared, and keeps the filters for the next one', async () => {
  const { user } = open();
  await user.type(box(), 'rates');
  await user.click(await screen.findByRole('checkbox', { name: words.withFiles }));
  await waitFor(() => expect(screen.queryByRole('option', { name: /^Rates/ })).toBeNull());
  await user.clear(box());
  expect(await screen.findByRole('option', { name: words.newChat })).toBeDefined();
  expect(screen.queryByText(words.nothingFound)).toBeNull();
  await user.type(box(), 'new');
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: words.withFiles })).checked).toBe(true);
  await waitFor(() => expect(screen.queryByRole('option', { name: words.newChat })).toBeNull());
});

it('searches the messages of one project', async () => {
  const { user, searches } = open();
  await user.type(box(), 'rates');
  await user.selectOptions(await screen.findByRole('combobox', { name: words.project }), boardPapers.name);
  await waitFor(() =>
    expect(searches().at(-1)).toEqual({ q: 'rates', limit: 20, titles: 'without', projectId: boardPapers.id }),
  );
});

it('shows that nothing was found, and that the search failed', async () => {
  let isDown = false;
  const { user } = open({
    'conversations.list': () => {
      if (isDown) throw new ServerError('The service is busy');
      return { items: [], nextCursor: null };
    },
  });
  await user.type(box(), 'zzz');
  expect(await screen.findByText(words.nothingFound)).toBeDefined();
  isDown = true;
  await user.type(box(), 'z');
  expect(await screen.findByText(words.searchFailed)).toBeDefined();
});

function press(init: KeyboardEventInit) {
  fireEvent.keyDown(document.body, init);
  fireEvent.keyUp(document.body, init);
}

it('opens at once with its shortcut, like the list of shortcuts, because loading code then could fail', () => {
  fakeServer({ 'auth.user': () => null });
  renderInApp(<Commands />);
  press({ key: 'k', code: 'KeyK', ctrlKey: true });
  expect(box()).toBeDefined();
  press({ key: 'k', code: 'KeyK', ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  press({ key: '?', code: 'Slash' });
  expect(screen.getByRole('dialog', { name: words.shortcuts })).toBeDefined();
});

it('opens the list of shortcuts and the text box where their characters require Shift', () => {
  fakeServer({ 'auth.user': () => null });
  renderInApp(<Commands />);
  const focusComposer = vi.fn();
  onTestFinished(registerCommand('focusComposer', focusComposer));
  press({ key: '/', code: 'Digit7', shiftKey: true });
  expect(focusComposer).toHaveBeenCalledOnce();
  press({ key: '?', code: 'Slash', shiftKey: true });
  expect(screen.getByRole('dialog', { name: words.shortcuts })).toBeDefined();
});
