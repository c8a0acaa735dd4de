import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useRef, useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { annualReport, reports } from '~/client/testing/collections';
import { banks, boardPapers, rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { projectFilesWords as filesWords } from '~/client/words/project-files';
import { projectsWords as words } from '~/client/words/projects';
import { ConversationList } from '../panel/conversation-list';
import { listInput } from '../panel/list-input';
import { ProjectDrop } from './project-drop';
import { ProjectList } from './project-list';

const onMoved = vi.fn();
afterEach(() => vi.unstubAllGlobals());

/** The button "leave" unmounts the projects, like the view of archived conversations. */
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

async function open(answers: FakeResponses = {}) {
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
  return { user, row, project, moves, requests };
}

it('moves a conversation that is dropped on a project, and moves it back with Undo', async () => {
  const { user, row, project, moves } = await open();
  fireEvent.dragStart(row);
  // False if the page accepts the drop.
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

it('dismisses Undo of the earlier move as soon as the next move starts', async () => {
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

it('highlights no project, and moves nothing, for other data and other targets', async () => {
  const { row, project, moves } = await open();
  // Text from another application.
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

it('shows that the server rejected the move', async () => {
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

it('offers Undo even if the projects are unmounted before the response', async () => {
  let respond = () => {};
  const answered = new Promise<void>((resolve) => {
    respond = resolve;
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
  respond();
  expect(await screen.findByRole('button', { name: words.undo })).toBeDefined();
});

/** A fake file storage. The URL of a file decides whether it is accepted, at all or at the second attempt. */
class Store {
  static attempts = new Set<string>();
  status = 0;
  responseText = '';
  upload = {};
  onload = () => {};
  private url = '';
  open(_method: string, url: string) {
    this.url = url;
  }
  setRequestHeader() {}
  abort() {}
  send() {
    const isRetry = Store.attempts.has(this.url);
    Store.attempts.add(this.url);
    this.status = this.url.endsWith('full') ? 507 : this.url.endsWith('busy') && !isRetry ? 503 : 200;
    this.responseText = JSON.stringify({ message: 'Your storage is full' });
    queueMicrotask(() => this.onload());
  }
}

const text = (name: string) => new File(['abc'], name, { type: 'text/plain' });
const holding = (files: File[]) => ({ dataTransfer: { types: ['Files'], files } });

it('adds files that are dropped on a project, names rejected ones, and leaves the message unchanged', async () => {
  vi.stubGlobal('XMLHttpRequest', Store);
  let signed = 0;
  const { project, row, requests } = await open({
    'uploads.create': () => ({
      uploadURL: `https://files.example/${signed++ === 0 ? 'notes' : 'full'}`,
      headers: {},
      objectPath: '',
    }),
    'uploads.claim': (input) => ({ objectPath: `/objects/${(input as { name: string }).name}` }) as never,
    'collections.create': () => reports,
    'collections.addDocument': () => annualReport,
  });
  const files = holding([text('notes.txt'), text('large.txt'), new File(['abc'], 'tool.exe')]);
  // Files dropped elsewhere in the panel are attached to the message.
  expect(fireEvent.dragOver(row, files)).toBe(true);
  expect(fireEvent.dragOver(project, files)).toBe(false);
  expect(project.hasAttribute('data-target')).toBe(true);
  expect(fireEvent.drop(project, files)).toBe(false);
  expect(project.hasAttribute('data-target')).toBe(false);
  const words = await screen.findByText(/tool\.exe: /);
  expect(words.textContent).toContain('large.txt: Your storage is full');
  expect(words.textContent).toContain(filesWords.added(1, boardPapers.name));
  expect(screen.getByText(filesWords.addFailed)).toBeDefined();
  const sent = requests.filter(({ path }) => path.startsWith('collections.'));
  expect(sent).toEqual([
    { path: 'collections.create', input: { name: boardPapers.name, projectId: boardPapers.id } },
    { path: 'collections.addDocument', input: { collectionId: reports.id, objectPath: '/objects/notes.txt' } },
  ]);
  expect(onMoved).not.toHaveBeenCalled();
});

it('repeats an upload after a temporary error, and warns before the page is left until all files are added', async () => {
  vi.stubGlobal('XMLHttpRequest', Store);
  Store.attempts.clear();
  const { project, requests } = await open({
    'uploads.create': () => ({ uploadURL: 'https://files.example/busy', headers: {}, objectPath: '' }),
    'uploads.claim': () => ({ objectPath: '/objects/notes.txt' }) as never,
    'collections.create': () => reports,
    'collections.addDocument': () => annualReport,
  });
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(leaves()).toBe(true);
  const files = holding([text('notes.txt')]);
  fireEvent.dragOver(project, files);
  fireEvent.drop(project, files);
  expect(leaves()).toBe(false);
  expect(await screen.findByText(filesWords.added(1, boardPapers.name))).toBeDefined();
  expect(requests.filter(({ path }) => path === 'collections.addDocument')).toHaveLength(1);
  await waitFor(() => expect(leaves()).toBe(true));
});
