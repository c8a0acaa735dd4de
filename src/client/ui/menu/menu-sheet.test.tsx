import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { Menu, MenuItem } from './menu';

const onRow = vi.fn();
const onRename = vi.fn();

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  onRow.mockClear();
  onRename.mockClear();
});

/** Opens the menu of a row that handles clicks and drags itself, as in a drawer. */
async function openMenu() {
  const { user } = renderInApp(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for any parent of a menu
    // biome-ignore lint/a11y/useKeyWithClickEvents: stands for any parent of a menu
    <div onClick={onRow} onPointerDown={onRow}>
      <Menu label="Actions" opener="⋯" header="Ada">
        <MenuItem onClick={onRename}>Rename</MenuItem>
        <MenuItem>Delete</MenuItem>
      </Menu>
    </div>,
  );
  const opener = screen.getByRole('button', { name: 'Actions' });
  await user.click(opener);
  const menu = await screen.findByRole('menu', { name: 'Actions' });
  onRow.mockClear();
  const scrim = menu.closest<HTMLElement>('[popover]');
  if (!scrim) throw new Error('the menu is not in the top layer');
  return { user, opener, menu, scrim };
}

it('has the roles, names and keys of the card', async () => {
  const { user, opener, menu } = await openMenu();
  expect(opener.getAttribute('aria-controls')).toBe(menu.id);
  expect(screen.getByText('Ada')).toBeDefined();
  const focused = () => document.activeElement?.textContent;
  await waitFor(() => expect(focused()).toBe('Rename'));
  await user.keyboard('{End}');
  expect(focused()).toBe('Delete');
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('an item runs its action and closes the menu', async () => {
  const { user, opener } = await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Rename' }));
  expect(onRename).toHaveBeenCalledOnce();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
});

it('closes with a tap above it, which reaches nothing else', async () => {
  const { scrim, opener } = await openMenu();
  fireEvent.click(scrim);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(document.activeElement).toBe(opener);
  expect(onRow).not.toHaveBeenCalled();
});

it('closes with a downward swipe that its parents do not receive', async () => {
  const { menu } = await openMenu();
  const capture = vi.spyOn(HTMLElement.prototype, 'setPointerCapture').mockImplementation(() => {});
  const send = (type: string, clientY: number) =>
    fireEvent(
      menu,
      Object.assign(new Event(type, { bubbles: true }), {
        pointerId: 7,
        isPrimary: true,
        pointerType: 'touch',
        clientX: 100,
        clientY,
      }),
    );
  send('pointerdown', 500);
  send('pointermove', 540);
  send('pointermove', 620);
  send('pointerup', 620);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(onRow).not.toHaveBeenCalled();
  capture.mockRestore();
});
