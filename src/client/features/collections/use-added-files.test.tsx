import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { UploadLimitNotice } from '~/client/features/upload/upload-limit-notice';
import { annualReport } from '~/client/testing/collections';
import { fakeServer, ServerError } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { collectionsWords as words } from '~/client/words/collections';
import { useAddedFiles } from './use-added-files';

const file = (name: string) => ({ name, type: 'application/pdf', size: 4, uploadURL: `/objects/${name}` });

function Files() {
  const { resumesAt, onUploaded, onComplete } = useAddedFiles('reports');
  return (
    <>
      <UploadLimitNotice resumesAt={resumesAt} />
      {['one.pdf', 'broken.pdf', 'two.pdf'].map((name) => (
        <button type="button" key={name} onClick={() => onUploaded(file(name))}>
          {name}
        </button>
      ))}
      <button type="button" onClick={() => void onComplete()}>
        all
      </button>
    </>
  );
}

it('adds a file as soon as it is uploaded, and names one that fails', async () => {
  const requests = fakeServer({
    'uploads.claim': (input) => {
      const { name } = input as { name: string };
      if (name === 'broken.pdf')
        throw new ServerError('The file is damaged.', { code: 'BAD_REQUEST', httpStatus: 400 });
      return { ...file(name), id: name, objectPath: `/objects/kept/${name}`, state: 'queued' };
    },
    'collections.addDocument': () => annualReport,
  });
  const added = () =>
    requests
      .filter(({ path }) => path === 'collections.addDocument')
      .map(({ input }) => input as { objectPath: string });
  const { user } = renderInApp(<Files />);
  await user.click(screen.getByRole('button', { name: 'one.pdf' }));
  await waitFor(() => expect(added()).toEqual([{ collectionId: 'reports', objectPath: '/objects/kept/one.pdf' }]));
  await user.click(screen.getByRole('button', { name: 'broken.pdf' }));
  await user.click(screen.getByRole('button', { name: 'two.pdf' }));
  await user.click(screen.getByRole('button', { name: 'all' }));
  expect(await screen.findByText(words.notAdded('broken.pdf'))).toBeDefined();
  expect(await screen.findByText(`The file is damaged. ${words.added(2)}.`)).toBeDefined();
  expect(added().map(({ objectPath }) => objectPath)).toEqual(['/objects/kept/one.pdf', '/objects/kept/two.pdf']);
});

it('counts the files that failed beyond the first three', async () => {
  fakeServer({
    'uploads.claim': () => {
      throw new ServerError('Your storage is full', { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 });
    },
  });
  const { user } = renderInApp(<Files />);
  for (const name of ['one.pdf', 'broken.pdf', 'two.pdf', 'one.pdf', 'two.pdf'])
    await user.click(screen.getByRole('button', { name }));
  await user.click(screen.getByRole('button', { name: 'all' }));
  expect(await screen.findByText(words.notAdded('one.pdf, broken.pdf, two.pdf', 2))).toBeDefined();
  expect(await screen.findByText(`Your storage is full. ${words.added(0)}.`)).toBeDefined();
});

it('adds a file that hit the rate limit when the limit ends', async () => {
  let refusals = 1;
  const requests = fakeServer({
    'uploads.claim': (input) => {
      const { name } = input as { name: string };
      return { ...file(name), id: name, objectPath: `/objects/kept/${name}`, state: 'queued' };
    },
    'collections.addDocument': () => {
      if (refusals-- > 0)
        throw new ServerError('Too many uploads.', {
          code: 'TOO_MANY_REQUESTS',
          httpStatus: 429,
          retryAfterSeconds: 0.01,
        });
      return annualReport;
    },
  });
  const { user } = renderInApp(<Files />);
  await user.click(screen.getByRole('button', { name: 'one.pdf' }));
  await user.click(screen.getByRole('button', { name: 'all' }));
  expect(await screen.findByText(words.added(1))).toBeDefined();
  expect(requests.filter(({ path }) => path === 'collections.addDocument')).toHaveLength(2);
});

it('shows why files wait for the rate limit, and for how long', async () => {
  let isLimited = true;
  fakeServer({
    'uploads.claim': (input) => {
      const { name } = input as { name: string };
      if (isLimited)
        throw new ServerError('Too many uploads.', {
          code: 'TOO_MANY_REQUESTS',
          httpStatus: 429,
          retryAfterSeconds: 40,
        });
      return { ...file(name), id: name, objectPath: `/objects/kept/${name}`, state: 'queued' };
    },
    'collections.addDocument': () => annualReport,
  });
  const { user } = renderInApp(<Files />);
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
    shouldAdvanceTime: true,
  });
  try {
    fireEvent.click(screen.getByRole('button', { name: 'one.pdf' }));
    const notice = await screen.findByRole('status', { name: '' });
    await waitFor(() => expect(notice.textContent).not.toBe(''));
    expect(notice.textContent).toMatch(/^Waiting for the upload limit, continues in (?:40|3\d) seconds$/);
    isLimited = false;
    await act(() => vi.advanceTimersByTimeAsync(40_000));
    await waitFor(() => expect(screen.queryByText(/^Waiting for the upload limit/)).toBeNull());
  } finally {
    vi.useRealTimers();
  }
  await user.click(screen.getByRole('button', { name: 'all' }));
  expect(await screen.findByText(words.added(1))).toBeDefined();
});
