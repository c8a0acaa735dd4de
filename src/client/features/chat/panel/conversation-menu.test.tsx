import { cleanup, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { ConversationMenu } from './conversation-menu';

function open(state = {}) {
  const calls = { onClose: vi.fn(), onRename: vi.fn(), onUpdate: vi.fn(), onMove: vi.fn(), onDelete: vi.fn() };
  const button = document.body.appendChild(document.createElement('button'));
  const conversation = {
    id: 'a',
    title: 'Rates',
    updatedAt: new Date(0),
    isPinned: false,
    isArchived: false,
    projectId: null,
    temporaryUntil: null,
    ...state,
  };
  const { user } = renderInApp(
    <ConversationMenu conversation={conversation} opener={{ current: button }} {...calls} />,
  );
  return { user, button, calls, conversation };
}

it('renames, moves and deletes, and closes each time', async () => {
  const { user, calls, conversation } = open();
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(calls.onRename).toHaveBeenCalledWith('a');
  await user.click(screen.getByRole('menuitem', { name: 'Move to project' }));
  expect(calls.onMove).toHaveBeenCalledWith(conversation);
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(calls.onDelete).toHaveBeenCalledWith(conversation);
  expect(calls.onClose).toHaveBeenCalledTimes(3);
});

it('closes with Escape and returns the focus to its opener, and closes on a click elsewhere', async () => {
  const { user, button, calls } = open();
  expect(document.activeElement?.textContent).toBe('Rename');
  await user.keyboard('{Escape}');
  expect(calls.onClose).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  await user.click(document.body);
  expect(calls.onClose).toHaveBeenCalled();
});

it('pins, archives, and reverts both', async () => {
  const first = open();
  await first.user.click(screen.getByRole('menuitem', { name: 'Pin' }));
  await first.user.click(screen.getByRole('menuitem', { name: 'Archive' }));
  expect(first.calls.onUpdate.mock.calls).toEqual([
    [{ conversationId: 'a', isPinned: true }],
    [{ conversationId: 'a', isArchived: true }],
  ]);
  cleanup();
  const pinned = open({ isPinned: true });
  await pinned.user.click(screen.getByRole('menuitem', { name: 'Unpin' }));
  expect(pinned.calls.onUpdate).toHaveBeenCalledWith({ conversationId: 'a', isPinned: false });
  cleanup();
  const archived = open({ isArchived: true });
  expect(screen.queryByRole('menuitem', { name: 'Pin' })).toBeNull();
  await archived.user.click(screen.getByRole('menuitem', { name: 'Unarchive' }));
  expect(archived.calls.onUpdate).toHaveBeenCalledWith({ conversationId: 'a', isArchived: false });
});
