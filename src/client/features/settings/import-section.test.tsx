import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { trpc } from '~/client/lib/trpc';
import { rates } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { conversationImportWords as words } from '~/client/words/conversation-import';
import { uiWords } from '~/client/words/ui';
import type { ConversationImportView, ImportPreview } from '~/shared/schemas/imports';
import { ImportSection } from './import-section';

const press = (name: string) => screen.getByRole('button', { name });
const time = new Date('2026-05-04T09:30:00Z');
const preview: ImportPreview = {
  conversations: 2,
  messages: 10,
  present: 1,
  from: time,
  to: time,
  sources: ['chatgpt'],
  unreadable: 3,
  problems: [{ title: '', reason: 'It has no messages' }],
  shortened: 0,
  keptDays: null,
  refusal: null,
};
const ready: ConversationImportView = {
  id: '2b7c8d9e-0f1a-4b2c-8d3e-4f5a6b7c8d9e',
  fileName: 'export.zip',
  state: 'ready',
  preview,
  position: 3,
  conversations: 0,
  messages: 0,
  error: null,
  createdAt: time,
  updatedAt: time,
};

function section(found: ConversationImportView | null, answers: FakeResponses = {}) {
  const requests = fakeServer({ 'imports.current': () => ({ import: found }), ...answers });
  const paths = () => requests.map(({ path }) => path).filter((path) => path !== 'imports.current');
  return { requests, paths, ...renderInApp(<ImportSection />) };
}

it('shows the contents of a file before anything is imported', async () => {
  const { user, requests, paths } = section(ready, { 'imports.run': () => ({ ...ready, state: 'running' }) });
  const button = await screen.findByRole('button', { name: words.start(2) });
  const facts = screen.getByText(words.facts.adds).closest('dl')?.textContent;
  expect(facts).toContain('2 conversations, 10 messages');
  expect(facts).toContain('1 conversation');
  // Both ends are on the same day.
  expect(facts).toContain(`${words.facts.period}May 4, 2026${words.facts.left}`);
  expect(facts).toContain('Untitled: It has no messages');
  expect(facts).toContain(words.more(2));
  expect(paths()).toEqual([]);
  await user.click(button);
  await waitFor(() => expect(requests).toContainEqual({ path: 'imports.run', input: { id: ready.id } }));
});

it("can't start an import that the server rejects, or that contains nothing new", async () => {
  const refused = section({ ...ready, preview: { ...preview, refusal: 'Your account has no room' } });
  expect((await screen.findByRole('alert')).textContent).toBe('Your account has no room');
  expect(screen.queryByRole('button', { name: words.start(2) })).toBeNull();
  expect(press(words.cancel)).toBeDefined();
  refused.unmount();
  section({ ...ready, preview: { ...preview, conversations: 0, messages: 0 } });
  expect(await screen.findByText(words.nothingNew)).toBeDefined();
  expect(screen.queryByText(/conversations are deleted/)).toBeNull();
  expect(screen.queryByRole('button', { name: words.start(0) })).toBeNull();
});

it('shows that old conversations will be deleted here, imported ones too', async () => {
  section({ ...ready, preview: { ...preview, keptDays: 90 } });
  expect(await screen.findByText(words.kept(90))).toBeDefined();
});

it('shows the progress of an import, and stops it', async () => {
  const { user, requests } = section(
    { ...ready, state: 'running', position: 3 },
    { 'imports.remove': () => ({ message: 'Removed' }) },
  );
  const bar = await screen.findByRole('progressbar', { name: words.progress });
  // 3 of 6 are processed: 2 new, 1 present and 3 unreadable.
  expect(bar.getAttribute('aria-valuenow')).toBe('50');
  expect(screen.getByText(words.running(3, 6))).toBeDefined();
  await user.click(press(words.cancel));
  await waitFor(() => expect(requests).toContainEqual({ path: 'imports.remove', input: { id: ready.id } }));
});

it('shows what was imported, and why an import failed', async () => {
  const done = section({ ...ready, state: 'done', conversations: 2, messages: 10 });
  expect((await screen.findByRole('status')).textContent).toContain(words.done(2, 10));
  expect(screen.getByRole('link', { name: words.open }).getAttribute('href')).toBe('/qchat');
  expect(press(words.another)).toBeDefined();
  done.unmount();
  section({ ...ready, state: 'failed', error: 'The zip is damaged' });
  expect((await screen.findByRole('alert')).textContent).toBe('The zip is damaged');
  expect(press(words.choose)).toBeDefined();
});

function Titles() {
  const { data } = trpc.conversations.list.useInfiniteQuery({}, { getNextPageParam: (page) => page.nextCursor });
  return <p>Listed: {data?.pages.flatMap(({ items }) => items.map(({ title }) => title)).join()}</p>;
}

it.each(['done', 'failed', 'canceled'] as const)(
  'reloads the list of conversations when an import is %s',
  async (end) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      let found: ConversationImportView | null = { ...ready, state: 'running' };
      let items: (typeof rates)[] = [];
      fakeServer({
        'imports.current': () => ({ import: found }),
        'imports.remove': () => {
          found = null;
          return { message: 'Removed' };
        },
        'conversations.list': () => ({ items, nextCursor: null }),
      });
      const { user } = renderInApp(
        <>
          <ImportSection />
          <Titles />
        </>,
      );
      expect(await screen.findByRole('progressbar')).toBeDefined();
      expect(screen.getByText('Listed:')).toBeDefined();
      items = [rates];
      if (end === 'canceled') await user.click(press(words.cancel));
      else found = { ...found, state: end };
      await act(() => vi.advanceTimersByTimeAsync(1000));
      expect(await screen.findByText('Listed: Rates')).toBeDefined();
    } finally {
      vi.useRealTimers();
    }
  },
);

it('rejects an empty file without a request', async () => {
  const { user, paths } = section(null);
  await screen.findByRole('button', { name: words.choose });
  await user.upload(screen.getByLabelText(words.file), new File([], 'empty.json', { type: 'application/json' }));
  expect((await screen.findByRole('alert')).textContent).toBe(words.empty);
  expect(paths()).toEqual([]);
});

it('shows no earlier result beside the error of a new file', async () => {
  const { user } = section({ ...ready, state: 'failed', error: 'The zip is damaged' });
  await screen.findByText('The zip is damaged');
  await user.upload(screen.getByLabelText(words.file), new File([], 'empty.json', { type: 'application/json' }));
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([words.empty]);
});

it('shows why a file was rejected, and lets the user choose another', async () => {
  const { user, requests } = section(null, {
    'imports.create': () => {
      throw new ServerError('Another import is in progress');
    },
  });
  await screen.findByRole('button', { name: words.choose });
  await user.upload(screen.getByLabelText(words.file), new File(['[]'], 'chats.json', { type: 'application/json' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Another import is in progress');
  expect(requests).toContainEqual({ path: 'imports.create', input: { fileName: 'chats.json', size: 2 } });
  expect(press(words.choose)).toBeDefined();
});

it('shows that the imports could not be loaded', async () => {
  let isDown = true;
  const { user } = section(null, {
    'imports.current': () => {
      if (isDown) throw new ServerError('The service is busy');
      return { import: null };
    },
  });
  expect(await screen.findByText(words.loadFailed)).toBeDefined();
  isDown = false;
  await user.click(press(uiWords.retry));
  expect(await screen.findByRole('button', { name: words.choose })).toBeDefined();
});
