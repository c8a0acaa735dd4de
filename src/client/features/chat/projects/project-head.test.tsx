import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { boardPapers, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { conversationActionsWords } from '~/client/words/conversation-actions';
import { projectListWords } from '~/client/words/project-list';
import { projectsWords as words } from '~/client/words/projects';
import ProjectDialogs, { type ProjectQuestion } from './project-dialogs';
import { ProjectHead } from './project-head';
import { ProjectList } from './project-list';

const press = (name: string) => screen.getByRole('button', { name });
const basics: FakeResponses = {
  'models.list': () => [],
  'collections.list': () => ({ items: [], nextCursor: null }),
};

function head(answers: FakeResponses = {}) {
  const requests = fakeServer({ ...basics, 'projects.get': () => boardPapers, ...answers });
  const on = { onBack: vi.fn(), onSelect: vi.fn() };
  return { requests, on, ...renderInApp(<ProjectHead projectId={boardPapers.id} {...on} />) };
}
async function choose(user: ReturnType<typeof head>['user'], action: string) {
  await user.click(await screen.findByRole('button', { name: words.actions('Board papers') }));
  await user.click(screen.getByRole('menuitem', { name: action }));
}

it('shows the name of the open project, and leads back to the conversations', async () => {
  const { user, on } = head();
  expect(await screen.findByRole('heading', { name: 'Board papers' })).toBeDefined();
  await user.click(press(words.back));
  expect(on.onBack).toHaveBeenCalledOnce();
});

it('offers no actions until the project is loaded', async () => {
  const { requests } = head({ 'projects.get': () => new Promise(() => {}) });
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.getByRole('heading').textContent).toBe(projectListWords.projects);
  expect(screen.getAllByRole('button')).toEqual([press(words.back)]);
});

it('shows the name at once if the list of projects is loaded', async () => {
  fakeServer({
    ...basics,
    'projects.list': () => ({ items: [boardPapers], nextCursor: null }),
    'projects.get': () => new Promise(() => {}),
  });
  const list = <ProjectList onOpen={() => {}} />;
  const { rerender } = renderInApp(list);
  await screen.findByRole('button', { name: /Board papers/ });
  rerender(<ProjectHead projectId={boardPapers.id} onBack={() => {}} onSelect={() => {}} />);
  expect(screen.getByRole('heading').textContent).toBe('Board papers');
});

it('shows the new name after a change was saved', async () => {
  const renamed = { ...boardPapers, name: 'Papers' };
  const { user } = head({
    'projects.update': () => renamed,
    'projects.list': () => ({ items: [renamed], nextCursor: null }),
  });
  await choose(user, words.edit);
  const name = await screen.findByLabelText(words.name);
  await user.clear(name);
  await user.type(name, 'Papers{Enter}');
  expect(await screen.findByRole('heading', { name: 'Papers' })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('leads back when the project was deleted', async () => {
  const { user, on, requests } = head({ 'projects.delete': () => ({ message: 'Project deleted' }) });
  await choose(user, words.delete);
  expect(await screen.findByText(words.deleteBody('Board papers'))).toBeDefined();
  expect(on.onBack).not.toHaveBeenCalled();
  await user.click(press(words.delete));
  await waitFor(() => expect(on.onBack).toHaveBeenCalledOnce());
  expect(requests).toContainEqual({ path: 'projects.delete', input: { projectId: boardPapers.id } });
});

it('starts selection mode', async () => {
  const { user, on } = head();
  await choose(user, conversationActionsWords.select);
  expect(on.onSelect).toHaveBeenCalledOnce();
});

function dialogs(question: ProjectQuestion, answers: FakeResponses = {}) {
  fakeServer({
    ...basics,
    'projects.list': () => ({ items: [], nextCursor: null }),
    'projects.create': () => boardPapers,
    ...answers,
  });
  const on = { onQuestion: vi.fn(), onMoved: vi.fn(), onCreated: vi.fn() };
  return { on, ...renderInApp(<ProjectDialogs question={question} {...on} />) };
}

it('opens a project after it was created', async () => {
  const { user, on } = dialogs('create');
  await user.type(screen.getByLabelText(words.name), 'Board papers{Enter}');
  await waitFor(() => expect(on.onCreated).toHaveBeenCalledExactlyOnceWith(boardPapers.id));
  expect(on.onQuestion).toHaveBeenCalledExactlyOnceWith(undefined);
});

it('asks for a new project if there is none to move to', async () => {
  const { user, on } = dialogs([rates]);
  await user.click(await screen.findByRole('button', { name: words.create }));
  await waitFor(() => expect(on.onQuestion).toHaveBeenCalledExactlyOnceWith('create'));
  expect(on.onMoved).not.toHaveBeenCalled();
});

it('shows that the list of projects could not be loaded, and reloads it', async () => {
  let isDown = true;
  fakeServer({
    'projects.list': () => {
      if (isDown) throw new Error('down');
      return { items: [boardPapers], nextCursor: null };
    },
  });
  const { user } = renderInApp(<ProjectList onOpen={() => {}} />);
  expect((await screen.findByRole('alert')).textContent).toContain(projectListWords.loadFailed);
  isDown = false;
  await user.click(press('Retry'));
  expect(await screen.findByRole('button', { name: /Board papers/ })).toBeDefined();
});
