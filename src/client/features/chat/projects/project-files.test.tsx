import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { annualReport, reports } from '~/client/testing/collections';
import { boardPapers } from '~/client/testing/conversations';
import { type FakeResponses, fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderHookInApp, renderInApp } from '~/client/testing/render';
import { projectFilesWords as words } from '~/client/words/project-files';
import { uploadWords } from '~/client/words/upload';
import { ProjectFiles } from './project-files';
import { useAddProjectFiles } from './use-add-project-files';

const project = { ...boardPapers, filesCollectionId: reports.id, fileCount: 2 };
const upload = (name: string) => ({ name, type: 'text/plain', size: 3, uploadURL: `https://files.example/${name}` });

function adding(answers: FakeResponses, collectionId: string | null = null) {
  const requests = fakeServer({
    'collections.create': () => reports,
    'uploads.claim': () => ({ objectPath: '/objects/1', name: 'a.txt', type: 'text/plain', size: 3 }) as never,
    'collections.addDocument': () => annualReport,
    ...answers,
  });
  const hook = renderHookInApp(useAddProjectFiles, undefined);
  const to = { ...boardPapers, filesCollectionId: collectionId };
  const add = (...names: string[]) => act(() => hook.result.current(to, names.map(upload)));
  return { requests, add };
}

it('shows where files are added, before there are any', async () => {
  const requests = fakeServer({});
  renderInApp(<ProjectFiles project={boardPapers} />);
  expect(screen.getByRole('region', { name: words.files }).textContent).toContain(words.hint);
  expect(screen.getByRole('button', { name: words.upload })).toBeDefined();
  expect(requests).toEqual([]);
});

it('rejects more files than may be added at once, with a message about projects', async () => {
  fakeServer({});
  const { user } = renderInApp(<ProjectFiles project={boardPapers} />);
  await user.click(screen.getByRole('button', { name: words.upload }));
  const dialog = await screen.findByRole('dialog');
  const field = await waitFor(() => {
    const found = dialog.querySelector('.uppy-Dashboard-input');
    if (!found) throw new Error('no file input yet');
    return found;
  });
  const files = Array.from({ length: 6 }, (_, n) => new File(['Rates fall.'], `${n}.txt`, { type: 'text/plain' }));
  fireEvent.change(field, { target: { files } });
  expect(await within(dialog).findByText(uploadWords.tooManyAtOnce(5))).toBeDefined();
});

it('lists the files with their states, and deletes one after a confirmation', async () => {
  let files = [
    annualReport,
    { ...annualReport, id: 'b', title: 'Broken.pdf', state: 'failed', problem: 'Damaged' } as const,
  ];
  const requests = fakeServer({
    'collections.documents': () => ({ items: [...files], nextCursor: null }),
    'collections.deleteDocument': () => {
      files = files.slice(1);
      return { message: 'Document deleted' };
    },
  });
  const { user } = renderInApp(<ProjectFiles project={project} />);
  const list = await screen.findByRole('list', { name: words.files });
  expect(within(list).getAllByRole('listitem')[1]?.textContent).toContain('Failed · Damaged');
  await user.click(within(list).getByRole('button', { name: words.deleteNamed(annualReport.title) }));
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).toContain(words.deleteBody(annualReport.title));
  await user.click(within(question).getByRole('button', { name: words.delete }));
  await waitFor(() => expect(screen.queryByText(annualReport.title)).toBeNull());
  expect(screen.getByText('Broken.pdf')).toBeDefined();
  expect(requests.find(({ path }) => path === 'collections.deleteDocument')?.input).toEqual({
    collectionId: annualReport.collectionId,
    documentId: annualReport.id,
  });
});

it('shows that the list could not be loaded', async () => {
  fakeServer({
    'collections.documents': () => {
      throw new ServerError('Gone', { code: 'NOT_FOUND', httpStatus: 404 });
    },
  });
  renderInApp(<ProjectFiles project={project} />);
  expect((await screen.findByRole('alert')).textContent).toBe(words.listFailed);
});

it("creates the project's collection with the first upload, and uses it for later ones", async () => {
  const { requests, add } = adding({});
  expect(await add('a.txt', 'b.txt')).toBe(reports.id);
  expect(requests.filter(({ path }) => path !== 'uploads.claim')).toEqual([
    { path: 'collections.create', input: { name: boardPapers.name, projectId: boardPapers.id } },
    { path: 'collections.addDocument', input: { collectionId: reports.id, objectPath: '/objects/1' } },
    { path: 'collections.addDocument', input: { collectionId: reports.id, objectPath: '/objects/1' } },
  ]);
  expect(await screen.findByText(words.added(2, boardPapers.name))).toBeDefined();
  const again = adding({}, reports.id);
  await again.add('c.txt');
  expect(again.requests.map(({ path }) => path)).toEqual(['uploads.claim', 'collections.addDocument']);
});

it('adds a file that hit the rate limit when the limit ends', async () => {
  let rejections = 1;
  const { requests, add } = adding({
    'uploads.claim': () => {
      if (rejections-- > 0)
        throw new ServerError('Too many uploads.', {
          code: 'TOO_MANY_REQUESTS',
          httpStatus: 429,
          retryAfterSeconds: 0.01,
        });
      return { objectPath: '/objects/1' } as never;
    },
  });
  await add('a.txt');
  expect(await screen.findByText(words.added(1, boardPapers.name))).toBeDefined();
  expect(requests.filter(({ path }) => path === 'uploads.claim')).toHaveLength(2);
});

it('names the file that could not be added', async () => {
  const { add } = adding({
    'collections.addDocument': () => {
      throw new ServerError('Your storage is full');
    },
  });
  await add('a.txt');
  expect(await screen.findByText(words.notAdded('a.txt'))).toBeDefined();
  expect(screen.getByText('Your storage is full')).toBeDefined();
});

it('names all files that could not be added, and counts the others, in one toast', async () => {
  const { add } = adding({
    'uploads.claim': (input) => {
      const { name } = input as { name: string };
      if (name === 'c.txt') return { objectPath: '/objects/1' } as never;
      throw new ServerError(name === 'a.txt' ? 'The file is damaged.' : 'Your storage is full');
    },
  });
  await add('a.txt', 'b.txt', 'c.txt');
  expect(await screen.findByText(words.addFailed)).toBeDefined();
  const added = words.added(1, boardPapers.name);
  expect(screen.getByRole('alert').textContent).toContain(
    `a.txt: The file is damaged. b.txt: Your storage is full. ${added}.`,
  );
});

it('names the only file that could not be added, and counts the others', async () => {
  const { add } = adding({
    'uploads.claim': (input) => {
      if ((input as { name: string }).name === 'b.txt') return { objectPath: '/objects/1' } as never;
      throw new ServerError('Your storage is full');
    },
  });
  await add('a.txt', 'b.txt');
  expect(await screen.findByText(words.notAdded('a.txt'))).toBeDefined();
  expect(screen.getByText(`Your storage is full. ${words.added(1, boardPapers.name)}.`)).toBeDefined();
});
