import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderInApp } from '~/client/testing/render';
import { investWords as words } from '~/client/words/invest';
import { EmptyPortfolio } from './empty-portfolio';

it('shows administrators how to start, and members who adds positions', async () => {
  const [onAdd, onImport] = [vi.fn(), vi.fn()];
  const { user, rerender } = renderInApp(<EmptyPortfolio isAdmin onAdd={onAdd} onImport={onImport} />);
  expect(screen.getByText(words.noOpen)).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.addFirst }));
  await user.click(screen.getByRole('button', { name: words.importFile }));
  expect([onAdd.mock.calls.length, onImport.mock.calls.length]).toEqual([1, 1]);
  rerender(<EmptyPortfolio isAdmin={false} onAdd={onAdd} onImport={onImport} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.body.textContent).toContain(words.nothingYetMember);
});
