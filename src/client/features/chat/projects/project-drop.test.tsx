import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it, vi } from 'vitest';
import { banks, boardPapers, rates } from '~/client/testing/conversations';
import { type FakeAnswers, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { projectsWords as words } from '~/client/words/projects';
import { ConversationList } from '../panel/conversation-list';
import { listInput } from '../panel/list-input';
import ProjectDrop from './project-drop';
import { ProjectList } from './project-list';

const onMoved = vi.fn();

/** The button "leave" removes the projects, as the view of archived conversations does. */
function Panel() {
  const [isLeft, setIsLeft] = useState(false);
  const panel = useRef<HTMLElement>(null);
  const on = { onTick() {}, onOpen() {}, onSave() {}, onUpdate() {}, onDelete() {}, onMove() {} };
  return (
    <nav ref={panel}>
      <button type="button" onClick={() => setIsLeft(true)}>
        leave
      </button>
      {!isLeft && (
        <>
          <ProjectList onOpen={() => {}} />
          <ProjectDrop panel={panel} onMoved={onMoved} />
        </>
      )}
      <ConversationList input={listInput.current} selectedId={undefined} ticked={undefined} {...on} />
    </nav>
  );
}

async function open(answers: FakeAnswers = {}) {
  onMoved.mockClear();
  const requests = fakeServer({
    'projects.list': () => ({ items: [boardPapers], nextCursor: null }),
    'conversations.list': () => ({ items: [rates, banks], nextCursor: null }),
    'conversations.activity': () => ({ running: [], unread: [] }),
    'projects.moveConversations': () => ({ count: 1 }),
    ...answers,
  });
  const { user } = renderInApp(<Panel />);
  const row = await screen.findByRole('button', { name: /^Rates/ });
  const project = await screen.findByRole('button', { name: /^Board papers/ });
  const moves = () => requests.filter(({ path }) => path === 'projects.moveConversations').map(({ input }) => input);
  return { user, row, project, moves };
}

it('moves a conversation that is dropped on a project, and Undo takes it out again', async () => {
  const { user, row, project, moves } = await open();
  fireEvent.dragStart(row);
  // False when the page takes the drop.
  expect(fireEvent.dragOver(project)).toBe(false);
  expect(project.hasAttribute('data-target')).toBe(true);
  fireEvent.drop(project);
  fireEvent.dragEnd(row);
  expect(project.hasAttribute('data-target')).toBe(false);
  await waitFor(() => expect(onMoved).toHaveBeenCalledOnce());
  await user.click(await screen.findByRole('button', { name: words.undo }));
  await waitFor(() =>
    expect(moves()).toEqual([
      { conversationIds: [rates.id], projectId: boardPapers.id },
      { conversationIds: [rates.id], projectId: null },
    ]),
  );
});

it('takes Undo of the earlier move away as soon as the next move begins', async () => {
  let isFirst = true;
  const { row, project } = await open({
    'projects.moveConversations': () => {
      if (!isFirst) return new Promise(() => {});
      isFirst = false;
      return { count: 1 };
    },
  });
  const drop = () => {
    fireEvent.dragStart(row);
    fireEvent.dragOver(project);
    fireEvent.drop(project);
    fireEvent.dragEnd(row);
  };
  drop();
  await screen.findByRole('button', { name: words.undo });
  drop();
  await waitFor(() => expect(screen.queryByRole('button', { name: words.undo })).toBeNull());
});

it('marks no project, and moves nothing, for what is no conversation or is dropped elsewhere', async () => {
  const { row, project, moves } = await open();
  // A file or a text from another program.
  expect(fireEvent.dragOver(project)).toBe(true);
  fireEvent.drop(project);
  fireEvent.dragStart(row);
  fireEvent.dragOver(project);
  fireEvent.dragOver(row);
  expect(project.hasAttribute('data-target')).toBe(false);
  fireEvent.drop(row);
  fireEvent.dragEnd(row);
  fireEvent.drop(project);
  expect(moves()).toEqual([]);
});

it('says when the server refuses the move', async () => {
  const { row, project } = await open({
    'projects.moveConversations': () => {
      throw new ServerError('Project not found');
    },
  });
  fireEvent.dragStart(row);
  fireEvent.dragOver(project);
  fireEvent.drop(project);
  expect(await screen.findByText('Project not found')).toBeDefined();
  expect(onMoved).not.toHaveBeenCalled();
});

it('offers Undo also when the projects are gone before the server answers', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { user, row, project, moves } = await open({
    'projects.moveConversations': async () => {
      await answered;
      return { count: 1 };
    },
  });
  fireEvent.dragStart(row);
  fireEvent.dragOver(project);
  fireEvent.drop(project);
  await waitFor(() => expect(moves()).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: 'leave' }));
  answer();
  expect(await screen.findByRole('button', { name: words.undo })).toBeDefined();
});
