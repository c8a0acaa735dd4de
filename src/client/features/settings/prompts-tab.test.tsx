import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { draftWords } from '~/client/words/draft';
import { promptWords as words } from '~/client/words/prompts';
import { uiWords } from '~/client/words/ui';
import type { Prompt } from '~/shared/schemas/prompts';
import PromptsTab from './prompts-tab';

const time = new Date('2026-05-04T09:30:00Z');
const own: Prompt = {
  id: '1',
  scope: 'personal',
  title: 'Compare',
  text: 'Compare {{a}} and {{b}}.',
  mayEdit: true,
  createdAt: time,
  updatedAt: time,
};
const ours: Prompt = { ...own, id: '2', scope: 'organization', title: 'Risks', mayEdit: false };

function setUp(isAdmin = false, answers: FakeResponses = {}) {
  let isDeleted = false;
  const requests = fakeServer({
    'prompts.list'(input) {
      const { scope } = input as { scope: string };
      const items = scope === 'organization' ? [{ ...ours, mayEdit: isAdmin }] : isDeleted ? [] : [own];
      return { items, nextCursor: null };
    },
    'prompts.create': () => own,
    'prompts.update': () => own,
    'prompts.delete'() {
      isDeleted = true;
      return { message: 'Prompt deleted' };
    },
    'prompts.restore'() {
      isDeleted = false;
      return { message: 'Prompt restored' };
    },
    ...answers,
  });
  return { requests, ...renderInApp(<PromptsTab isAdmin={isAdmin} />) };
}
const section = (name: string) => within(screen.getByRole('region', { name }));

it('creates and edits a prompt, and shows validation errors', async () => {
  const { user, requests } = setUp();
  await user.click(section(words.heading).getByRole('button', { name: words.create }));
  const dialog = within(await screen.findByRole('dialog', { name: words.createTitle }));
  await user.click(dialog.getByRole('button', { name: words.save }));
  expect(await dialog.findByText('Title is required')).toBeDefined();
  await user.type(dialog.getByLabelText(words.title), 'Compare');
  await user.click(dialog.getByLabelText(words.text));
  await user.paste('Compare {{a}} and {{b}}.');
  await user.click(dialog.getByRole('button', { name: words.save }));
  expect(await screen.findByText(words.saved)).toBeDefined();
  const input = { title: 'Compare', text: 'Compare {{a}} and {{b}}.', scope: 'personal' };
  expect(requests).toContainEqual({ path: 'prompts.create', input });
  await user.click(screen.getByRole('button', { name: words.edit('Compare') }));
  const edited = within(await screen.findByRole('dialog', { name: words.editTitle }));
  const save = edited.getByRole('button', { name: words.save });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  await user.click(save);
  expect(requests.map(({ path }) => path)).not.toContain('prompts.update');
  await user.type(edited.getByLabelText(words.title), ' both');
  await user.click(save);
  await waitFor(() =>
    expect(requests).toContainEqual({
      path: 'prompts.update',
      input: { promptId: '1', title: 'Compare both', text: own.text },
    }),
  );
});

it('keeps an unsaved prompt after Escape until it is canceled', async () => {
  const { user } = setUp();
  const open = async () => {
    await user.click(section(words.heading).getByRole('button', { name: words.create }));
    return within(await screen.findByRole('dialog', { name: words.createTitle }));
  };
  const text = (dialog: Awaited<ReturnType<typeof open>>) => dialog.getByLabelText<HTMLTextAreaElement>(words.text);
  await user.type(text(await open()), 'Summarize it{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
  const again = await open();
  expect(text(again).value).toBe('Summarize it');
  expect(again.getByText(draftWords.restored)).toBeDefined();
  await user.click(again.getByRole('button', { name: uiWords.cancel }));
  expect(text(await open()).value).toBe('');
});

it('does not restore a saved prompt, even if the list never loads again', async () => {
  let isSaved = false;
  const list = () => (isSaved ? new Promise<never>(() => {}) : { items: [], nextCursor: null });
  const save = () => {
    isSaved = true;
    return own;
  };
  const { user, unmount } = setUp(false, { 'prompts.list': list, 'prompts.create': save });
  await user.click(section(words.heading).getByRole('button', { name: words.create }));
  const dialog = within(await screen.findByRole('dialog', { name: words.createTitle }));
  await user.type(dialog.getByLabelText(words.title), 'Compare');
  const drafts = () => Object.keys(localStorage).filter((key) => key.includes('prompt:'));
  expect(drafts()).toHaveLength(1);
  await user.type(dialog.getByLabelText(words.text), 'Compare both');
  await user.click(dialog.getByRole('button', { name: words.save }));
  await waitFor(() => expect(isSaved).toBe(true));
  await waitFor(() => expect(drafts()).toEqual([]));
  expect(screen.getByRole('dialog')).toBeDefined();
  unmount();
});

it('deletes a prompt, with Undo', async () => {
  const { user, requests } = setUp();
  await user.click(await screen.findByRole('button', { name: words.remove('Compare') }));
  expect(await screen.findByText(words.none)).toBeDefined();
  await user.click(await screen.findByRole('button', { name: words.undo }));
  expect(await screen.findByText('Compare')).toBeDefined();
  expect(requests).toContainEqual({ path: 'prompts.restore', input: { promptId: '1' } });
});

it('deletes a prompt once on a double click, and keeps Undo', async () => {
  const { user, requests } = setUp();
  await user.dblClick(await screen.findByRole('button', { name: words.remove('Compare') }));
  expect(await screen.findByText(words.none)).toBeDefined();
  expect(requests.filter(({ path }) => path === 'prompts.delete')).toHaveLength(1);
  expect(await screen.findByRole('button', { name: words.undo })).toBeDefined();
});

it('lets only administrators write organization-wide prompts', async () => {
  const { unmount } = setUp();
  expect(await screen.findByText('Risks')).toBeDefined();
  expect(screen.queryByRole('button', { name: words.edit('Risks') })).toBeNull();
  expect(section(words.organizationHeading).queryByRole('button', { name: words.create })).toBeNull();
  unmount();
  setUp(true);
  expect(await screen.findByRole('button', { name: words.edit('Risks') })).toBeDefined();
  expect(section(words.organizationHeading).getByRole('button', { name: words.create })).toBeDefined();
});

it('searches in both lists', async () => {
  const { user, requests } = setUp();
  await user.type(screen.getByLabelText(words.search), 'tesla');
  await waitFor(() => {
    for (const scope of ['personal', 'organization'])
      expect(requests.map(({ input }) => input)).toContainEqual(expect.objectContaining({ scope, search: 'tesla' }));
  });
});
