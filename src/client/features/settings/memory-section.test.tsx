import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
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

function setUp(first: Memory[] = [fact], answers: FakeResponses = {}) {
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

it('is off by default and switched on at once', async () => {
  const { user, requests } = setUp();
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.switch });
  expect(box.checked).toBe(false);
  await user.click(box);
  await waitFor(() => expect(requests).toContainEqual({ path: 'memory.saveSettings', input: { isEnabled: true } }));
  await waitFor(() => expect(box.checked).toBe(true));
});

it('shows the stored choice again if neither the new one nor the stored one can be loaded', async () => {
  let isDown = false;
  const unreachable = () => {
    throw new ServerError('The service is busy', { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500 });
  };
  let refuse = () => {};
  const { user, requests } = setUp([], {
    'memory.get': () => (isDown ? unreachable() : { isEnabled: true, facts: [] }),
    'memory.saveSettings': () =>
      new Promise((_, reject) => {
        refuse = () => reject(new ServerError('The service is busy'));
      }),
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.switch });
  expect(box.checked).toBe(true);
  isDown = true;
  await user.click(box);
  await waitFor(() => expect(box.checked).toBe(false));
  await waitFor(() => expect(requests.map(({ path }) => path)).toContain('memory.saveSettings'));
  refuse();
  expect(await screen.findByText(words.switchFailed)).toBeDefined();
  await waitFor(() => expect(requests.filter(({ path }) => path === 'memory.get')).toHaveLength(2));
  await waitFor(() => expect(box.checked).toBe(true));
});

it('shows each fact with its conversation, and edits it', async () => {
  const { user } = setUp();
  expect((await screen.findByRole('link', { name: words.from('Rates') })).getAttribute('href')).toContain('/qchat?c=');
  await user.click(await button(words.edit(fact.text)));
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: words.fact });
  await user.clear(field);
  await user.type(field, 'Prefers dollars.');
  await user.click(await button(words.save));
  expect(await screen.findByText('Prefers dollars.')).toBeDefined();
});

it('adds a fact, and keeps the text of one that is too long or was not saved', async () => {
  const { user, requests } = setUp([], {
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
  await user.click(await button(words.add));
  await waitFor(() => expect(errorOf(field)).toBe(`Facts can have at most ${limits.memoryCharacters} characters`));
  expect(field.value).toHaveLength(limits.memoryCharacters + 1);
  expect(requests.filter(({ path }) => path === 'memory.add')).toHaveLength(1);
});

it('clears the field for the next fact, but keeps text typed in the meantime', async () => {
  let finish = () => {};
  const isSaved = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { user, requests } = setUp([], {
    'memory.add': async (input) => {
      if ((input as { text: string }).text === 'Works in Oslo.') await isSaved;
      return fact;
    },
  });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: words.newFact });
  await user.type(field, ' I live in Rome. {Enter}');
  await waitFor(() => expect(field.value).toBe(''));
  expect(requests).toContainEqual({ path: 'memory.add', input: { text: 'I live in Rome.' } });
  await user.type(field, 'Works in Oslo.{Enter}');
  await waitFor(() => expect(requests).toContainEqual({ path: 'memory.add', input: { text: 'Works in Oslo.' } }));
  await user.type(field, ' Sometimes.');
  finish();
  await waitFor(() => expect(screen.queryByRole('button', { name: words.adding })).toBeNull());
  expect(field.value).toBe('Works in Oslo. Sometimes.');
});

it('deletes a fact, and offers Undo', async () => {
  const { user, requests } = setUp();
  await user.click(await button(words.delete(fact.text)));
  await user.click(await button(words.undo));
  await waitFor(() => expect(requests).toContainEqual({ path: 'memory.add', input: { text: fact.text } }));
});

it('deletes all facts after a confirmation', async () => {
  const { user } = setUp();
  await user.click(await button(words.deleteAll));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain(words.deleteAllBody(1));
  await user.click(within(dialog).getByRole('button', { name: words.deleteAll }));
  expect(await screen.findByText(words.none)).toBeDefined();
});
