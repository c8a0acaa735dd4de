import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import ConversationMenu from './conversation-menu';

function open() {
  const calls = { onClose: vi.fn(), onRename: vi.fn(), onDelete: vi.fn() };
  const button = document.body.appendChild(document.createElement('button'));
  const conversation = { id: 'a', title: 'Rates', updatedAt: new Date(0) };
  const { user } = renderInApp(
    <ConversationMenu conversation={conversation} opener={{ current: button }} {...calls} />,
  );
  return { user, button, calls, conversation };
}

it('renames and deletes, and closes each time', async () => {
  const { user, calls, conversation } = open();
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(calls.onRename).toHaveBeenCalledWith('a');
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(calls.onDelete).toHaveBeenCalledWith(conversation);
  expect(calls.onClose).toHaveBeenCalledTimes(2);
});

it('closes for Escape with the focus back on its opener, and for a press elsewhere', async () => {
  const { user, button, calls } = open();
  expect(document.activeElement?.textContent).toBe('Rename');
  await user.keyboard('{Escape}');
  expect(calls.onClose).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(button);
  await user.click(document.body);
  expect(calls.onClose).toHaveBeenCalled();
});
