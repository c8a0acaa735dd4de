import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { annualReport, reports } from '~/client/testing/collections';
import { boardPapers } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { errorOf } from '~/client/testing/fields';
import { renderInApp } from '~/client/testing/render';
import { projectFilesWords as filesWords } from '~/client/words/project-files';
import { projectsWords as words } from '~/client/words/projects';
import { uploadPanelWords } from '~/client/words/upload-panel';
import { limits } from '~/shared/limits';
import { unknownAbilities } from '~/shared/schemas/models';
import type { Project } from '~/shared/schemas/projects';
import { ProjectDialog } from './project-dialog';

const model = {
  endpointId: null,
  isDefault: false,
  contextTokens: 8192,
  maxOutputTokens: null,
  canResearch: false,
  abilities: unknownAbilities,
};
afterEach(() => vi.unstubAllGlobals());

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => screen.getByRole('button', { name });

function dialog(answers: FakeResponses = {}, project?: Project) {
  const requests = fakeServer({
    'models.list': () => [],
    'collections.list': () => ({
      items: [reports, { ...reports, id: 'off', name: 'Off', isEnabled: false }],
      nextCursor: null,
    }),
    'projects.create': () => boardPapers,
    'projects.update': () => boardPapers,
    ...answers,
  });
  const sent = () => requests.filter(({ path }) => /^projects\.(create|update)$/.test(path));
  const on = { onClose: vi.fn(), onSaved: vi.fn() };
  return { requests, sent, on, ...renderInApp(<ProjectDialog project={project} {...on} />) };
}

it('requires a name, and creates a project with the input', async () => {
  const { user, sent, on } = dialog();
  await user.click(press(words.createButton));
  await waitFor(() => expect(errorOf(field(words.name))).toBe('Name is required'));
  expect(sent()).toEqual([]);
  await user.type(field(words.name), 'Board papers');
  await user.type(field(words.instructions), 'Be brief.');
  await user.click(press(words.createButton));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledExactlyOnceWith(boardPapers));
  expect(sent()).toEqual([
    {
      path: 'projects.create',
      input: { name: 'Board papers', customInstructions: 'Be brief.', defaultModel: null, collectionIds: null },
    },
  ]);
});

it('shows the length of instructions, and does not send too long ones', async () => {
  const { user, sent } = dialog();
  await user.type(field(words.name), 'Board papers');
  await user.click(field(words.instructions));
  await user.paste('a'.repeat(limits.projectInstructionsCharacters + 1));
  expect(field(words.instructions).getAttribute('aria-invalid')).toBe('true');
  await user.click(press(words.createButton));
  await waitFor(() => expect(errorOf(field(words.instructions))).toMatch(/^Instructions must be/));
  expect(sent()).toEqual([]);
});

it('preselects the collections that are enabled', async () => {
  const { user, sent, on } = dialog();
  await user.type(field(words.name), 'Board papers');
  await user.click(await screen.findByRole('checkbox', { name: new RegExp(words.chooseCollections) }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Reports' }).checked).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Off' }).checked).toBe(false);
  await user.click(screen.getByRole('checkbox', { name: 'Off' }));
  await user.click(screen.getByRole('checkbox', { name: 'Reports' }));
  await user.click(press(words.createButton));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledOnce());
  expect(sent()[0]?.input).toMatchObject({ collectionIds: ['off'] });
});

it('keeps the default model when the list of models has loaded', async () => {
  const models = ['fast', 'deep'].map((id) => ({ ...model, id, name: id }));
  const { user, sent, on } = dialog({ 'models.list': () => models }, { ...boardPapers, defaultModel: 'deep' });
  const option = await screen.findByRole<HTMLOptionElement>('option', { name: 'deep' });
  expect(option.selected).toBe(true);
  await user.type(field(words.name), ' 2026{Enter}');
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledOnce());
  expect(sent()[0]?.input).toEqual({ projectId: boardPapers.id, name: 'Board papers 2026' });
});

it('keeps collections that are no longer available until they are removed, and sends only changes', async () => {
  const project = { ...boardPapers, collectionIds: [reports.id, 'lost'] };
  const { user, sent, on } = dialog({}, project);
  const lost = await screen.findByRole<HTMLInputElement>('checkbox', { name: words.collectionsGone(1) });
  expect(lost.checked).toBe(true);
  const isInactive = () => press(words.save).getAttribute('aria-disabled') === 'true';
  expect(isInactive()).toBe(true);
  await user.click(lost);
  expect(lost.checked).toBe(false);
  expect(isInactive()).toBe(false);
  await user.click(lost);
  expect(isInactive()).toBe(true);
  await user.type(field(words.instructions), ' Be brief.');
  await user.click(press(words.save));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledOnce());
  const { id: projectId } = boardPapers;
  expect(sent()[0]?.input).toEqual({ projectId, customInstructions: `${boardPapers.customInstructions} Be brief.` });
  await user.click(lost);
  await user.click(press(words.save));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.input).toMatchObject({ projectId, collectionIds: [reports.id] });
});

it('shows the collections of a project even if its user can read none of them', async () => {
  const none = { 'collections.list': () => ({ items: [], nextCursor: null }) };
  dialog(none, { ...boardPapers, collectionIds: ['lost', 'gone'] });
  expect(await screen.findByRole('checkbox', { name: words.collectionsGone(2) })).toBeDefined();
});

it('shows the collections of all pages, and counts none of them as lost', async () => {
  const pageOf = (cursor: string | null | undefined) =>
    cursor
      ? { items: [{ ...reports, id: 'old', name: 'The oldest' }], nextCursor: null }
      : { items: [reports], nextCursor: 'further' };
  const { user, sent, on } = dialog(
    { 'collections.list': (input) => pageOf((input as { cursor?: string }).cursor) },
    { ...boardPapers, collectionIds: [reports.id, 'old'] },
  );
  const oldest = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'The oldest' });
  expect(oldest.checked).toBe(true);
  expect(screen.queryByRole('checkbox', { name: words.collectionsGone(1) })).toBeNull();
  await user.click(oldest);
  await user.click(press(words.save));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledOnce());
  expect(sent()[0]?.input).toMatchObject({ collectionIds: [reports.id] });
});

it('shows the collections that have loaded if a further page fails, and keeps the others', async () => {
  const { user, sent, on } = dialog(
    {
      'collections.list'(input) {
        if ((input as { cursor?: string }).cursor) throw new ServerError('The service is busy');
        return { items: [reports], nextCursor: 'further' };
      },
    },
    { ...boardPapers, collectionIds: [reports.id, 'old'] },
  );
  await user.click(await screen.findByRole('checkbox', { name: 'Reports' }));
  expect(screen.queryByRole('checkbox', { name: words.collectionsGone(1) })).toBeNull();
  await user.click(press(words.save));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledOnce());
  expect(sent()[0]?.input).toMatchObject({ collectionIds: ['old'] });
});

it('keeps a default model that is no longer offered until another is chosen', async () => {
  const { user, sent, on } = dialog({}, { ...boardPapers, defaultModel: 'gone' });
  const choice = await screen.findByLabelText<HTMLSelectElement>(words.defaultModel);
  expect(choice.selectedOptions[0]?.textContent).toBe(words.modelGone);
  await user.selectOptions(choice, words.noModel);
  await user.click(press(words.save));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledOnce());
  expect(sent()[0]).toMatchObject({
    path: 'projects.update',
    input: { projectId: boardPapers.id, defaultModel: null },
  });
});

it('shows a server error beside its field, and keeps the input', async () => {
  const { user, on } = dialog({
    'projects.create': () => {
      throw new ServerError('Too long', { fieldErrors: { name: 'Too long' } });
    },
  });
  await user.type(field(words.name), 'Board papers{Enter}');
  await waitFor(() => expect(errorOf(field(words.name))).toBe('Too long'));
  expect(screen.getByText(words.saveFailed)).toBeDefined();
  expect(field(words.name).value).toBe('Board papers');
  expect(on.onSaved).not.toHaveBeenCalled();
});

/** A fake file storage that accepts every file. */
class Store {
  status = 200;
  responseText = '';
  upload = {};
  onload = () => {};
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => this.onload());
  }
}

it('adds the selected files to the new project', async () => {
  vi.stubGlobal('XMLHttpRequest', Store);
  const { user, sent, on, requests } = dialog({
    'uploads.create': (input) => ({
      uploadURL: `https://files.example/${(input as { size: number }).size}`,
      headers: {},
      objectPath: '',
    }),
    'uploads.claim': (input) => ({ objectPath: `/objects/${(input as { name: string }).name}` }) as never,
    'collections.create': () => reports,
    'collections.addDocument': () => annualReport,
  });
  await user.type(field(words.name), 'Board papers');
  const region = screen.getByRole('region', { name: filesWords.files });
  await user.click(within(region).getByRole('button', { name: filesWords.upload }));
  const uploads = await screen.findByRole('dialog', { name: uploadPanelWords.title });
  const input = await waitFor(() => {
    const found = uploads.querySelector<HTMLInputElement>('input[type=file]');
    if (!found) throw new Error('the upload dialog has not loaded');
    return found;
  });
  const text = (name: string, content: string) => new File([content], name, { type: 'text/plain' });
  await user.upload(input, [text('notes.txt', 'abc'), text('wrong.txt', 'abcd')]);
  await user.click(await within(uploads).findByRole('button', { name: /^Upload 2/ }));
  await waitFor(() => expect(within(region).getAllByRole('listitem')).toHaveLength(2));
  await user.click(within(region).getByRole('button', { name: filesWords.remove('wrong.txt') }));
  expect(requests.some(({ path }) => path === 'uploads.claim')).toBe(false);
  await user.click(press(words.createButton));
  await waitFor(() => expect(on.onSaved).toHaveBeenCalledExactlyOnceWith(boardPapers));
  expect(sent()).toHaveLength(1);
  expect(requests.filter(({ path }) => path === 'uploads.claim' || path === 'collections.addDocument')).toEqual([
    { path: 'uploads.claim', input: { fileURL: 'https://files.example/3', name: 'notes.txt', type: 'text/plain' } },
    { path: 'collections.addDocument', input: { collectionId: reports.id, objectPath: '/objects/notes.txt' } },
  ]);
});
