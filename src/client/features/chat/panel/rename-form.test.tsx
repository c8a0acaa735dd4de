import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { conversationActionsWords as words } from '~/client/words/conversation-actions';
import { RenameForm } from './rename-form';

function setUp() {
  const onSave = vi.fn();
  const onCancel = vi.fn();
  const { user } = renderInApp(<RenameForm title="Rates" onSave={onSave} onCancel={onCancel} />);
  const title = screen.getByLabelText<HTMLInputElement>(words.titleField);
  return { onSave, onCancel, user, title };
}

it('saves the title without the spaces around it', async () => {
  const { onSave, user, title } = setUp();
  expect(title.value).toBe('Rates');
  await user.clear(title);
  await user.type(title, ' Inflation {Enter}');
  await waitFor(() => expect(onSave).toHaveBeenCalledWith('Inflation'));
});

it('selects the whole title initially, so that typing replaces it', async () => {
  const { onSave, user, title } = setUp();
  expect(document.activeElement).toBe(title);
  await user.keyboard('Inflation{Enter}');
  await waitFor(() => expect(onSave).toHaveBeenCalledWith('Inflation'));
});

it('changes nothing when the title is the same or Escape is pressed', async () => {
  const { onSave, onCancel, user, title } = setUp();
  await user.type(title, '{Enter}');
  await waitFor(() => expect(onCancel).toHaveBeenCalledTimes(1));
  await user.type(title, '{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(2);
  expect(onSave).not.toHaveBeenCalled();
});

it('stays open when Escape cancels the suggestion of an input method', () => {
  const { onCancel, title } = setUp();
  fireEvent.keyDown(title, { key: 'Escape', isComposing: true });
  fireEvent.keyDown(title, { key: 'Escape', keyCode: 229 });
  expect(onCancel).not.toHaveBeenCalled();
  fireEvent.keyDown(title, { key: 'Escape' });
  expect(onCancel).toHaveBeenCalledTimes(1);
});

it('does not save a blank title', async () => {
  const { onSave, user, title } = setUp();
  await user.clear(title);
  await user.type(title, '   {Enter}');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: words.saveTitle }).disabled).toBe(true);
  expect(onSave).not.toHaveBeenCalled();
});
