import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { banks, boardPapers, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { conversationActionsWords as actions } from '~/client/words/conversation-actions';
import { conversationsWords as words } from '~/client/words/conversations';
import { projectsWords } from '~/client/words/projects';
import { limits } from '~/shared/limits';
import { ConversationPanel } from './conversation-panel';
import { usePanelView } from './panel-view';
import { ResizablePanel } from './resizable-panel';

function panel(answers: FakeResponses = {}, selectedId?: string) {
  const requests = fakeServer({
    'conversations.list': () => ({ items: [rates, banks], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    'conversations.get': () => rates,
    'projects.list': () => ({ items: [boardPapers], nextCursor: null }),
    'projects.get': () => boardPapers,
    ...answers,
  });
  const on = { onSelect: vi.fn(), onChosen: vi.fn() };
  function Page() {
    return <ConversationPanel panel={usePanelView(selectedId)} selectedId={selectedId} {...on} />;
  }
  const app = renderInApp(<Page />);
  const lists = () => requests.filter(({ path }) => path === 'conversations.list').map(({ input }) => input);
  return { requests, lists, on, ...app };
}
const press = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
async function choose(user: ReturnType<typeof panel>['user'], item: string) {
  await user.click(await screen.findByRole('button', { name: actions.panelMenu }));
  await user.click(screen.getByRole('menuitem', { name: item }));
}

it('has a button that closes the drawer around it, in a project too', async () => {
  const { user, on } = panel();
  await user.click(press(words.closeConversations));
  expect(on.onChosen).toHaveBeenCalledOnce();
  await user.click(await screen.findByRole('button', { name: /Board papers/ }));
  await user.click(press(words.closeConversations));
  expect(on.onChosen).toHaveBeenCalledTimes(2);
  expect(on.onSelect).not.toHaveBeenCalled();
});

it('opens a conversation, and closes a drawer around it', async () => {
  const { user, on } = panel();
  await user.click(await screen.findByRole('button', { name: /^Banks/ }));
  expect(on.onSelect).toHaveBeenCalledExactlyOnceWith(banks.id);
  expect(on.onChosen).toHaveBeenCalledOnce();
});

it('closes the drawer for a new chat too', async () => {
  const { user, on } = panel({}, rates.id);
  await user.click(press(words.newChat));
  expect(on.onSelect).toHaveBeenCalledExactlyOnceWith(undefined);
  expect(on.onChosen).toHaveBeenCalledOnce();
});

it('shows archived conversations on request, without the projects, and leads back', async () => {
  const { user, lists } = panel();
  await screen.findByRole('button', { name: /Board papers/ });
  await choose(user, words.archived);
  expect(await screen.findByRole('heading', { name: words.archived })).toBeDefined();
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ archived: 'only' }));
  expect(screen.queryByRole('button', { name: /Board papers/ })).toBeNull();
  await choose(user, actions.leaveArchive);
  expect(await screen.findByRole('heading', { name: words.panelTitle })).toBeDefined();
});

it('opens a project with its conversations', async () => {
  const { user, lists } = panel();
  await user.click(await screen.findByRole('button', { name: /Board papers/ }));
  // The pressed button was removed, so the focus moves to the panel.
  expect(document.activeElement).toBe(screen.getByRole('navigation', { name: words.conversations }));
  expect(await screen.findByRole('heading', { name: 'Board papers' })).toBeDefined();
  await waitFor(() => expect(lists().at(-1)).toMatchObject({ projectId: boardPapers.id }));
  await user.click(press(projectsWords.back));
  expect(await screen.findByRole('heading', { name: words.panelTitle })).toBeDefined();
});

it('selects several conversations, shows their number, and cancels', async () => {
  const { user } = panel();
  await screen.findByRole('button', { name: /^Banks/ });
  await choose(user, actions.select);
  expect(await screen.findByText(actions.selected(0))).toBeDefined();
  expect(press(actions.delete).disabled).toBe(true);
  await user.click(await screen.findByRole('checkbox', { name: actions.selectOne('Banks') }));
  await user.click(screen.getByRole('checkbox', { name: actions.selectOne('Rates') }));
  expect(screen.getByText(actions.selected(2))).toBeDefined();
  await user.click(press(actions.endSelection));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(press(words.newChat)).toBeDefined();
});

it('moves every selected conversation, also one whose page Undo has unloaded', async () => {
  const other = { ...rates, id: 'd6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c04', title: 'Other' };
  const pages = [{ items: [rates, banks, other], nextCursor: null }];
  const { user, requests } = panel({
    'conversations.list': () => pages.pop() ?? { items: [rates, other], nextCursor: null },
    'conversations.discard': () => ({ count: 1 }),
    'conversations.restore': () => ({ count: 1 }),
    'projects.moveConversations': () => ({ count: 2 }),
  });
  await user.click(await screen.findByRole('button', { name: words.deleteOne('Other') }));
  await user.click(await within(await screen.findByRole('alertdialog')).findByText(actions.delete));
  await screen.findByRole('button', { name: words.undo });
  await choose(user, actions.select);
  for (const title of ['Rates', 'Banks'])
    await user.click(await screen.findByRole('checkbox', { name: actions.selectOne(title) }));
  await user.click(press(words.undo));
  await screen.findByRole('checkbox', { name: actions.selectOne('Other') });
  expect(screen.queryByRole('checkbox', { name: actions.selectOne('Banks') })).toBeNull();
  await user.click(press(projectsWords.moveMany));
  const dialog = await screen.findByRole('dialog', { name: projectsWords.moveTitle(2) });
  await user.click(within(dialog).getByRole('button', { name: projectsWords.moveMany }));
  const input = { conversationIds: [rates.id, banks.id], projectId: boardPapers.id };
  await waitFor(() => expect(requests).toContainEqual({ path: 'projects.moveConversations', input }));
});

it('moves the focus to the next row after Delete, and to the panel after the last one', async () => {
  const { user } = panel({ 'conversations.discard': () => new Promise(() => {}) });
  const remove = async (title: string) => {
    await user.click(await screen.findByRole('button', { name: words.deleteOne(title) }));
    await user.click(await within(await screen.findByRole('alertdialog')).findByText(actions.delete));
  };
  await remove('Rates');
  await waitFor(() => expect(document.activeElement).toBe(press('Banks May 4')));
  await remove('Banks');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('navigation', { name: words.conversations })),
  );
});

it('resizes the panel with the keyboard within limits, and stores its width', () => {
  const { unmount } = renderInApp(<ResizablePanel>Conversations</ResizablePanel>);
  const handle = () => screen.getByRole('separator', { name: words.panelWidth });
  const width = () => Number(handle().getAttribute('aria-valuenow'));
  const before = width();
  fireEvent.keyDown(handle(), { key: 'ArrowRight' });
  expect(width()).toBeGreaterThan(before);
  fireEvent.keyDown(handle(), { key: 'End' });
  expect(width()).toBe(limits.panelWidth.max);
  fireEvent.keyDown(handle(), { key: 'ArrowRight' });
  expect(width()).toBe(limits.panelWidth.max);
  unmount();
  renderInApp(<ResizablePanel>Conversations</ResizablePanel>);
  expect(width()).toBe(limits.panelWidth.max);
  expect(fireEvent.keyDown(handle(), { key: 'Tab' })).toBe(true);
});
