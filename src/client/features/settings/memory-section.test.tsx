import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeAnswers, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { memoryWords as words } from '~/client/words/memory';
import { limits } from '~/shared/limits';
import type { Memory } from '~/shared/schemas/memory';
import { MemorySection } from './memory-section';

const fact: Memory = {
  id: '9c8b7a6d-5e4f-4d3c-a2b1-0f9e8d7c6b5a',
  text: 'Prefers euros.',
  conversation: { id: 'b6a6f7de-3c0a-4f5e-8a55-2b8f1f0d9c02', title: 'Rates' },
  createdAt: new Date('2026-05-04T09:30:00Z'),
  updatedAt: new Date('2026-05-04T09:30:00Z'),
};

function setUp(first: Memory[] = [fact], answers: FakeAnswers = {}) {
  let facts = first;
  let isEnabled = false;
  const requests = fakeServer({
    'memory.get': () => ({ isEnabled, facts }),
    'memory.saveSettings': (input) => {
      isEnabled = (input as { isEnabled: boolean }).isEnabled;
      return { isEnabled };
    },
    'memory.add': (input) => {
      const added = { ...fact, id: 'new', ...(input as { text: string }), conversation: null };
      facts = [added, ...facts];
      return added;
    },
    'memory.update': (input) => {
      facts = facts.map((one) => ({ ...one, text: (input as { text: string }).text }));
      return facts[0] ?? fact;
    },
    'memory.delete': () => {
      facts = [];
      return { message: 'Fact deleted' };
    },
    'memory.deleteAll': () => {
      facts = [];
      return { message: '1 fact deleted' };
    },
    ...answers,
  });
  return { requests, ...renderInApp(<MemorySection />) };
}
const button = (name: string) => screen.findByRole('button', { name });

it('is off at first and switched on at once', async () => {
  const { user, requests } = setUp();
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.switch });
  expect(box.checked).toBe(false);
  await user.click(box);
  await waitFor(() => expect(requests).toContainEqual({ path: 'memory.saveSettings', input: { isEnabled: true } }));
  await waitFor(() => expect(box.checked).toBe(true));
});

it('shows each fact with its conversation, and changes it', async () => {
  const { user } = setUp();
  expect((await screen.findByRole('link', { name: words.from('Rates') })).getAttribute('href')).toContain('/qchat?c=');
  await user.click(await button(words.edit(fact.text)));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: words.fact });
  await user.clear(field);
  await user.type(field, 'Prefers dollars.');
  await user.click(await button(words.save));
  expect(await screen.findByText('Prefers dollars.')).toBeDefined();
});

it('adds a fact, and keeps one that is too long or was not saved', async () => {
  const { user } = setUp([], {
    'memory.add': () => {
      throw new ServerError('The memory has 100 facts, which is the limit.', { code: 'CONFLICT', httpStatus: 409 });
    },
  });
  expect(await screen.findByText(words.none)).toBeDefined();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: words.newFact });
  await user.type(field, 'I live in Rome.');
  await user.click(await button(words.add));
  expect(await screen.findByText(words.addFailed)).toBeDefined();
  expect(field.value).toBe('I live in Rome.');
  await user.clear(field);
  await user.click(field);
  await user.paste('x'.repeat(limits.memoryCharacters + 1));
  expect(screen.getByText(words.tooLong(limits.memoryCharacters))).toBeDefined();
});

it('deletes a fact, and offers to take that back', async () => {
  const { user, requests } = setUp();
  await user.click(await button(words.delete(fact.text)));
  await user.click(await button(words.undo));
  await waitFor(() => expect(requests).toContainEqual({ path: 'memory.add', input: { text: fact.text } }));
});

it('deletes all facts after a question', async () => {
  const { user } = setUp();
  await user.click(await button(words.deleteAll));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(words.deleteAllBody(1));
  await user.click(within(dialog).getByRole('button', { name: words.deleteAll }));
  expect(await screen.findByText(words.none)).toBeDefined();
});
