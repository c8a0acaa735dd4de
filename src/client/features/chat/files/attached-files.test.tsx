import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { ada } from '~/client/testing/users';
import { attachedFilesWords as words } from '~/client/words/attached-files';
import { uploadWords } from '~/client/words/upload';
import { uploadLimitWords } from '~/client/words/upload-limit';
import { limits } from '~/shared/limits';
import { AttachedFiles } from './attached-files-lazy';
import { readStoredFiles, storedFilesKey } from './stored-files';
import { type DraftFiles, usePendingFiles } from './use-pending-files';

// The files of a draft outlive its screen, so each test uses its own conversation.
let count = 0;
let conversationId = '';
beforeEach(() => {
  count += 1;
  conversationId = `attached-files-${count}`;
});

const claimed = (input: unknown) => {
  const { name, type = 'text/plain' } = input as { name: string; type?: string };
  return {
    id: name,
    objectPath: `/objects/${name.replace(/\W/g, '-')}`,
    name,
    type,
    size: 2048,
    state: 'queued' as const,
  };
};
const uploaded = (name: string, type = 'application/pdf') => ({
  name,
  type,
  size: 2048,
  uploadURL: `https://storage.example/${name}`,
});

async function setUp(answers: FakeResponses = {}) {
  const requests = fakeServer({
    'auth.user': () => ada,
    'uploads.claim': claimed,
    'uploads.attachText': claimed,
    'uploads.remove': () => ({ message: 'Deleted' }),
    ...answers,
  });
  const page: { files?: DraftFiles } = {};
  function Draft() {
    page.files = usePendingFiles(conversationId);
    return (
      <form>
        <AttachedFiles files={page.files} />
        <textarea aria-label="Message" />
      </form>
    );
  }
  function SignedIn() {
    return trpc.auth.user.useQuery().data ? <Draft /> : null;
  }
  const app = renderInApp(<SignedIn />);
  await waitFor(() => expect(page.files).toBeDefined());
  const store = () => (page.files as DraftFiles).store;
  const addUploaded = (...names: string[]) =>
    act(() => store().addUploaded({ successful: names.map((name) => uploaded(name)), failed: [] }));
  const sent = (path: string) => requests.filter((request) => request.path === path).map(({ input }) => input);
  return { ...app, store, addUploaded, sent };
}
const kept = () => readStoredFiles(storedFilesKey(ada.id, conversationId)).map(({ name }) => name);
const rows = async () =>
  within(await screen.findByRole('list', { name: words.attachedFiles })).getAllByRole('listitem');
const press = (name: string) => screen.getByRole('button', { name });

it('is absent without files', async () => {
  await setUp();
  expect(screen.queryByText(words.attachedFiles)).toBeNull();
});

it('claims a file from the dialog, shows it as ready and keeps it for a reload', async () => {
  const { addUploaded, sent } = await setUp();
  addUploaded('a.pdf');
  expect(await screen.findByText('2 KB · Ready')).toBeDefined();
  expect(sent('uploads.claim')).toEqual([
    { fileURL: 'https://storage.example/a.pdf', name: 'a.pdf', type: 'application/pdf' },
  ]);
  expect(kept()).toEqual(['a.pdf']);
});

it('announces to screen readers how many files are in which state', async () => {
  let respond = (_: ReturnType<typeof claimed>) => {};
  const slow = new Promise<ReturnType<typeof claimed>>((resolve) => {
    respond = resolve;
  });
  const { addUploaded } = await setUp({
    'uploads.claim': (input) => ((input as { name: string }).name === 'slow.pdf' ? slow : claimed(input)),
  });
  addUploaded('a.pdf');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words.numberAttached(1)));
  addUploaded('slow.pdf');
  await waitFor(() =>
    expect(screen.getByRole('status').textContent).toBe(`${words.numberUploading(1)}, ${words.numberAttached(1)}`),
  );
  respond(claimed({ name: 'slow.pdf' }));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(words.numberAttached(2)));
});

it('shows why the server rejects a file, without a retry, and can remove it', async () => {
  const { addUploaded, user, sent } = await setUp({
    'uploads.claim': () => {
      throw new ServerError('This file type is not allowed', { httpStatus: 415 });
    },
  });
  addUploaded('a.pdf');
  expect(await screen.findByText('This file type is not allowed')).toBeDefined();
  expect(screen.queryByRole('button', { name: words.retryOne('a.pdf') })).toBeNull();
  expect(kept()).toEqual([]);
  await user.click(press(words.removeOne('a.pdf')));
  expect(screen.queryByText(words.attachedFiles)).toBeNull();
  // There is nothing to remove on the server.
  expect(sent('uploads.remove')).toEqual([]);
});

it('removes a file from the server and from this browser', async () => {
  const { addUploaded, user, sent } = await setUp();
  addUploaded('a.pdf', 'b.pdf');
  await waitFor(() => expect(kept()).toEqual(['a.pdf', 'b.pdf']));
  expect(await rows()).toHaveLength(2);
  await user.click(press(words.removeOne('a.pdf')));
  expect(await rows()).toHaveLength(1);
  expect(kept()).toEqual(['b.pdf']);
  await waitFor(() => expect(sent('uploads.remove')).toEqual([{ id: 'a.pdf' }]));
});

it('Clear all removes every file, and moves the focus to the text box', async () => {
  const { addUploaded, user, sent } = await setUp();
  addUploaded('a.pdf', 'b.pdf');
  await waitFor(() => expect(kept()).toHaveLength(2));
  press(words.clearAll).focus();
  await user.keyboard('{Enter}');
  expect(screen.queryByText(words.attachedFiles)).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
  expect(kept()).toEqual([]);
  await waitFor(() => expect(sent('uploads.remove')).toHaveLength(2));
});

it('shows which files were rejected and why, until that is dismissed', async () => {
  const { store, user } = await setUp();
  act(() => store().add([new File(['MZ'], 'tool.exe'), new File([], 'empty.pdf')]));
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(`tool.exe: ${uploadWords.typeNotAllowed}empty.pdf: ${uploadWords.isEmpty}`);
  expect(screen.queryByRole('list')).toBeNull();
  await user.click(press(words.dismiss));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('names a file after the first words of its text, and keeps the text if no more files fit', async () => {
  const { store, addUploaded } = await setUp();
  let isTaken: boolean | undefined;
  await act(async () => {
    isTaken = await store().addText('Rates in 2026: a long text');
  });
  expect(isTaken).toBe(true);
  expect((await rows())[0]?.textContent).toContain('Rates in 2026 a long text.txt');
  addUploaded(...Array.from({ length: limits.attachmentsPerMessage - 1 }, (_, index) => `${index}.pdf`));
  await waitFor(() => expect(kept()).toHaveLength(limits.attachmentsPerMessage));
  await act(async () => {
    isTaken = await store().addText('One more');
  });
  expect(isTaken).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe(uploadWords.tooMany(limits.attachmentsPerMessage));
});

it('leaves no file if the server rejects the text, and shows why', async () => {
  const { store } = await setUp({
    'uploads.attachText': () => {
      throw new ServerError('Your storage is full', { httpStatus: 413 });
    },
  });
  await act(async () => expect(await store().addText('A long text')).toBe(false));
  expect((await screen.findByRole('alert')).textContent).toBe('Your storage is full');
  expect(screen.queryByRole('list')).toBeNull();
});

it('hides the files of a message that is being sent, and restores them if it fails', async () => {
  const { store, addUploaded } = await setUp();
  addUploaded('a.pdf');
  await waitFor(() => expect(kept()).toEqual(['a.pdf']));
  let handed: string[] = [];
  act(() => {
    handed = store()
      .handOver()
      .flatMap(({ stored }) => stored?.objectPath ?? []);
  });
  expect(handed).toEqual(['/objects/a-pdf']);
  expect(screen.queryByText(words.attachedFiles)).toBeNull();
  // Until the server has the message, the files must be restored after a reload.
  expect(kept()).toEqual(['a.pdf']);
  act(() => store().returnToDraft(handed));
  expect(await rows()).toHaveLength(1);
  act(() => {
    store().handOver();
    store().release(handed);
  });
  expect(kept()).toEqual([]);
});

it('shows why a file waits for the rate limit and for how long, and then sends it', async () => {
  let isLimited = true;
  const { addUploaded, sent } = await setUp({
    'uploads.claim': (input) => {
      if (!isLimited) return claimed(input);
      throw new ServerError('Too many uploads. Try again in a minute.', {
        code: 'TOO_MANY_REQUESTS',
        httpStatus: 429,
        retryAfterSeconds: 40,
      });
    },
  });
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  try {
    addUploaded('report.pdf');
    expect(await screen.findByText(/Waiting for the upload limit, continues in (?:40|39|38) seconds/)).toBeDefined();
    expect(screen.getByRole('status').textContent).toContain(uploadLimitWords.waiting);
    expect(screen.getByRole('status').textContent).not.toContain('seconds');
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(screen.getByText(/continues in (?:20|1\d) seconds/)).toBeDefined();
    isLimited = false;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    await waitFor(() => expect(screen.queryByText(/Waiting for the upload limit/)).toBeNull());
    expect(sent('uploads.claim')).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});
