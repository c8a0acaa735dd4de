import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { accountMenuWords } from '~/client/words/account-menu';
import { AccountMenu } from './account-menu';
import { Menu, MenuItem, MenuSeparator } from './menu';

function menu() {
  const run = vi.fn();
  const app = renderInApp(
    <>
      <Menu label="Actions" opener="⋯">
        <MenuItem onClick={() => run('rename')}>Rename</MenuItem>
        <MenuItem staysOpen onClick={() => run('pin')}>
          Pin
        </MenuItem>
        <MenuSeparator />
        <MenuItem isOn onClick={() => run('archived')}>
          Show archived
        </MenuItem>
        <MenuItem isChosen={false} onClick={() => run('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <button type="button">Elsewhere</button>
    </>,
  );
  return { ...app, run, opener: screen.getByRole('button', { name: 'Actions' }) };
}
const focused = () => document.activeElement?.textContent;

it('opens with a press and closes with a second one', async () => {
  const { user, opener } = menu();
  expect(opener.getAttribute('aria-expanded')).toBe('false');
  await user.click(opener);
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  expect(opener.getAttribute('aria-controls')).toBe(screen.getByRole('menu', { name: 'Actions' }).id);
  await user.click(opener);
  expect(screen.queryByRole('menu')).toBeNull();
});

it.each([
  ['{ArrowDown}', 'Rename'],
  ['{ArrowUp}', 'Delete'],
  ['{Enter}', 'Rename'],
])('%s on the opener focuses %s', async (key, item) => {
  const { user, opener } = menu();
  opener.focus();
  await user.keyboard(key);
  await waitFor(() => expect(focused()).toBe(item));
});

it('can be navigated by keyboard', async () => {
  const { user, opener } = menu();
  opener.focus();
  await user.keyboard('{ArrowDown}');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Pin');
  await user.keyboard('{End}');
  expect(focused()).toBe('Delete');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Rename');
  await user.keyboard('s');
  expect(focused()).toBe('Show archived');
});

it('Escape closes it and restores the focus', async () => {
  const { user, opener } = menu();
  await user.click(opener);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('an item runs its action and closes the menu, unless it stays open', async () => {
  const { user, run, opener } = menu();
  await user.click(opener);
  await user.click(screen.getByRole('menuitem', { name: 'Pin' }));
  expect(screen.getByRole('menu')).toBeDefined();
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(run.mock.calls).toEqual([['pin'], ['rename']]);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('exposes checked and selected items', async () => {
  const { user, opener } = menu();
  await user.click(opener);
  expect(screen.getByRole('menuitemcheckbox', { name: 'Show archived' }).getAttribute('aria-checked')).toBe('true');
  expect(screen.getByRole('menuitemradio', { name: 'Delete' }).getAttribute('aria-checked')).toBe('false');
});

it('closes with a press outside', async () => {
  const { user, opener } = menu();
  await user.click(opener);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(screen.queryByRole('menu')).toBeNull();
});

it('ignores shortcuts of the browser', async () => {
  const { user, opener } = menu();
  await user.click(opener);
  await user.keyboard('{Control>}s{/Control}');
  expect(focused()).toBe('Rename');
});

it('the account menu shows the signed-in user and signs out once', async () => {
  const onSignOut = vi.fn();
  const account = (isSigningOut: boolean) => (
    <AccountMenu opener="A" email="ada@example.com" isSigningOut={isSigningOut} onSignOut={onSignOut} />
  );
  const { user, rerender } = renderInApp(account(false));
  await user.click(screen.getByRole('button', { name: accountMenuWords.account }));
  expect(screen.getByText('ada@example.com')).toBeDefined();
  expect(screen.getByRole('menuitem', { name: accountMenuWords.settings }).getAttribute('href')).toBe('/settings');
  await user.click(screen.getByRole('menuitem', { name: accountMenuWords.signOut }));
  rerender(account(true));
  await user.click(screen.getByRole('menuitem', { name: accountMenuWords.signOut }));
  expect(onSignOut).toHaveBeenCalledOnce();
});
