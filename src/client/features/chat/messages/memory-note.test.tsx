import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { memoryWords as words } from '~/client/words/memory';
import type { Memory } from '~/shared/schemas/memory';
import { MemoryNote } from './memory-note';

const fact: Memory = {
  id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a',
  text: 'Prefers euros.',
  conversation: null,
  createdAt: new Date('2026-05-04T09:30:00Z'),
  updatedAt: new Date('2026-05-04T09:30:00Z'),
};

it('shows a remembered fact, and forgets it', async () => {
  let facts = [fact];
  const requests = fakeServer({
    'memory.get': () => ({ isEnabled: true, facts }),
    'memory.delete': () => {
      facts = [];
      return { message: 'Fact deleted' };
    },
  });
  const { user } = renderInApp(<MemoryNote changes={[{ change: 'remembered', id: fact.id, text: fact.text }]} />);
  expect(screen.getByText(words.remembered(fact.text))).toBeDefined();
  await user.click(await screen.findByRole('button', { name: words.undo }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words.undone));
  expect(requests).toContainEqual({ path: 'memory.delete', input: { memoryId: fact.id } });
  expect(screen.queryByRole('button', { name: words.undo })).toBeNull();
});

it('loads the memory that an earlier note has loaded again', async () => {
  let facts: Memory[] = [];
  fakeServer({ 'memory.get': () => ({ isEnabled: true, facts }) });
  const note = <MemoryNote changes={[{ change: 'forgot', id: 'other', text: 'Likes dollars.' }]} />;
  const { rerender } = renderInApp(note);
  await screen.findByRole('button', { name: words.undo });
  facts = [fact];
  rerender(<MemoryNote key="later" changes={[{ change: 'remembered', id: fact.id, text: fact.text }]} />);
  expect(screen.getByRole('status').textContent).toBe('');
  expect(await screen.findByRole('button', { name: words.undo })).toBeDefined();
});

it('restores a forgotten fact', async () => {
  let facts: Memory[] = [];
  fakeServer({
    'memory.get': () => ({ isEnabled: true, facts }),
    'memory.add': () => {
      facts = [fact];
      return fact;
    },
  });
  const { user } = renderInApp(<MemoryNote changes={[{ change: 'forgot', id: 'old', text: fact.text }]} />);
  expect(screen.getByText(words.forgot(fact.text))).toBeDefined();
  await user.click(await screen.findByRole('button', { name: words.undo }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words.undone));
});
