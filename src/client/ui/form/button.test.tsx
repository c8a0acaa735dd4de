import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Button, IconButton } from './button';

it('can be pressed by pointer, Enter and Space', async () => {
  const press = vi.fn();
  const { user } = renderInApp(<Button onClick={press}>Save</Button>);
  const button = screen.getByRole('button', { name: 'Save' });
  await user.click(button);
  button.focus();
  await user.keyboard('{Enter} ');
  expect(press).toHaveBeenCalledTimes(3);
});

it('keeps the focus while pending, announces it, and ignores presses', async () => {
  const press = vi.fn();
  const { user, rerender } = renderInApp(<Button onClick={press}>Save</Button>);
  screen.getByRole('button').focus();
  rerender(
    <Button onClick={press} pending pendingLabel="Saving...">
      Save
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Saving...' });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute('aria-busy')).toBe('true');
  await user.click(button);
  expect(press).not.toHaveBeenCalled();
});

it('shows its own label while pending if there is no other', () => {
  renderInApp(<Button pending>Save</Button>);
  expect(screen.getByRole('button').textContent).toBe('Save');
});

it.each([
  ['inactive', { inactive: true }],
  ['pending', { pending: true }],
])('does not submit its form while %s, not even with Enter in a field', async (_, state) => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const { user } = renderInApp(
    <form onSubmit={submit}>
      <input aria-label="Name" />
      <Button type="submit" {...state}>
        Save
      </Button>
    </form>,
  );
  await user.click(screen.getByRole('button'));
  await user.type(screen.getByLabelText('Name'), 'Ada{Enter}');
  expect(submit).not.toHaveBeenCalled();
  expect(screen.getByRole('button').getAttribute('aria-disabled')).toBe('true');
});

it('does not submit a form by default', async () => {
  const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  const { user } = renderInApp(
    <form onSubmit={submit}>
      <Button>Show more</Button>
    </form>,
  );
  await user.click(screen.getByRole('button'));
  expect(submit).not.toHaveBeenCalled();
});

it('an icon button has a name and a tooltip with the name or a longer text', () => {
  renderInApp(
    <>
      <IconButton label="Copy">C</IconButton>
      <IconButton label="Paste" tooltip="Paste as plain text">
        P
      </IconButton>
    </>,
  );
  expect(screen.getByRole('button', { name: 'Copy' }).dataset.tooltip).toBe('Copy');
  expect(screen.getByRole('button', { name: 'Paste' }).dataset.tooltip).toBe('Paste as plain text');
});
