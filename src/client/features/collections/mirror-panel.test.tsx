import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reports } from '~/client/testing/collections';
import { fakeServer } from '~/client/testing/fake-server';
import { renderInApp } from '~/client/testing/render';
import { collectionsWords as words } from '~/client/words/collections';
import type { CollectionMirrorStatus } from '~/shared/schemas/mirror';
import { MirrorPanel } from './mirror-panel';

const copied: CollectionMirrorStatus = {
  isAvailable: true,
  isOn: true,
  mayChange: true,
  documents: 2,
  mirrored: 2,
  failed: 0,
  failures: [],
};

function show(status: CollectionMirrorStatus) {
  let current = status;
  const requests = fakeServer({
    'collections.mirror': () => current,
    'collections.setMirror': (input) => {
      current = { ...current, ...(input as { isOn: boolean }) };
      return current;
    },
    'collections.retryMirror': () => {
      current = copied;
      return current;
    },
  });
  return { requests, ...renderInApp(<MirrorPanel collectionId={reports.id} />) };
}

it('lets users who manage the collection toggle the copy', async () => {
  const { user, unmount } = show(copied);
  const box = await screen.findByRole('checkbox', { name: words.mirror });
  expect(screen.getByText('2 of 2 documents copied')).toBeDefined();
  await user.click(box);
  await waitFor(() => expect((box as HTMLInputElement).checked).toBe(false));
  unmount();
  show({ ...copied, mayChange: false });
  expect((await screen.findByRole<HTMLInputElement>('checkbox', { name: words.mirror })).disabled).toBe(true);
});

it('shows failures and retries them', async () => {
  const failures = [{ documentId: reports.id, title: 'Annual report', problem: 'The document is too large for xAI.' }];
  const { user } = show({ ...copied, mirrored: 0, failed: 2, failures });
  expect(await screen.findByText(/The document is too large for xAI/)).toBeDefined();
  expect(screen.getByText(words.mirrorMore(1))).toBeDefined();
  await user.click(screen.getByRole('button', { name: words.mirrorRetry }));
  expect(await screen.findByText('2 of 2 documents copied')).toBeDefined();
  expect(screen.queryByText(/too large/)).toBeNull();
});

it('shows the copy as it is now when it is opened again', async () => {
  let documents = 2;
  fakeServer({ 'collections.mirror': () => ({ ...copied, documents }) });
  const { rerender } = renderInApp(<MirrorPanel collectionId={reports.id} />);
  expect(await screen.findByText('2 of 2 documents copied')).toBeDefined();
  rerender(null);
  documents = 3;
  rerender(<MirrorPanel collectionId={reports.id} />);
  expect(await screen.findByText('2 of 3 documents copied')).toBeDefined();
});

it('shows nothing in an installation without the mirror', async () => {
  const { requests } = show({ ...copied, isAvailable: false, isOn: false });
  await waitFor(() => expect(requests.length).toBeGreaterThan(0));
  expect(screen.queryByRole('checkbox')).toBeNull();
});
