import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { banks, boardPapers, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { projectListWords } from '~/client/words/project-list';
import { projectsWords as words } from '~/client/words/projects';
import { uiWords } from '~/client/words/ui';
import type { ConversationSummary } from '~/shared/schemas/conversations';
import DeleteProject from './delete-project';
import { MoveDialog } from './move-dialog';
import { ProjectList } from './project-list';

const press = (name: string) => screen.getByRole('button', { name });
const projects = (...items: (typeof boardPapers)[]) => ({ 'projects.list': () => ({ items, nextCursor: null }) });

function move(conversations: ConversationSummary[], answers: FakeResponses = {}) {
  const requests = fakeServer({
    ...projects(boardPapers),
    'projects.moveConversations': () => ({ count: conversations.length }),
    ...answers,
  });
  const moves = () => requests.filter(({ path }) => path === 'projects.moveConversations').map(({ input }) => input);
  const on = { onClose: vi.fn(), onMoved: vi.fn(), onNewProject: vi.fn() };
  return { moves, on, ...renderInApp(<MoveDialog conversations={conversations} {...on} />) };
}

it('moves a conversation into a project, and back with Undo', async () => {
  const { user, moves, on } = move([rates]);
  await screen.findByRole('option', { name: 'Board papers' });
  // The current location is not offered.
  expect(screen.queryByRole('option', { name: words.noProject })).toBeNull();
  await user.selectOptions(screen.getByLabelText(words.target), 'Board papers');
  await user.click(press(words.moveMany));
  await waitFor(() => expect(on.onMoved).toHaveBeenCalledOnce());
  expect(on.onClose).toHaveBeenCalledOnce();
  await user.click(await screen.findByRole('button', { name: words.undo }));
  await waitFor(() =>
    expect(moves()).toEqual([
      { conversationIds: [rates.id], projectId: boardPapers.id },
      { conversationIds: [rates.id], projectId: null },
    ]),
  );
});

it('restores the location of each conversation with Undo', async () => {
  const { user, moves } = move([rates, { ...banks, projectId: boardPapers.id }]);
  await screen.findByRole('option', { name: 'Board papers' });
  await user.selectOptions(screen.getByLabelText(words.target), words.noProject);
  await user.click(press(words.moveMany));
  await user.click(await screen.findByRole('button', { name: words.undo }));
  await waitFor(() => expect(moves()).toHaveLength(3));
  expect(moves().slice(1)).toEqual([
    { conversationIds: [rates.id], projectId: null },
    { conversationIds: [banks.id], projectId: boardPapers.id },
  ]);
});

it('offers a new project if there is no other to move to', async () => {
  const { user, moves, on } = move([rates], projects());
  expect(await screen.findByText(words.noTarget)).toBeDefined();
  await user.click(press(words.create));
  await waitFor(() => expect(on.onNewProject).toHaveBeenCalledOnce());
  expect(moves()).toEqual([]);
});

it('stays open when moving fails', async () => {
  const { user, on } = move([{ ...rates, projectId: boardPapers.id }], {
    'projects.moveConversations': () => {
      throw new ServerError('Project not found');
    },
  });
  await user.click(await screen.findByRole('button', { name: words.moveMany }));
  expect(await screen.findByText('Project not found')).toBeDefined();
  expect(on.onClose).not.toHaveBeenCalled();
  expect(on.onMoved).not.toHaveBeenCalled();
});

it('lists projects by name, collapses them and opens one', async () => {
  fakeServer(projects(boardPapers, { ...boardPapers, id: 'a', name: 'Annual report', conversationCount: 1 }));
  const onOpen = vi.fn();
  const { user } = renderInApp(<ProjectList onOpen={onOpen} />);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Annual report1 1 conversation',
    'Board papers3 3 conversations',
  ]);
  await user.click(screen.getByRole('button', { name: /Annual report/ }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('a');
  const fold = press(projectListWords.projects);
  await user.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(document.querySelector('ul')?.hidden).toBe(true);
});

it('is absent without projects', async () => {
  const requests = fakeServer(projects());
  renderInApp(<ProjectList onOpen={vi.fn()} />);
  await waitFor(() => expect(requests).toHaveLength(1));
  expect(screen.queryByRole('region', { name: projectListWords.projects })).toBeNull();
});

it('deletes a project after a confirmation, and stays open if that fails', async () => {
  let isBusy = true;
  const requests = fakeServer({
    'projects.delete': () => {
      if (isBusy) throw new ServerError('The service is busy', { httpStatus: 500 });
      return { message: 'Deleted' };
    },
  });
  const on = { onClose: vi.fn(), onDeleted: vi.fn() };
  const { user } = renderInApp(<DeleteProject project={boardPapers} {...on} />);
  expect(screen.getByText(words.deleteBody('Board papers'))).toBeDefined();
  await user.click(press(uiWords.cancel));
  expect(requests).toEqual([]);
  await user.click(press(words.delete));
  expect(await screen.findByText(words.deleteFailed)).toBeDefined();
  expect(on.onDeleted).not.toHaveBeenCalled();
  isBusy = false;
  await user.click(press(words.delete));
  await waitFor(() => expect(on.onDeleted).toHaveBeenCalledOnce());
  expect(requests.at(-1)).toEqual({ path: 'projects.delete', input: { projectId: boardPapers.id } });
});
